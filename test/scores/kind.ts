/** The kind that proves the shape: everything that pools will do otherwise, in one folder. */

import { prizeTable } from '#rules/draws/prizes.ts';
import { isk, noKronur } from '#rules/values/money.ts';
import { createKinds, type DrawKind, type Figures } from '#server/draws/kind.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import { engineB } from './engine-b.ts';
import { codesOf, missing, readOutcome, resultOptions, signedLines } from './outcome.ts';
import { amountRow, fundOf, gameId, highWinFrom, prizeRules, rulesId } from './rules.ts';
import { showing } from './showing.ts';

export const scores = {
  games: [gameId],
  calendar: () => [],
  termsOn: () => ({ rulesId, amountRow, amountSide: noKronur, highWinFrom, hold: null, awaitsFigures: true }),
  reach: () => 1,
  book: { rowWords: () => 2, module: new URL('./book-lines.ts', import.meta.url), own: () => null },
  entry: 'parts',
  resultOptions,
  readOutcome,
  missing,
  lookAt: async () => null,
  signedLines,
  showing,
  lines: () => prizeRules.tiers.map(({ tier, condition }) => ({ part: 'main', tier, condition })),
  sideName: null,
  engineA: { thread: new URL('./engine-a.ts', import.meta.url), task: (_, outcome) => codesOf(outcome) },
  engineB,
  subscriptions: null,
  readFigures(_, given) {
    const { minima } = given as { minima?: unknown };
    const isWhole = typeof minima === 'object' && Object.values(minima ?? []).every(Number.isSafeInteger);
    if (!isWhole) throw new RangeError('the minima of the tiers are missing');
    return { minima };
  },
  figuresFaults: (_, figures) =>
    minimaOf(figures).every(([, least]) => least < 1e9) ? [] : ['a minimum is above a thousand million'],
  async prizes(_, __, { sales, units, carryIn, figures }) {
    const minimum = Object.fromEntries(minimaOf(figures ?? {}).map(([tier, least]) => [tier, isk(least)]));
    const winners = Object.fromEntries(units.map((count, index) => [index + 1, count]));
    const table = prizeTable(prizeRules, { fund: fundOf(sales.rows), winners, carryIn, minimum });
    return { table, common: null, side: null };
  },
} satisfies DrawKind;

const minimaOf = ({ minima }: Figures) => Object.entries(minima as Record<string, number>);

/** The product's games, and this one. */
export const kinds = createKinds([numbers, scores]);
