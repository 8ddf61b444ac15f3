/** A program on sale, as its play page knows it. */
import type { PoolId } from '#rules/pools/games.ts';

export type PlayMatch = {
  readonly number: number;
  readonly home: string;
  readonly away: string;
  readonly competition: string;
  /** As it stands now. */
  readonly kickOff: string;
  /** Since the program was released. */
  readonly isMoved: boolean;
  /** Postponed, cancelled or abandoned. */
  readonly isOff: boolean;
  /** Each in the order of the outcomes: percent, or odds in hundredths; null where nobody says. */
  readonly chances: readonly number[];
  readonly forecast: readonly number[] | null;
  readonly odds: readonly number[] | null;
  /** Of the rows sold. */
  readonly people: readonly number[] | null;
};

export type PlayProgram = {
  readonly gameId: PoolId;
  readonly programId: string;
  readonly groupId: string;
  readonly week: number;
  /** Its matches are made up. */
  readonly isSample: boolean;
  readonly amountRow: number;
  readonly closeDate: string;
  readonly playDate: string;
  readonly resultDate: string;
  /** Of what is staked, basis points that go to prizes. */
  readonly prizeShare: number;
  /** Waits for the first tier of the next program of this game. */
  readonly carry: number;
  readonly rulesId: string;
  /** So far, of everybody. */
  readonly rowsSold: number;
  /** What the first tier holds now, with the carry; null where others decide it. */
  readonly firstPool: number | null;
  readonly matches: readonly PlayMatch[];
};
