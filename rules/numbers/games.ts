/** The three number lotteries as data; what changes with time stands in their rule versions. */

import { rowAt } from '../draws/dated.ts';
import { type GameIdOf, gameIdsOf } from '../games.ts';
import { eurojackpotVersions, lottoVersions, type RuleVersion, vikinglottoVersions } from './versions.ts';

export type GameId = GameIdOf<'numbers'>;
export const gameIds = gameIdsOf('numbers');

/** A wall-clock time of the draw day, `18:40` in `Atlantic/Reykjavik`. */
export type DrawTime = { readonly time: string; readonly zone: string };

export type NumberGame = {
  readonly gameId: GameId;
  readonly firstDraw: string;
  readonly close: DrawTime;
  readonly drawAt: DrawTime;
  readonly systemSizes: readonly number[];
  readonly multiDrawOptions: readonly number[];
  readonly versions: readonly RuleVersion[];
};

export const rowsMax = 10;
export const drawCountMax = 10;

export const numberGames: Readonly<Record<GameId, NumberGame>> = {
  lotto: {
    gameId: 'lotto',
    firstDraw: '1986-11-29',
    close: { time: '18:40', zone: 'Atlantic/Reykjavik' },
    drawAt: { time: '18:54', zone: 'Atlantic/Reykjavik' },
    systemSizes: [6, 7, 8, 9, 10],
    multiDrawOptions: [1, 2, 3, 4, 5, 10],
    versions: lottoVersions,
  },
  vikinglotto: {
    gameId: 'vikinglotto',
    firstDraw: '1993-03-17',
    close: { time: '18:00', zone: 'Europe/Oslo' },
    drawAt: { time: '19:00', zone: 'Europe/Oslo' },
    systemSizes: [7, 8, 9, 10],
    multiDrawOptions: [1, 2, 3, 4, 5, 10],
    versions: vikinglottoVersions,
  },
  eurojackpot: {
    gameId: 'eurojackpot',
    firstDraw: '2013-02-01',
    close: { time: '20:00', zone: 'Europe/Helsinki' },
    drawAt: { time: '21:00', zone: 'Europe/Helsinki' },
    systemSizes: [6, 7, 8, 9, 10],
    multiDrawOptions: [1, 2, 4, 6, 8, 10],
    versions: eurojackpotVersions,
  },
};

export function isGameId(text: string): text is GameId {
  return (gameIds as readonly string[]).includes(text);
}

/** Whether the game offers systems of so many numbers. */
export function isSystemSize(gameId: GameId, size: number): boolean {
  return numberGames[gameId].systemSizes.includes(size);
}

/** The rules that a draw carries, by the id in its row. Throws for an id that nobody wrote. */
export function rulesOf({ rulesId }: { readonly rulesId: string }): RuleVersion {
  const version = versionsById.get(rulesId);
  if (!version) throw new RangeError(`there are no rules ${rulesId}`);
  return version;
}

const versionsById = new Map(
  gameIds.flatMap((gameId) => numberGames[gameId].versions.map((version) => [version.id, version])),
);

/**
 * The rules that a draw on that date (`YYYY-MM-DD`) is planned under. For planning and for draws of the past
 * alone: a draw that exists has its own (`rulesOf`). Throws before the game's first draw.
 */
export function versionAt(gameId: GameId, date: string): RuleVersion {
  const version = rowAt(numberGames[gameId].versions, date);
  if (!version) throw new RangeError(`${gameId} was not drawn on ${date}`);
  return version;
}
