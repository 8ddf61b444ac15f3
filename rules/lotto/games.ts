/** The three number lotteries as data (spec games §1, §9; lotteries.md §1). A draw carries its own price. */

import { type Dated, rowAt } from '../values/dated.ts';
import { type Isk, isk } from '../values/money.ts';
import { eurojackpotVersions, lottoVersions, type RuleVersion, vikinglottoVersions } from './versions.ts';

export const gameIds = ['lotto', 'vikinglotto', 'eurojackpot'] as const;
export type GameId = (typeof gameIds)[number];

export type Price = Dated & { readonly amount: Isk };

/** A wall-clock time of the draw day, `18:40` in `Atlantic/Reykjavik`. */
export type DrawTime = { readonly time: string; readonly zone: string };

export type NumberGame = {
  readonly gameId: GameId;
  readonly firstDraw: string;
  readonly close: DrawTime;
  readonly drawAt: DrawTime;
  readonly rowPrices: readonly Price[];
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
    rowPrices: [{ from: '2022-06-26', amount: isk(150) }],
    systemSizes: [6, 7, 8, 9, 10],
    multiDrawOptions: [1, 2, 3, 4, 5, 10],
    versions: lottoVersions,
  },
  vikinglotto: {
    gameId: 'vikinglotto',
    firstDraw: '1993-03-17',
    close: { time: '18:00', zone: 'Europe/Oslo' },
    drawAt: { time: '19:00', zone: 'Europe/Oslo' },
    rowPrices: [{ from: '2023-03-30', amount: isk(115) }],
    systemSizes: [7, 8, 9, 10],
    multiDrawOptions: [1, 2, 3, 4, 5, 10],
    versions: vikinglottoVersions,
  },
  eurojackpot: {
    gameId: 'eurojackpot',
    firstDraw: '2013-02-01',
    close: { time: '20:00', zone: 'Europe/Helsinki' },
    drawAt: { time: '21:00', zone: 'Europe/Helsinki' },
    rowPrices: [{ from: '2023-03-29', amount: isk(310) }],
    systemSizes: [6, 7, 8, 9, 10],
    multiDrawOptions: [1, 2, 4, 6, 8, 10],
    versions: eurojackpotVersions,
  },
};

export const jokerPrices: readonly Price[] = [{ from: '2024-11-24', amount: isk(250) }];

export function isGameId(text: string): text is GameId {
  return (gameIds as readonly string[]).includes(text);
}

/** The rules of a draw on that date (`YYYY-MM-DD`). Throws before the game's first draw. */
export function versionAt(gameId: GameId, date: string): RuleVersion {
  const version = rowAt(numberGames[gameId].versions, date);
  if (!version) throw new RangeError(`${gameId} was not drawn on ${date}`);
  return version;
}

/** The newest rules, for pages that belong to no draw. */
export function currentVersion(gameId: GameId): RuleVersion {
  const version = numberGames[gameId].versions.at(-1);
  if (!version) throw new RangeError(`${gameId} has no rules`);
  return version;
}

/**
 * Of each 100 kr. staked, the kr. that go to prizes; in EuroJackpot at least (lotteries.md §1). Throws for
 * rules whose fund no public source gives.
 */
export function toPrizesOf100(version: RuleVersion): number {
  if (!version.fund) throw new RangeError(`The fund of ${version.version} is not known`);
  return version.fund.salesBasisPoints / 100;
}

/** The seed price of a row on that date; undefined before the first known price. */
export function rowPriceAt(gameId: GameId, date: string): Isk | undefined {
  return rowAt(numberGames[gameId].rowPrices, date)?.amount;
}

export function jokerPriceAt(date: string): Isk | undefined {
  return rowAt(jokerPrices, date)?.amount;
}
