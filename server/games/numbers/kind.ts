/** The number lotteries, as the life of a draw sees them. */

import { prizeTable } from '#rules/draws/prizes.ts';
import { drawCalendar } from '#rules/numbers/calendar.ts';
import { rollDownDraw, rollDownOf } from '#rules/numbers/draws.ts';
import { localFund } from '#rules/numbers/fund.ts';
import { type GameId, gameIds, numberGames, rulesOf, versionAt } from '#rules/numbers/games.ts';
import { systemRowCount } from '#rules/numbers/system.ts';
import { basisPointsOf, noKronur, times } from '#rules/values/money.ts';
import { type Draw, dateOfDraw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import type { DrawKind, FixedLine, PrizeQuestion, Prizes, WinLine } from '#server/draws/kind.ts';
import type { Counted } from './engine-a.ts';
import { engineB } from './engine-b.ts';
import { lookAt, masksOf, readOutcome, signedLines } from './outcome.ts';
import { resultOptions } from './result-options.ts';
import { tierTableOf } from './tier-table.ts';

export const numbers = {
  games: gameIds,
  calendar: (game, from, count) => drawCalendar(game as GameId, from, count),
  termsOn(game, date) {
    const { id, sale } = versionAt(game as GameId, date);
    if (!sale) throw new Error(`${id} has no price: nothing is sold under it`);
    const { amountRow, joker, highWinFrom } = sale;
    return { rulesId: id, amountRow, amountSide: joker?.amount ?? noKronur, highWinFrom };
  },
  reach(draw) {
    const game = draw.game as GameId;
    return rollDownDraw(game, dateOfDraw(draw), rollDownOf(game, rulesOf(draw)));
  },
  systemRows(draw) {
    const version = rulesOf(draw);
    const sizes = numberGames[draw.game as GameId].systemSizes;
    return Object.fromEntries(sizes.map((size) => [size, systemRowCount(version, size)]));
  },
  entry: 'whole',
  resultOptions,
  readOutcome,
  missing: () => null,
  lookAt,
  signedLines,
  lines: linesOf,
  sideName: 'Joker',
  engineA: {
    thread: new URL('./engine-a-worker.ts', import.meta.url),
    task: (draw, outcome): Counted => ({ table: tierTableOf(rulesOf(draw)), drawn: masksOf(outcome) }),
  },
  engineB: (db, draw, outcome, span) =>
    engineB(db, draw.drawId, tierTableOf(rulesOf(draw)), masksOf(outcome), span),
  prizes: async (_, draw, question) => prizesOf(draw, question),
} satisfies DrawKind;

/** The tiers of the rows, then Joker's: in this order both engines count. */
function linesOf(draw: Pick<Draw, 'rulesId'>): WinLine[] {
  const { tiers, sale } = rulesOf(draw);
  return [
    ...tiers.map(({ tier, condition }): WinLine => ({ part: 'main', tier, condition })),
    ...(sale?.joker?.tiers ?? []).map(({ tier, condition }): WinLine => ({ part: 'side', tier, condition })),
  ];
}

function prizesOf(draw: Draw, { sales, rows, units, carryIn }: PrizeQuestion): Prizes {
  const version = rulesOf(draw);
  const winners = Object.fromEntries(version.tiers.map(({ tier }, index) => [tier, units[index] ?? 0]));
  haltWhatIsNotSettledHere(draw, winners);
  const fund = localFund(version, { sales: sales.rows, rows, euroRate: null });
  const joker = version.sale?.joker ?? null;
  return {
    table: prizeTable(version, { fund, winners, carryIn }),
    side: joker && {
      lines: joker.tiers.map(({ tier, condition, amount }, index): FixedLine => {
        const won = units[version.tiers.length + index] ?? 0;
        return { part: 'side', tier, condition, amount, winners: won, paid: times(amount, won) };
      }),
      fund: basisPointsOf(sales.side, joker.prizeBasisPoints),
      reserve: { kind: 'joker_reserve' },
    },
  };
}

/**
 * Pools that are shared with other countries need the organiser's figures, and a tier with winners needs a
 * line that pays them: without either the draw stops, and nobody silently wins 0 kr.
 */
function haltWhatIsNotSettledHere(draw: Draw, winners: Readonly<Record<number, number>>): void {
  const { id, tiers: all, fund } = rulesOf(draw);
  const unpaid = all.filter(({ tier, scope }) => scope === 'common' && winners[tier]);
  if (unpaid.length > 0) {
    const tiers = unpaid.map(({ condition }) => condition).join(', ');
    const message = `${nameOf(draw)} is not settled: ${tiers} has winners and no prize line.`;
    throw new DrawHalted('prize_line_missing', message, { tiers });
  }
  if (fund?.kind === 'local') return;
  const message = `${nameOf(draw)} is not settled: the organiser's figures are missing.`;
  throw new DrawHalted('figures_missing', message, { rules: id });
}
