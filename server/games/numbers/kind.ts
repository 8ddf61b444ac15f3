/** The number lotteries, as the life of a draw sees them. */

import { drawCalendar } from '#rules/numbers/calendar.ts';
import { rollDownDraw, rollDownOf } from '#rules/numbers/draws.ts';
import { readFigures, writtenFigures } from '#rules/numbers/figures.ts';
import { type GameId, gameIds, numberGames, rulesOf, versionAt } from '#rules/numbers/games.ts';
import { systemRowCount } from '#rules/numbers/system.ts';
import { noKronur } from '#rules/values/money.ts';
import { weekOf } from '#rules/values/weeks.ts';
import { type Draw, dateOfDraw } from '#server/draws/draw.ts';
import type { DrawKind, WinLine } from '#server/draws/kind.ts';
import type { SystemRows } from './book-lines.ts';
import type { Counted } from './engine-a.ts';
import { engineB } from './engine-b.ts';
import { lookAt, masksOf, readOutcome, signedLines } from './outcome.ts';
import { plausibility } from './plausibility.ts';
import { prizesOf } from './prizes.ts';
import { resultOptions } from './result-options.ts';
import { showing } from './showing.ts';
import { subscriptionRules } from './subscriptions.ts';
import { tierTableOf } from './tier-table.ts';

export const numbers = {
  games: gameIds,
  calendar: (game) => (from, count) => drawCalendar(game as GameId, from, count),
  termsOn(game, date) {
    const { id, sale, tiers } = versionAt(game as GameId, date);
    if (!sale) throw new Error(`${id} has no price: nothing is sold under it`);
    const { amountRow, joker, highWinFrom, hold } = sale;
    return {
      rulesId: id,
      amountRow,
      amountSide: joker?.amount ?? noKronur,
      highWinFrom,
      hold,
      awaitsFigures: tiers.some(({ scope }) => scope === 'common'),
      playerRowsMax: null,
    };
  },
  reach(draw) {
    const game = draw.game as GameId;
    return rollDownDraw(game, dateOfDraw(draw), rollDownOf(game, rulesOf(draw)));
  },
  book: {
    rowWords: (draw) => (rulesOf(draw).chosenBonus.count > 0 ? 2 : 1),
    module: new URL('./book-lines.ts', import.meta.url),
    own: systemRowsOf,
  },
  weekOf,
  factsOf: null,
  resultOptions,
  readOutcome,
  missing: () => null,
  lookAt,
  signedLines,
  showing,
  lines: linesOf,
  sideName: 'Joker',
  engineA: {
    thread: new URL('./engine-a-worker.ts', import.meta.url),
    task: (draw, outcome): Counted => ({ table: tierTableOf(rulesOf(draw)), drawn: masksOf(outcome) }),
  },
  engineB: (db, draw, outcome, span) =>
    engineB(db, draw.drawId, tierTableOf(rulesOf(draw)), masksOf(outcome), span),
  subscriptions: subscriptionRules,
  readFigures: (draw, given) => writtenFigures(readFigures(rulesOf(draw), given)),
  figuresFaults: plausibility,
  prizes: async (_, draw, question) => prizesOf(draw, linesOf(draw), question),
} satisfies DrawKind;

function systemRowsOf(draw: Pick<Draw, 'game' | 'rulesId'>): SystemRows {
  const version = rulesOf(draw);
  const sizes = numberGames[draw.game as GameId].systemSizes;
  return Object.fromEntries(sizes.map((size) => [size, systemRowCount(version, size)]));
}

/** The tiers of the rows, then Joker's: in this order both engines count. */
function linesOf(draw: Pick<Draw, 'rulesId'>): WinLine[] {
  const { tiers, sale } = rulesOf(draw);
  return [
    ...tiers.map(({ tier, condition }): WinLine => ({ part: 'main', tier, condition })),
    ...(sale?.joker?.tiers ?? []).map(({ tier, condition }): WinLine => ({ part: 'side', tier, condition })),
  ];
}
