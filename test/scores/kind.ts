/** The kind that proves the shape: everything that pools will do otherwise, in one folder. */

import { noKronur } from '#rules/values/money.ts';
import { dateOf, dayNumber, isoWeekOf } from '#rules/values/weeks.ts';
import { type Calendar, createKinds, type DrawKind, type Figures } from '#server/draws/kind.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import { toto, xg } from '#server/games/pools/kind.ts';
import { calls } from './buy.ts';
import { engineB } from './engine-b.ts';
import { codesOf, missing, readOutcome, resultOptions, signedLines } from './outcome.ts';
import { guaranteeFund, prizesOf } from './prizes.ts';
import { amountRow, countedRights, gameId, highWinFrom, playerRowsMax, rulesId, weeklyId } from './rules.ts';
import { showing } from './showing.ts';

export const scores = {
  games: [gameId, weeklyId],
  calls,
  calendar: (game) => (game === weeklyId ? sundays : null),
  termsOn: () => ({
    ...{ rulesId, amountRow, amountSide: noKronur, highWinFrom, hold: null },
    ...{ awaitsFigures: true, playerRowsMax },
  }),
  reach: () => 1,
  book: { rowWords: () => 2, module: new URL('./book-lines.ts', import.meta.url), own: () => null },
  weekOf: isoWeekOf,
  factsOf: (outcome) => Object.entries(outcome).map(([name, score]) => ({ name, value: String(score) })),
  resultOptions,
  readOutcome,
  missing,
  lookAt: async () => null,
  signedLines,
  showing,
  lines: () =>
    countedRights.map((right, index) => ({ part: 'main', tier: index + 1, condition: String(right) })),
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
  async prizes(_, __, { sales, units, carryIn, figures, held }) {
    const minima = Object.fromEntries(minimaOf(figures ?? {}));
    return prizesOf({ sales: sales.rows, units, carryIn, minima, held: await held(guaranteeFund) });
  },
} satisfies DrawKind;

/** Sales end at noon on Sundays, three hours before the first match. */
const sundays: Calendar = (from, count) => {
  const first = Math.ceil((dayNumber(from) - firstSunday) / 7);
  return Array.from({ length: count }, (_, index) => {
    const date = dateOf(firstSunday + 7 * (first + index));
    const [closeDate, drawDate] = [`${date}T12:00:00.000Z`, `${date}T15:00:00.000Z`];
    return { draw: first + index + 1, date, closeDate, drawDate };
  });
};
const firstSunday = dayNumber('2026-01-04');

const minimaOf = ({ minima }: Figures) => Object.entries(minima as Record<string, number>);

/** The product's games, and this one. */
export const kinds = createKinds([numbers, toto, xg, scores]);
