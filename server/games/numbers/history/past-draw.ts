/** A draw of the past as history keeps it: what was drawn and what was published of its prizes. */
import type { GameId } from '#rules/numbers/games.ts';

export type PastDraw = {
  game: GameId;
  /** The draw day, `YYYY-MM-DD`. */
  date: string;
  /** Ascending. */
  numbers: readonly number[];
  bonusNumbers: readonly number[];
  /** `01234`, null when it is not known. */
  joker: string | null;
  /** Null when none was published. */
  prizes: readonly PastPrize[] | null;
};

/** Whole krónur. */
export type PastPrize = {
  part: 'main' | 'side';
  tier: number;
  condition: string;
  /** For one winning row, 0 when there is none. */
  amount: number;
  winners: number;
  winnersLocal: number;
  /** What the tier held, where it is known: of an unwon tier the published figure, rounded down to 10 kr. */
  pool: number | null;
  /** The rest of the arithmetic, in the generated history alone. */
  arithmetic: {
    share: number;
    carryIn: number;
    topUp: number;
    paid: number;
    carryOut: number;
    remainder: number;
  } | null;
};
