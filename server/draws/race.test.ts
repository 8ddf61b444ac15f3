import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { closeDraw } from './close.ts';
import { sealDraw } from './seal/seal.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

test('must-hold 71, 72: a purchase that races the close is sealed or refused, nobody waits', async () => {
  const at = drawFixture(own);
  const draw = await at.open();
  const players = await Promise.all(Array.from({ length: 20 }, () => at.player(100_000)));
  const outcomes: ('sold' | 'refused')[] = [];
  const buyers = players.map(async (playerId) => {
    for (let refused = 0; refused < 3; ) {
      try {
        await at.buy({ playerId, rows: [[1, 2, 3, 4, 5]] }, draw);
        outcomes.push('sold');
      } catch (error) {
        expect(error).toMatchObject({ code: 'EC_SALE_CLOSED' });
        outcomes.push('refused');
        refused += 1;
      }
    }
  });
  while (outcomes.length < 200) await new Promise((done) => setTimeout(done, 5));
  const close = closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  const { closedAt } = await close;
  const seal = await sealDraw(own.db, own.config, draw.drawId);
  await Promise.all(buyers);

  const sold = outcomes.filter((outcome) => outcome === 'sold').length;
  expect(outcomes).toContain('refused');
  expect(seal).toMatchObject({ coupons: sold, rows: sold, stakes: sold * 150 });
  const late = sql`SELECT count(*) FROM tickets JOIN coupons USING (player_id, ticket_id)
    WHERE draw_id = ${draw.drawId} AND purchased_at > ${closedAt}`;
  expect(await at.value<number>(late)).toBe(0);
  // The draw that follows is on sale while the seal is made.
  await at.buy({ playerId: players[0] ?? 0, rows: [[1, 2, 3, 4, 5]] });
  expect(await checkLedger(own.db)).toEqual({ ok: true });
});
