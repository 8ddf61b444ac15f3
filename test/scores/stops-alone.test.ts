/** What some part does not know of a coupon, an outcome or a line stops that draw alone, with an alarm. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDraw, sealJob } from '#server/draws/close.ts';
import { drawDeadlines, drawTasks } from '#server/draws/deadlines.ts';
import type { Draw } from '#server/draws/draw.ts';
import { createKinds, type DrawKind } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createResultFiles } from '#server/results/result-files.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { kinds, scores } from './kind.ts';
import { bringFigures, openMarket, purchaseOf } from './market.ts';
import { matchCount, type Score } from './rules.ts';

const right: Score[] = Array.from({ length: matchCount }, () => [1, 0]);
const outcome = Object.fromEntries(right.map((score, match) => [match + 1, score.join('-')]));
const log = createLog('test', 2, 'silent');

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let lotto: Draw;
let draw: Draw;
beforeEach(async () => {
  own = await testDatabase();
  draw = await openMarket(own, 4);
  at = drawFixture(own);
  lotto = await at.open();
  const [anna, bui] = [await at.player(10_000), await at.player(10_000)];
  await at.buy({ playerId: anna, rows: [[1, 2, 3, 4, 5]] }, lotto);
  await createSell(own.pipeline, log)(purchaseOf(draw, bui, [right]));
});
afterEach(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const parts = (kind: DrawKind = scores) => ({
  db: own.db,
  config: { ...own.config, kinds: createKinds([numbers, kind]), autoDraw: true },
  log,
  beforeSeal: async () => {},
});
const alarms = async () => {
  const { rows } = await sql<{ drawId: number; code: string }>`
    SELECT draw_id AS "drawId", code FROM draw_alarms ORDER BY at`.execute(own.db);
  return rows;
};
const run = async (name: string, kind: DrawKind) =>
  (drawDeadlines(parts(kind)).find((each) => each.name === name) as Deadline).run(own.db);

async function drawn(): Promise<void> {
  for (const { drawId } of [draw, lotto]) await closeDraw(own.db, drawId, { actor: 'gunna', reason: 'test' });
  for (const { drawId } of [draw, lotto]) await sealDraw(own.db, own.config, drawId);
  await at.result(lotto.drawId, [1, 2, 3, 4, 5], 6);
  await untilHeld(own.db, draw.drawId);
  const entered = (actor: string) => ({ drawId: draw.drawId, outcome, actor });
  await transaction(own.db, (tx) => enterResult(tx, kinds, entered('gunna')));
  await transaction(own.db, async (tx) => void (await confirmResult(tx, kinds, entered('jonas'))));
  await bringFigures(own.db, own.config, draw, {});
}

test('a coupon of a system that the kind does not have', async () => {
  const where = `WHERE game = '${draw.game}'`;
  await at.tamper('tickets', `UPDATE tickets SET system = 7 ${where}`);
  for (const { drawId } of [draw, lotto]) {
    await closeDraw(own.db, drawId, { actor: 'gunna', reason: 'test' });
    await drawTasks(parts())[sealJob]?.({ drawId }, {} as never);
  }
  const { rows } = await sql`SELECT draw_id AS "drawId" FROM seals`.execute(own.db);
  expect(rows).toEqual([{ drawId: lotto.drawId }]);
  expect(await alarms()).toEqual([{ drawId: draw.drawId, code: 'seal_failed' }]);
  await at.tamper('tickets', `UPDATE tickets SET system = 0 ${where}`);
});

test.each<[string, Partial<DrawKind>, string]>([
  [
    'an outcome',
    {
      engineA: {
        ...scores.engineA,
        task: () => {
          throw new RangeError('match 1 has no score that is known');
        },
      },
    },
    'settlement_failed',
  ],
  [
    'a line',
    {
      prizes: async (tx, each, question) => ({
        ...(await scores.prizes(tx, each, question)),
        paidBy: [],
      }),
    },
    'prize_line_missing',
  ],
])('%s that is not known', async (_, change, code) => {
  await drawn();
  const broken: DrawKind = { ...scores, ...change };
  expect(await run('draw settlement', broken)).toBe(2);
  expect(await alarms()).toEqual([{ drawId: draw.drawId, code }]);
  expect((await at.draw(lotto.drawId)).state).toBe('winsel');
  await run('draw payout', broken);
  expect((await at.draw(lotto.drawId)).state).toBe('closed');
  // It waits for a person, and is not tried again by itself.
  expect(await run('draw settlement', broken)).toBe(0);
  expect((await at.draw(draw.drawId)).state).toBe('confirmed');
});

test('a result that cannot be shown leaves the result files of other games alone', async () => {
  await drawn();
  const showing: DrawKind['showing'] = {
    ...scores.showing,
    result: () => {
      throw new RangeError('match 1 has no score that is known');
    },
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'results-'));
  const { kinds: all } = parts({ ...scores, showing }).config;
  const { signingKey } = own.config.secrets;
  const files = createResultFiles({ db: own.db, kinds: all, log, dataDir, signingKey });
  await files.refresh('all');
  await files.refresh('all');
  expect(readdirSync(join(dataDir, 'results'))).toEqual(['lotto']);
  const { rows } = await sql`SELECT kind, reference FROM alarms`.execute(own.db);
  expect(rows).toEqual([{ kind: 'unwrittenResults', reference: draw.game }]);
  rmSync(dataDir, { recursive: true, force: true });
});
