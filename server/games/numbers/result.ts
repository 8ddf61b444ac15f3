/** The result of a number lottery as the public sees it; signed files have its fields in this order. */
import type { NumbersResult } from '#contract/games/numbers.ts';
import { rollDownDraw, rollDownOf } from '#rules/numbers/draws.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { weekdayOf, weekOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from '#server/draws/draw.ts';
import { type ResultRow, shownPrize } from '#server/draws/result-row.ts';
import { drawnOf } from './outcome.ts';

export function numbersResult(row: ResultRow): NumbersResult {
  const game = row.game as GameId;
  const date = dateOfDraw(row);
  const cancelled = row.state === 'cancelled';
  const main = row.prizes.filter(({ part }) => part === 'main');
  const [first] = main;
  const drawn = row.outcome && drawnOf(row.outcome);
  return {
    gameId: game,
    draw: row.number,
    status: cancelled ? 'closed' : 'resulted',
    drawDate: row.drawDate.toISOString(),
    closeDate: row.closeDate.toISOString(),
    amountRow: row.amountRow,
    amountJoker: row.amountSide,
    rulesId: row.rulesId,
    rollDownDraw: rollDownDraw(game, date, rollDownOf(game, rulesOf(row))),
    drawDay: weekdayOf(date),
    ...weekOf(row.plannedDate),
    lottoNumbers: [...(drawn?.numbers ?? [])],
    bonusNumbers: [...(drawn?.bonusNumbers ?? [])],
    superNumbers: [],
    jokerNumbers: [...(drawn?.joker ?? '')].map(Number),
    lottoWins: main.map(shownPrize),
    jokerWins: row.prizes.filter(({ part }) => part === 'side').map(shownPrize),
    ...(row.rowsSold !== null && { rowsSold: row.rowsSold }),
    ...(row.confirmedAt && { confirmedAt: row.confirmedAt.toISOString() }),
    ...(first?.winners === 0 && first.carry && { carriedOver: first.carry }),
    ...(row.origin === 'sample' && { sample: true }),
    ...(cancelled && { cancelled }),
  };
}
