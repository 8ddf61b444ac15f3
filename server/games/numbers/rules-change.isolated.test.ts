/** New rules are committed while draws under the old ones are planned, on sale and sealed. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { extendCalendar } from '#server/draws/calendar.ts';
import { moveDraw } from '#server/draws/move.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { currentDraw } from './current.ts';

/** From Friday 27 November a row costs 200 kr. and half of the fund goes to the first tier. */
const changed = vi.hoisted(() => ({ isCommitted: true }));
vi.mock('#rules/numbers/versions.ts', async (original) => {
  const real = await original<typeof import('#rules/numbers/versions.ts')>();
  const last = real.lottoVersions.at(-1) as (typeof real.lottoVersions)[number];
  const shares = [5000, 900, 1000, 400, 1700, 1000];
  const next = {
    ...last,
    id: 'lotto-2026-11-27',
    from: '2026-11-27',
    tiers: last.tiers.map((tier, index) => ({ ...tier, shareBasisPoints: shares[index] ?? 0 })),
    sale: last.sale && { ...last.sale, amountRow: 200 },
  };
  const lottoVersions = new Proxy([...real.lottoVersions, next], {
    get: (rows, name, receiver) =>
      Reflect.get(changed.isCommitted || name in Object.prototype ? rows : rows.slice(0, -1), name, receiver),
  });
  return { ...real, lottoVersions };
});

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
beforeAll(async () => {
  changed.isCommitted = false;
  own = await testDatabase();
  at = drawFixture(own);
  ({ app } = testApp(own));
  [player] = (await addPlayers(own, 1, 50_000)) as [TestPlayer];
  await at.open();
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const buy = (drawCount: number) =>
  post<{ code?: string }>(
    app,
    '/lotto/buy',
    { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 * drawCount, drawCount },
    { cookie: player.cookie },
  );

const planned = async () => {
  const { rows } = await sql<{ day: string; terms: string }>`
    SELECT planned_date AS day, concat_ws(' ', rules_id, amount_row, amount_side, high_win_from) AS terms
    FROM draws WHERE game = 'lotto' AND origin = 'calendar' ORDER BY draw_date LIMIT 5`.execute(own.db);
  return rows.map(({ day, terms }) => `${day} ${terms}`);
};

test('before it is committed, a ticket reaches ten draws under one version', async () => {
  expect(await currentDraw(own.db, own.config.kinds, 'lotto')).toMatchObject({
    rollDownDraw: 10,
    rulesId: 'lotto-2025-05-18',
  });
  expect(await currentDraw(own.db, own.config.kinds, 'lotto')).not.toHaveProperty('rollDown');
  expect(await buy(4)).toMatchObject({ status: 201 });
});

test('planned draws that nobody bought take the new terms, sold ones keep theirs', async () => {
  changed.isCommitted = true;
  // New rules come with a new program.
  ({ app } = testApp(own));
  await transaction(own.db, (tx) => extendCalendar(tx, own.config.kinds));
  expect(await planned()).toEqual([
    '2026-11-21 lotto-2025-05-18 150 250 200000',
    // Three draws of the ticket above.
    '2026-11-28 lotto-2025-05-18 150 250 200000',
    '2026-12-05 lotto-2025-05-18 150 250 200000',
    '2026-12-12 lotto-2025-05-18 150 250 200000',
    '2026-12-19 lotto-2026-11-27 200 250 200000',
  ]);
});

test('must-hold 124: a draw keeps its terms, says when they change, and no ticket crosses that', async () => {
  expect(await currentDraw(own.db, own.config.kinds, 'lotto')).toMatchObject({
    amountRow: 150,
    rulesId: 'lotto-2025-05-18',
    rollDown: '2026-11-28',
    rollDownDraw: 1,
  });
  expect((await currentDraw(own.db, own.config.kinds, 'lotto')).followingDraws).toHaveLength(0);
  expect(await buy(2)).toMatchObject({ status: 400, body: { code: 'EC_VALUE_TOO_HIGH' } });
  expect(await buy(1)).toMatchObject({ status: 201 });
});

test('a sealed draw that is moved over the change is settled by its own rules', async () => {
  const draw = await at.onSale();
  await at.seal(draw);
  const later = new Date('2026-11-27T18:54:00Z');
  await moveDraw(own.db, draw.drawId, later, { actor: 'gunna', reason: 'the machine is broken' });
  await at.result(draw.drawId, [11, 12, 13, 14, 15], 6);
  await at.settle(draw.drawId);
  const { rows } = await sql<{ share: number }>`
    SELECT share FROM draw_prizes WHERE draw_id = ${draw.drawId} AND part = 'main' ORDER BY tier`.execute(
    own.db,
  );
  // 57 and 2 percent of the 135 kr. fund of two rows; 50 and 9 would be 67 and 12.
  expect(rows.slice(0, 2).map(({ share }) => share)).toEqual([76, 2]);
});

test('the sale itself refuses a ticket of two versions, whatever a web process believed', async () => {
  const draws = await sql<{ id: number }>`
    SELECT min(draw_id) AS id FROM draws WHERE state = 'created' GROUP BY rules_id ORDER BY id`.execute(
    own.db,
  );
  const [first, second] = draws.rows.map(({ id }) => id);
  await transaction(own.adminDb, async (tx) => {
    await sql`ALTER TABLE draws DISABLE TRIGGER guard`.execute(tx);
    await sql`UPDATE draws SET amount_row = 150 WHERE draw_id = ${second}`.execute(tx);
    await sql`ALTER TABLE draws ENABLE TRIGGER guard`.execute(tx);
  });
  const from = await at.onSale();
  const crossing = at.buy({ playerId: await at.player(10_000), rows: [[1, 2, 3, 4, 5]], drawCount: 4 }, from);
  await expect(crossing).rejects.toMatchObject({ code: 'EC_VALUE_TOO_HIGH' });
  expect(first).toBeLessThan(second ?? 0);
});
