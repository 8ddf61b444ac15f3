import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { ownDraws } from '#test/harness/own-draws.ts';
import { spellingsOf } from '#test/harness/spellings.ts';
import { closeDraw } from './close.ts';
import type { Draw } from './draw.ts';
import { moveDraw } from './move.ts';
import { confirmResult, type EnteredResult, enterResult } from './results.ts';
import { sealDraw } from './seal/seal.ts';
import { payDraw } from './settle/pay.ts';
import { settleDraw } from './settle/settle.ts';

const { own, at } = ownDraws();
let draw: Draw;
beforeAll(async () => {
  draw = await at.onSale();
  await at.buy({ playerId: await at.player(10_000), rows: [[1, 2, 3, 4, 5]] });
});

const good = { numbers: [7, 11, 20, 33, 45], bonusNumbers: [8], joker: '00700' };

type Drawn = Partial<Record<keyof typeof good, unknown>>;

const entered = (actor: string, changed: Drawn): EnteredResult => ({
  drawId: draw.drawId,
  outcome: { ...good, ...changed },
  actor,
});

function enter(actor: string, changed: Drawn = {}) {
  return transaction(own.db, (tx) => enterResult(tx, own.config.kinds, entered(actor, changed)));
}

function confirm(actor: string, changed: Drawn = {}) {
  return transaction(own.db, (tx) => confirmResult(tx, own.config.kinds, entered(actor, changed)));
}

const notNow = { code: 'EC_ACTION_NOT_ALLOWED' };

const notYet = (at: Date) => ({
  ...notNow,
  options: { details: { message: expect.stringContaining(at.toISOString()) } },
});

describe('before the sale ends', () => {
  test('a close before its time needs a reason', async () => {
    await expect(closeDraw(own.db, draw.drawId, { actor: 'gunna' })).rejects.toMatchObject(notNow);
    expect((await at.draw(draw.drawId)).closedAt).toBeNull();
  });

  test('an open draw takes no seal, no result, no settlement and no payout', async () => {
    await expect(sealDraw(own.db, own.config, draw.drawId)).rejects.toMatchObject(notNow);
    await expect(enter('gunna')).rejects.toMatchObject(notNow);
    await expect(confirm('jonas')).rejects.toMatchObject(notNow);
    await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toMatchObject(notNow);
    await expect(payDraw(own.db, draw.drawId, 'sigga')).rejects.toMatchObject(notNow);
  });

  test('a draw that does not exist', async () => {
    await expect(closeDraw(own.db, 9999, { actor: 'gunna' })).rejects.toMatchObject({
      code: 'EC_NO_DATA_FOUND',
    });
  });
});

