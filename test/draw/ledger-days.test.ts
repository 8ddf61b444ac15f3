/**
 * Sealed days: what each account moved on a day, signed. A check since a day begins there and must agree with
 * the whole check; a sealed day that was altered is named with its account.
 */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger, checkLedgerSince, type LedgerCheck } from '#server/ledger/check.ts';
import { dayText, hashOf, type SealedDay } from '#server/ledger/days/day-text.ts';
import { dayDeadline, sealDaysUntil } from '#server/ledger/days/seal-days.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let days: string[];
let player: number;
const since = () => days[1] ?? '';
const key = () => own.config.secrets.signingKey;
const whole = (db: Db) => checkLedger(db, { secrets: own.config.secrets });
const later = (db: Db) => checkLedgerSince(db, since(), { secrets: own.config.secrets });

beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  const draw = await at.open();
  player = await at.player(50_000);
  await at.buy({ playerId: player, rows: [[1, 2, 3, 10, 11]], drawCount: 2 });
  await at.player(700);
  await nextDay(3);
  await at.buy({ playerId: player, rows: [[1, 2, 3, 4, 5]] });
  await at.seal(draw);
  await at.result(draw.drawId, [1, 2, 3, 10, 11], 6, '01234');
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  await at.buy({ playerId: player, rows: [[1, 2, 3, 4, 6]] });
  await nextDay(2);
  await at.buy({ playerId: await at.player(20_000), rows: [[1, 2, 3, 4, 7]] });
  await dayDeadline(key()).run(own.db);
  const { rows } = await own.pool.query<{ day: string }>(
    `SELECT day FROM ledger_days WHERE accounts <> '{}' ORDER BY day`,
  );
  days = rows.map(({ day }) => day);
});
afterAll(async () => {
  expect(await whole(own.db)).toEqual({ ok: true });
  await own.close();
});

/** Ten minutes past the midnight that ends the day after `count - 1` more. */
async function nextDay(count: number): Promise<void> {
  const { rows } = await own.pool.query<{ at: Date }>(
    `SELECT (date_trunc('day', domain_now(), 'UTC') + $1 * interval '1 day' + interval '10 minutes') AS at`,
    [count],
  );
  if (rows[0]) await at.advanceTo(rows[0].at);
}

class RolledBack extends Error {}

