/** The kind that proves the shape: everything that pools will do otherwise, in one folder. */

import { prizeTable } from '#rules/draws/prizes.ts';
import { isk, noKronur } from '#rules/values/money.ts';
import { nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import { createKinds, type DrawKind } from '#server/draws/kind.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { engineB } from './engine-b.ts';
import { codesOf, missing, readOutcome, resultOptions, signedLines } from './outcome.ts';
import { amountRow, fundOf, gameId, highWinFrom, prizeRules, rulesId } from './rules.ts';

export const scores = {
  games: [gameId],
  calendar: () => [],
  termsOn: () => ({ rulesId, amountRow, amountSide: noKronur, highWinFrom }),
  reach: () => 1,
  systemRows: () => ({}),
  entry: 'parts',
  resultOptions,
  readOutcome,
  missing,
  lookAt: async () => null,
  signedLines,
  lines: () => prizeRules.tiers.map(({ tier, condition }) => ({ part: 'main', tier, condition })),
  sideName: null,
  engineA: { thread: new URL('./engine-a.ts', import.meta.url), task: (_, outcome) => codesOf(outcome) },
  engineB,
  async prizes(tx, draw, { sales, units, carryIn }) {
    const minimum = await figuresOf(tx, draw.drawId);
    if (!minimum) {
      const message = `${nameOf(draw)} is not settled: the figures of the third tier are missing.`;
      throw new DrawHalted('figures_missing', message, {});
    }
    const winners = Object.fromEntries(units.map((count, index) => [index + 1, count]));
    const table = prizeTable(prizeRules, { fund: fundOf(sales.rows), winners, carryIn, minimum });
    return { table, side: null };
  },
} satisfies DrawKind;

/** The product's games, and this one. */
export const kinds = createKinds([numbers, scores]);

async function figuresOf(db: Db, drawId: number) {
  const { rows } = await sql<{ tier: number; amount: number }>`
    SELECT tier, amount FROM test_figures WHERE draw_id = ${drawId}`.execute(db);
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ tier, amount }) => [tier, isk(amount)]));
}
