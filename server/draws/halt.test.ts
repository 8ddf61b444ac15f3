import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';
import { closeDraw } from './close.ts';
import type { Draw } from './draw.ts';
import { bookPath } from './seal/book.ts';
import { sealDraw } from './seal/seal.ts';
import { payDraw } from './settle/pay.ts';
import { settleDraw } from './settle/settle.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let draw: Draw;
let bought: Bought[];
let playerId: number;
beforeEach(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  draw = await at.open();
  playerId = await at.player(100_000);
  bought = [
    await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]], joker: '01234' }),
    await at.buy({ playerId, rows: [[1, 2, 3, 40, 41]] }),
    await at.buy({ playerId, rows: [[10, 20, 30, 40, 45]] }),
  ];
});
afterEach(() => own.close());

const alarm = () => at.value<string>(sql`SELECT max(code) FROM draw_alarms WHERE stops`);

describe('must-hold 77: the seal is the ledger to the króna, or the draw stops', () => {
  test('a coupon that nobody paid', async () => {
    const again = 'INSERT INTO coupons SELECT player_id, ticket_id, $1, draw_id, stake FROM coupons LIMIT 1';
    await expect(own.pool.query(again, [newId()])).rejects.toThrow('coupons_pkey');
    await own.adminPool.query('ALTER TABLE coupons DROP CONSTRAINT coupons_pkey');
    await own.pool.query(again.replace('LIMIT', 'ORDER BY stake LIMIT'), [newId()]);
    await expectNoSeal(/4 coupons and 850 kr., the ledger 3 and 700/);
  });

  test('a payment without a coupon', async () => {
    await own.pool.query(
      `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id)
       SELECT 0, domain_now(), 'correction', ledger_account('sandbox', NULL, NULL, NULL, NULL),
         stakes_account, 1, draw_id
       FROM draws WHERE draw_id = $1`,
      [draw.drawId],
    );
    await expectNoSeal(/3 coupons and 700 kr., the ledger 4 and 701/);
  });

  async function expectNoSeal(message: RegExp): Promise<void> {
    await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
    await expect(sealDraw(own.db, own.config, draw.drawId)).rejects.toThrow(message);
    expect(await at.value<number>(sql`SELECT count(*) FROM seals`)).toBe(0);
    expect(await at.value<number>(sql`SELECT count(*) FROM book_blocks`)).toBe(0);
    expect(await alarm()).toBe('seal_differs_from_ledger');
    expect((await checkLedger(own.db)).ok).toBe(false);
  }
});

describe('what would be sealed wrongly is not sealed at all', () => {
  const cases: [string, string, RegExp][] = [
    [
      'more rows than the book can count',
      `UPDATE tickets SET row_masks = array_fill(31::bigint, '{65537}'), row_count = 65537
        WHERE side IS NULL`,
      /^lotto \d+ is not sealed: coupon \w{26} has 65537 rows; the sales book holds 1 to 65536/,
    ],
    [
      'other rows than were sold',
      'UPDATE tickets SET row_masks = row_masks || 31::bigint WHERE side IS NULL',
      /has 2 rows, and was sold as 1/,
    ],
    [
      'other rows than were paid',
      'UPDATE tickets SET row_masks = row_masks || 31::bigint, row_count = 2 WHERE side IS NULL',
      /has 2 rows, and 150 kr. were paid for it/,
    ],
    [
      'a system that the rules do not have',
      'UPDATE tickets SET system = 11',
      /is a system of 11, which lotto-/,
    ],
    [
      'a system of several rows',
      'UPDATE tickets SET row_masks = row_masks || 31::bigint, system = 8',
      /is a system of 8, which lotto-\S+ does not have with 2 rows/,
    ],
    ['a system that no book can write', 'UPDATE tickets SET system = -1', /is a system of -1/],
    [
      'a system sold as other rows than it holds',
      'UPDATE tickets SET row_masks = ARRAY[255], system = 8, row_count = 55',
      /has 56 rows, and was sold as 55/,
    ],
    [
      'second words in a game whose rows have one',
      'UPDATE tickets SET second_masks = ARRAY[1]',
      /has second words; rows of this book have one/,
    ],
    [
      'other second words than rows',
      'UPDATE tickets SET second_masks = ARRAY[1, 1]',
      /has 1 rows, and second words of 2/,
    ],
    ['a ticket without rows', "UPDATE tickets SET row_masks = '{}'", /rows; the sales book holds 1 to/],
  ];
  test.each(cases)('%s', async (_, statement, message) => {
    await at.tamper('tickets', statement);
    await expectNotSealed(message);
  });

  test('a stake that the book cannot hold', async () => {
    await own.adminPool.query('ALTER TABLE coupons DISABLE TRIGGER ALL');
    await own.adminPool.query('UPDATE coupons SET stake = 4294967296');
    await expectNotSealed(/costs more than four thousand million krónur/);
  });

  async function expectNotSealed(message: RegExp): Promise<void> {
    await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
    await expect(sealDraw(own.db, own.config, draw.drawId)).rejects.toThrow(message);
    expect(await at.value<number>(sql`SELECT count(*) FROM seals`)).toBe(0);
    expect(await at.value<number>(sql`SELECT count(*) FROM book_blocks`)).toBe(0);
    expect(await alarm()).toBe('seal_failed');
  }
});