/** What both checks say after `alter`, which is undone. */
async function altered(alter: (db: Db) => Promise<unknown>): Promise<LedgerCheck[]> {
  const found: LedgerCheck[] = [];
  const work = transaction(own.adminDb, async (tx) => {
    for (const table of ['ledger_days', 'ledger_transfers', 'coupon_payouts', 'seals', 'tickets'])
      await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER append_only`.execute(tx);
    await alter(tx);
    found.push(await later(tx));
    found.push(await whole(tx));
    throw new RolledBack();
  });
  await expect(work).rejects.toThrow(RolledBack);
  return found;
}

const named = (invariant: string, found: object) => ({
  ok: false,
  broken: { invariant, found: expect.objectContaining(found) },
});

test('every day that is over is sealed, one with nothing on it too', async () => {
  const { rows } = await own.pool.query<{ sealed: number; span: number; last: string; yesterday: string }>(
    `SELECT count(*)::int AS sealed, max(day) - min(day) + 1 AS span, max(day) AS last,
       (domain_now() AT TIME ZONE 'UTC')::date - 1 AS yesterday FROM ledger_days`,
  );
  const [sealed] = rows;
  expect(sealed?.sealed).toBe(sealed?.span);
  expect(sealed?.last).toBe(sealed?.yesterday);
  expect(days.length).toBeGreaterThanOrEqual(2);
});

test('the next falls due ten minutes after its end', async () => {
  const { rows } = await own.pool.query<{ at: Date }>(
    `SELECT date_trunc('day', domain_now(), 'UTC') + interval '1 day 10 minutes' AS at`,
  );
  expect(await dueOf(own.db, dayDeadline(key()))).toEqual(rows[0]?.at);
});

test('a check since a day agrees with the whole one', async () => {
  for (const day of days) {
    expect(await checkLedgerSince(own.db, day, { secrets: own.config.secrets })).toEqual({ ok: true });
  }
  expect(await whole(own.db)).toEqual({ ok: true });
});

test('a day waits for what was being written when it ended', async () => {
  const writer = await own.pool.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT pg_current_xact_id()');
  await nextDay(1);
  const sealedMeanwhile = await dayDeadline(key()).run(own.db);
  await writer.query('COMMIT');
  writer.release();
  expect(sealedMeanwhile).toBe(0);
  // Other tests write in the same server.
  await expect.poll(() => dayDeadline(key()).run(own.db)).toBe(1);
});

test('a day that is not over is refused', async () => {
  const { rows } = await own.pool.query<{ day: string }>(
    `SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day`,
  );
  await expect(sealDaysUntil(own.db, rows[0]?.day ?? '', key())).rejects.toMatchObject({
    code: 'EC_ACTION_NOT_ALLOWED',
  });
});

/** One króna more for the player's wallet on a sealed day; `column` names the amounts. */
const oneMore = (day: string, accounts: string, amounts: string) => (db: Db) =>
  sql`
  UPDATE ledger_days SET ${sql.ref(amounts)}[array_position(${sql.ref(accounts)}, (
    SELECT account_id FROM wallets WHERE player_id = ${player}))] = ${sql.ref(amounts)}[
    array_position(${sql.ref(accounts)}, (SELECT account_id FROM wallets WHERE player_id = ${player}))] + 1
  WHERE day = ${day}`.execute(db);

async function accountOfPlayer(): Promise<number> {
  const { rows } = await own.pool.query<{ id: number }>(
    'SELECT account_id AS id FROM wallets WHERE player_id = $1',
    [player],
  );
  return rows[0]?.id ?? 0;
}

/** Signs a day anew, as somebody who has the key would. */
async function resign(db: Db, from: string): Promise<void> {
  const { rows } = await sql<SealedDay>`
    SELECT day, kinds, kind_balances AS "kindBalances", ${hashOf(sql`accounts`, sql`moved`)} AS "movedHash",
      ${hashOf(sql`carried_accounts`, sql`carried`)} AS "carriedHash"
    FROM ledger_days WHERE day >= ${from} ORDER BY day`.execute(db);
  for (const day of rows) {
    const before = await sql<{ signature: Buffer }>`
      SELECT signature FROM ledger_days WHERE day = ${day.day}::date - 1`.execute(db);
    const { signature } = signed(dayText(day, before.rows[0]?.signature ?? null), key());
    await sql`UPDATE ledger_days SET signature = ${signature} WHERE day = ${day.day}`.execute(db);
  }
}

describe('a sealed day altered by one króna', () => {
  test.each([
    ['what moved', 'sealed days', 'accounts', 'moved', 1],
    ['what is carried', 'carried balances', 'carried_accounts', 'carried', 0],
  ] as const)('%s: both checks name account and day', async (_, invariant, accounts, amounts, nth) => {
    const day = days[nth] ?? '';
    const found = await altered(oneMore(day, accounts, amounts));
    const account_id = await accountOfPlayer();
    expect(found).toMatchObject([
      named(invariant, { day, account_id }),
      named(invariant, { day, account_id }),
    ]);
  });

  test('signed anew with our key, the whole check still names account and day', async () => {
    const day = days[1] ?? '';
    const [, found] = await altered(async (db) => {
      await oneMore(day, 'accounts', 'moved')(db);
      await resign(db, day);
    });
    expect(found).toMatchObject(named('sealed days', { day, account_id: await accountOfPlayer() }));
  });

  test('and a check since then finds the balance of its wallet wrong', async () => {
    const [found] = await altered(async (db) => {
      await oneMore(since(), 'accounts', 'moved')(db);
      await resign(db, since());
    });
    expect(found).toMatchObject({ ok: false });
  });
});

test('a broken signature is refused by the name of its day', async () => {
  const other = signed(
    'another text',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  );
  const day = since();
  const found = await altered((db) =>
    sql`UPDATE ledger_days SET signature = ${other.signature} WHERE day = ${day}`.execute(db),
  );
  expect(found).toMatchObject([named('signatures of days', { day }), named('signatures of days', { day })]);
});

test('the balance of a kind altered by one króna', async () => {
  const day = since();
  const found = await altered(async (db) => {
    await sql`UPDATE ledger_days SET kind_balances[array_position(kinds, 'wallet')] =
      kind_balances[array_position(kinds, 'wallet')] + 1 WHERE day = ${day}`.execute(db);
  });
  const wrong = named('balances of kinds', { day, kind: 'wallet' });
  expect(found).toMatchObject([wrong, wrong]);
});

test('a day that is missing', async () => {
  const [, found] = await altered((db) => sql`DELETE FROM ledger_days WHERE day = ${since()}`.execute(db));
  expect(found).toMatchObject({ ok: false, broken: { invariant: 'sealed days' } });
});

describe('what came after the day is broken', () => {
  const faults: [string, string, (db: Db) => Promise<unknown>][] = [
    [
      'wallet balance',
      'a balance from nowhere',
      (db) => sql`UPDATE wallets SET balance = balance + 1`.execute(db),
    ],
    [
      'wallet balance',
      'one of a player to whom nothing happened',
      (db) => sql`UPDATE wallets SET balance = balance + 1 WHERE balance = 700`.execute(db),
    ],
    [
      'wallet sides',
      'a movement without its balances',
      (db) =>
        sql`UPDATE ledger_transfers SET wallet_before = NULL, wallet_after = NULL
          WHERE at > ${since()}::date + interval '1 day' AND kind = 'purchase'`.execute(db),
    ],
    [
      'purchases',
      'a coupon that nobody paid',
      (db) =>
        sql`INSERT INTO coupons SELECT c.player_id, c.ticket_id, gen_random_uuid(),
            (SELECT max(draw_id) FROM draws), c.stake
          FROM coupons c JOIN tickets USING (player_id, ticket_id)
          ORDER BY purchased_at DESC LIMIT 1`.execute(db),
    ],
    [
      'ticket stakes',
      'a ticket that costs more than its coupons',
      (db) =>
        sql`UPDATE tickets SET stake = stake + 1
          WHERE purchased_at = (SELECT max(purchased_at) FROM tickets)`.execute(db),
    ],
    [
      'accounts',
      'a movement to nowhere',
      (db) =>
        sql`INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
        SELECT 0, domain_now(), 'correction', min(account_id), 999999, 5 FROM ledger_accounts`.execute(db),
    ],
    [
      'stakes',
      'stakes taken from the draw on sale',
      (db) =>
        sql`INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
        SELECT 0, domain_now(), 'correction', max(stakes_account),
          ledger_account('sandbox', NULL, NULL, NULL, NULL), 5
        FROM draws JOIN coupons USING (draw_id)`.execute(db),
    ],
  ];
  test.each(faults)('%s: %s is found by both', async (invariant, _, fault) => {
    const found = await altered(fault);
    expect(found).toMatchObject([
      { ok: false, broken: { invariant } },
      { ok: false, broken: { invariant } },
    ]);
  });
});