describe('closed', () => {
  test('must-hold 75: no result without a seal, and the seal cannot be made twice', async () => {
    const closed = await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
    expect(await closeDraw(own.db, draw.drawId, { actor: 'jonas' })).toEqual(closed);
    await expect(enter('gunna')).rejects.toMatchObject(notNow);
    const seals = await Promise.all([1, 2, 3].map(() => sealDraw(own.db, own.config, draw.drawId)));
    expect(new Set(seals.map((seal) => seal.merkleRoot.toString('hex'))).size).toBe(1);
    expect(await at.value<number>(sql`SELECT count(*) FROM seals`)).toBe(1);
    await expect(own.pool.query('UPDATE seals SET coupons = 0')).rejects.toMatchObject({ code: '42501' });
    await expect(own.adminPool.query('UPDATE seals SET coupons = 0')).rejects.toThrow(/refused/);
    await expect(own.adminPool.query('DELETE FROM book_blocks')).rejects.toThrow(/refused/);
  });

  test('must-hold 71: nothing is sold for a closed draw', async () => {
    const playerId = await at.player(10_000);
    await expect(at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] }, draw)).rejects.toMatchObject({
      code: 'EC_SALE_CLOSED',
    });
    expect(await at.balance(playerId)).toBe(10_000);
  });

  test('no result before the draw is held, nor before the time it was moved to', async () => {
    await expect(enter('gunna')).rejects.toMatchObject(notYet(draw.drawDate));
    await expect(confirm('jonas')).rejects.toMatchObject(notYet(draw.drawDate));
    const later = new Date(draw.drawDate.getTime() + 3_600_000);
    await moveDraw(own.db, draw.drawId, later, { actor: 'gunna', reason: 'a storm' });
    await at.advanceTo(draw.drawDate);
    await expect(enter('gunna')).rejects.toMatchObject(notYet(later));
    await at.advanceTo(later);
    expect(await at.value<number>(sql`SELECT count(*) FROM result_entries`)).toBe(0);
  });

  test.each<[string, Drawn]>([
    ['four numbers', { numbers: [7, 11, 20, 33] }],
    ['six numbers', { numbers: [7, 11, 20, 33, 44, 45] }],
    ['a number twice', { numbers: [7, 11, 20, 33, 33] }],
    ['a number above the matrix', { numbers: [7, 11, 20, 33, 46] }],
    ['a number below 1', { numbers: [0, 11, 20, 33, 45] }],
    ['half a number', { numbers: [7.5, 11, 20, 33, 45] }],
    ['no bonus', { bonusNumbers: [] }],
    ['two bonus numbers', { bonusNumbers: [8, 9] }],
    ['a bonus that was drawn already', { bonusNumbers: [45] }],
    ['a bonus above the matrix', { bonusNumbers: [46] }],
    ['four Joker digits', { joker: '0123' }],
    ['a Joker letter', { joker: '0123x' }],
    ['no Joker', { joker: null }],
  ])('must-hold 80: %s is refused', async (_, changed) => {
    await expect(enter('gunna', changed)).rejects.toMatchObject({ code: 'EC_TICKET_INVALID_SELECTIONS' });
    expect(await at.value<number>(sql`SELECT count(*) FROM result_entries`)).toBe(0);
  });

  test('must-hold 79: a result needs two persons with equal numbers', async () => {
    await expect(confirm('jonas')).rejects.toMatchObject(notNow);
    await enter('gunna', { numbers: [7, 11, 20, 33, 44] });
    await enter('gunna');
    for (const same of [...spellingsOf('gunna'), '', '\u200b'])
      await expect(confirm(same)).rejects.toMatchObject(notNow);
    for (const changed of [{ numbers: [7, 11, 20, 33, 44] }, { bonusNumbers: [9] }, { joker: '00701' }]) {
      await expect(confirm('jonas', changed)).rejects.toMatchObject({ code: 'EC_INVALID_COMBINATION' });
    }
    expect((await at.draw(draw.drawId)).state).toBe('released');
    await confirm('jonas', { numbers: [45, 33, 20, 11, 7] });
    expect((await at.draw(draw.drawId)).state).toBe('confirmed');
    // The same confirmation again is no harm; any other is refused.
    await confirm('jonas');
    await expect(confirm('jonas', { bonusNumbers: [9] })).rejects.toMatchObject(notNow);
    await expect(confirm('sigga')).rejects.toMatchObject(notNow);
    await expect(enter('gunna')).rejects.toMatchObject(notNow);
  });

  test('the database itself refuses one person for both', async () => {
    const row = (entered: string | null, confirmed: string) =>
      own.pool.query(
        `INSERT INTO draw_results (draw_id, revision, origin, outcome, confirmed_at, confirmed_by,
          entered_by_key, confirmed_by_key)
         VALUES ($1, 1, 'calendar', '{}', domain_now(), 'Gunna', $2, $3)`,
        [draw.drawId, entered, confirmed],
      );
    await expect(row('gunna', 'gunna')).rejects.toThrow(/two_persons/);
    await expect(row(null, 'gunna')).rejects.toThrow(/two_persons/);
    await expect(row('gunna', '')).rejects.toThrow(/two_persons/);
  });

  test('must-hold 82: no way back, whoever tries', async () => {
    for (const state of ['created', 'released', 'results', 'payout', 'settled', 'cancelled']) {
      const statement = `UPDATE draws SET state = '${state}' WHERE draw_id = ${draw.drawId}`;
      await expect(own.pool.query(statement), state).rejects.toMatchObject({ code: '23514' });
      await expect(own.adminPool.query(statement), state).rejects.toMatchObject({ code: '23514' });
    }
    await expect(
      own.pool.query(`UPDATE draws SET closed_at = NULL WHERE draw_id = ${draw.drawId}`),
    ).rejects.toThrow(/closed once/);
    await expect(own.pool.query("UPDATE draw_results SET outcome = '{}'")).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('every step is on record with its person', async () => {
    const steps = await sql<{ to_state: string; actor: string }>`
      SELECT to_state, actor FROM draw_steps WHERE draw_id = ${draw.drawId} ORDER BY step`.execute(own.db);
    expect(steps.rows).toEqual([
      { to_state: 'created', actor: 'calendar' },
      { to_state: 'released', actor: 'calendar' },
      { to_state: 'released', actor: 'gunna' },
      { to_state: 'released', actor: 'gunna' },
      { to_state: 'results', actor: 'gunna' },
      { to_state: 'confirmed', actor: 'jonas' },
    ]);
  });
});

test('must-hold 81: the numbers of an earlier draw raise an alarm and no stop', async () => {
  const first = draw;
  draw = await at.onSale();
  await at.seal(draw);
  await at.advanceTo(draw.drawDate);
  await enter('gunna');
  const { alarms } = await confirm('jonas');
  expect(alarms).toEqual([`lotto ${draw.number} has the numbers of draw ${first.number}.`]);
  expect((await at.draw(draw.drawId)).state).toBe('confirmed');
  expect(await at.value<string>(sql`SELECT code FROM draw_alarms WHERE NOT stops`)).toBe(
    'result_seen_before',
  );
});

test('a draw waits for the one before it, whose carry it takes', async () => {
  await expect(settleDraw(own.db, own.config, draw.drawId)).rejects.toMatchObject(notNow);
});