describe('an altered book stops the draw and is named', () => {
  beforeEach(async () => {
    await at.seal(draw);
    await at.result(draw.drawId, [1, 2, 3, 4, 45], 5, '01299');
  });
  const file = () => bookPath(own.config.dataDir, draw.game, draw.number);

  test('any byte of the file', async () => {
    const good = readFileSync(file());
    const places = Array.from({ length: 24 }, (_, step) => Math.floor((step * (good.length - 1)) / 23));
    for (const place of places) {
      const altered = Buffer.from(good);
      altered[place] = (altered[place] as number) ^ 1;
      writeFileSync(file(), altered);
      await expect(settleDraw(own.db, own.config, draw.drawId), `byte ${place}`).rejects.toThrow(
        /was altered/,
      );
    }
    expect((await at.draw(draw.drawId)).state).toBe('confirmed');
    expect(await alarm()).toBe('book_altered');
    writeFileSync(file(), good);
    await settleDraw(own.db, own.config, draw.drawId);
    expect(await checkLedger(own.db)).toEqual({ ok: true });
  });

  test('the coupon is said', async () => {
    const sorted = bought.flatMap(({ couponIds }) => couponIds).toSorted();
    const handle = openSync(file(), 'r+');
    const byte = Buffer.alloc(1);
    // Behind head, length and counts, sold twice: the stake of the second coupon.
    const place = 64 + 4 + 8 + 4 * (3 + 3 + 1);
    readSync(handle, byte, 0, 1, place);
    writeSync(handle, Buffer.from([(byte[0] as number) ^ 4]), 0, 1, place);
    closeSync(handle);
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(encodeId(sorted[1] ?? ''));
  });

  test('a shorter file', async () => {
    truncateSync(file(), readFileSync(file()).length - 1);
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(/ends within a block/);
    expect(await at.value<number>(sql`SELECT count(*) FROM ledger_transfers WHERE kind = 'settlement'`)).toBe(
      0,
    );
  });

  test('a lost file is written again from the database', async () => {
    rmSync(file());
    await settleDraw(own.db, own.config, draw.drawId);
    expect((await at.draw(draw.drawId)).state).toBe('winsel');
    expect(await checkLedger(own.db)).toEqual({ ok: true });
  });
});

describe('must-hold 85: engines that differ stop the draw, and it says where', () => {
  beforeEach(async () => {
    await at.seal(draw);
    await at.result(draw.drawId, [1, 2, 3, 4, 45], 5, '01299');
  });

  test.each([
    [
      'a live row that wins more',
      'tickets',
      `UPDATE tickets SET row_masks = '{1099511627783}' WHERE row_count = 1`,
      /winning rows in tier/,
    ],
    [
      'a live Joker that wins less',
      'tickets',
      `UPDATE tickets SET side = '99999' WHERE side = '01234'`,
      /side prizes in tier 3/,
    ],
    [
      'a live coupon too few',
      'coupons',
      'DELETE FROM coupons WHERE coupon_id = (SELECT min(coupon_id::text)::uuid FROM coupons)',
      /coupons differ/,
    ],
    ['a live stake', 'coupons', 'UPDATE coupons SET stake = stake + 150', /stakes differ/],
  ])('%s', async (_, table, statement, message) => {
    await at.tamper(table, statement);
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(message);
    expect((await at.draw(draw.drawId)).state).toBe('confirmed');
    expect(await alarm()).toBe('engines_differ');
    await expect(payDraw(own.db, draw.drawId, 'sigga')).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
    expect(await at.balance(playerId)).toBe(100_000 - 700);
    expect(await at.value<number>(sql`SELECT count(*) FROM coupon_wins`)).toBe(0);
  });

  test('two coupons that changed places: equal sums, other winners', async () => {
    const [first, , third] = bought.map(({ ticketId }) => ticketId);
    const masks = await sql<{ masks: string }>`SELECT row_masks::text AS masks FROM tickets
      WHERE ticket_id IN (${first}, ${third}) ORDER BY ticket_id = ${third}`.execute(own.db);
    const [one, other] = masks.rows.map((row) => row.masks);
    await at.tamper(
      'tickets',
      `UPDATE tickets SET row_masks = CASE ticket_id WHEN '${first}' THEN '${other}'::bigint[]
      ELSE '${one}'::bigint[] END WHERE ticket_id IN ('${first}', '${third}')`,
    );
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(/winning coupons differ/);
  });
});

describe('what the owner of the database could change', () => {
  beforeEach(async () => {
    await at.seal(draw);
    await at.result(draw.drawId, [1, 2, 3, 4, 45], 5, '01299');
  });

  test('a seal that is not as it was signed stops the settlement', async () => {
    await at.tamper('seals', `UPDATE seals SET sealed_at = sealed_at - interval '1 hour'`);
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toThrow(/not as our key signed it/);
    expect(await alarm()).toBe('seal_altered');
  });

  test('a prize that nobody settled stops the payout', async () => {
    await at.settle(draw.drawId);
    await at.tamper('coupon_wins', 'UPDATE coupon_wins SET amount = amount + 100000');
    await expect(payDraw(own.db, draw.drawId, 'sigga')).rejects.toThrow(/is not paid/);
    expect((await at.draw(draw.drawId)).state).toBe('winsel');
    expect(await alarm()).toBe('money_differs');
    await at.tamper('coupon_wins', 'UPDATE coupon_wins SET amount = amount - 100000');
    await payDraw(own.db, draw.drawId, 'sigga');
    expect(await checkLedger(own.db)).toEqual({ ok: true });
  });
});
