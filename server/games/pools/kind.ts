/** The football pools, as the life of a draw sees them: signs in two games, goals in a third. */

import { type Figures, readFigures } from '#rules/pools/figures.ts';
import { matchCount, type PoolId } from '#rules/pools/games.ts';
import { countedRights } from '#rules/pools/results.ts';
import { poolRulesAt } from '#rules/pools/versions.ts';
import { noKronur } from '#rules/values/money.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Draw } from '#server/draws/draw.ts';
import type { DrawKind, KnownHere } from '#server/draws/kind.ts';
import type { Counted } from './engine-a.ts';
import { engineB } from './engine-b.ts';
import { factsOf, lookAt, missing, readOutcome, resultOf, resultOptions, signedLines } from './outcome.ts';
import { prizesOf } from './prizes.ts';
import { showingOf } from './showing.ts';

const gameOf = (draw: Pick<Draw, 'game'>) => draw.game as PoolId;

export const toto = poolKind(['totoeng', 'totoeur']);
export const xg = poolKind(['xg']);

function poolKind(games: readonly [PoolId, ...PoolId[]]) {
  return {
    games,
    calendar: () => null,
    termsOn(game, date) {
      const { id, amountRow, highWinFrom, programRowsMax } = poolRulesAt(game as PoolId, date);
      return {
        ...{ rulesId: id, amountRow, amountSide: noKronur, highWinFrom, hold: null },
        // A program of the common pool says so itself.
        ...{ awaitsFigures: false, playerRowsMax: programRowsMax },
      };
    },
    reach: () => 1,
    book: {
      rowWords: (draw) => (gameOf(draw) === 'xg' ? 2 : 1),
      module: new URL('./book-lines.ts', import.meta.url),
      own: gameOf,
    },
    weekOf: isoWeekOf,
    factsOf,
    resultOptions,
    readOutcome,
    missing,
    lookAt,
    signedLines,
    showing: showingOf(games[0], games),
    lines: (draw) =>
      countedRights(gameOf(draw)).map((right) => {
        return { part: 'main', tier: matchCount + 1 - right, condition: String(right) };
      }),
    sideName: null,
    engineA: {
      thread: new URL('./engine-a-worker.ts', import.meta.url),
      task: (draw, outcome): Counted => ({ game: gameOf(draw), result: resultOf(draw, outcome) }),
    },
    engineB: (db, draw, outcome, span) =>
      engineB(db, draw.drawId, { game: gameOf(draw), result: resultOf(draw, outcome) }, span),
    subscriptions: null,
    readFigures: (draw, given) => ({ ...readFigures(gameOf(draw), given) }),
    figuresFaults: (draw, figures, here) => faultsOf(gameOf(draw), readFigures(gameOf(draw), figures), here),
    prizes: (_, draw, question) => prizesOf(draw, question),
  } satisfies DrawKind;
}

/** Our own rows and winners are known: figures that contradict them are not taken. */
function faultsOf(game: PoolId, { rowsAll, tiers }: Figures, { rows, units }: KnownHere): string[] {
  const faults = rowsAll < rows ? [`${rowsAll} rows were sold everywhere, and ${rows} here`] : [];
  const rights = countedRights(game);
  for (const { right, winnersIceland } of tiers) {
    const counted = right === null ? 0 : (units[rights.indexOf(right)] ?? 0);
    if (counted !== winnersIceland)
      faults.push(
        `the file has ${winnersIceland} rows with ${right} right here, and ${counted} were counted`,
      );
  }
  return faults;
}
