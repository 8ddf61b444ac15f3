/**
 * How a kind tells of its games, in letters and to the pages. Whatever is true of every game, such as
 * amounts, dates and states, is the frame's. A kind without pages of its own shows marks
 * (`contract/described.ts`).
 */
import type { ApiAnswer } from '#contract/api.ts';
import type { DescribedCheck, DescribedPlay, DescribedResult, Words } from '#contract/described.ts';
import type { CheckedDraw } from '#contract/draws.ts';
import type {
  NumbersCheck,
  NumbersPlay,
  NumbersResult,
  NumbersRules,
  NumbersSettled,
} from '#contract/games/numbers.ts';
import type { Db } from '#server/platform/database.ts';
import type { Coupon, CouponResult } from './coupon.ts';
import type { Outcome } from './outcome.ts';
import type { ResultRow } from './result-row.ts';

/** The nominative, and as it stands after a verb: `Scores`, `in Scores`. */
export type GameNames = { name: Words; nameIn: Words };

/** The words in which a ticket keeps its rows, in decimal digits. */
export type PlayedWords = Pick<Coupon, 'rowMasks' | 'secondMasks' | 'system'>;

/** What the price of a ticket is made of, coupon by coupon. */
export type Priced = Pick<Coupon, 'game' | 'rulesId' | 'side' | 'stakeTotal' | 'stake' | 'rowCount'>;

/**
 * A line of a ticket in the letter of its win: a row as it was played, or what it won. `tier` is a condition
 * such as `4+B`, `sideTier` how many digits of the side game were right; `amount` is of all `count` rows.
 */
export type WonLine =
  | { row: string }
  | (({ tier: string } | { sideTier: string }) & { count: number; amount: number });

/** Of a draw in a letter; `name` is what the outcome is called, where that is not `numbers drawn`. */
export type OutcomeInLetters = { drawn: string | Words; name?: Words; side: string | null };

/** Rows one a line; `system` is the size of a system that the letter names, 0 where it names none. */
export type RowsInLetters = { rows: string | Words; system: number };

/** A coupon of a ticket whose code was given, with its result once there is one. */
export type Checked = { draw: CheckedDraw; coupon: Coupon; result: CouponResult | null };

export type ShownResult = NumbersResult | DescribedResult;
export type ShownRules = NumbersRules | { rulesId: string; [name: string]: unknown };
type Pot = ApiAnswer<'results.pots'>['pots'][number];

export type Showing = {
  /** Null for a game that the catalogue of texts names. */
  names(game: string): GameNames | null;
  /** Its draws are rounds of matches: letters call them so. */
  hasRounds?: true;
  outcomeInLetters(outcome: Outcome): OutcomeInLetters;
  rowsInLetters(played: PlayedWords): RowsInLetters;
  /** What was played, beside the outcome once there is one. */
  coupon(coupon: Coupon, result: CouponResult | null): NumbersPlay | { play: DescribedPlay };
  /**
   * What comes back in prizes on average of a ticket with these coupons, in whole krónur. Absent where the
   * kind cannot tell.
   */
  averageBack?(db: Db, coupons: readonly [Priced, ...Priced[]]): Promise<number>;
  /** The rows of a ticket in a settled draw. Absent where a letter tells the sum alone. */
  wonInLetters?(
    played: PlayedWords & Pick<Coupon, 'rulesId' | 'side'>,
    result: CouponResult,
  ): readonly WonLine[];
  /** The coupons of a ticket in the order of their draws; no amounts where its owner is not told yet. */
  checked(coupons: readonly [Checked, ...Checked[]]): NumbersCheck | DescribedCheck;
  /** In the evidence of a draw; `outcome` are the lines that are signed. */
  settled(outcome: Outcome): NumbersSettled | { outcome: string[] };
  result(row: ResultRow): ShownResult;
  /** Public JSON, whose hash is signed with the seal. Null for an id of another kind. */
  rules(rulesId: string): ShownRules | null;
  /** How the first prize grew in the latest draws; null in games without such a history. */
  pots: ((db: Db, game: string) => Promise<Pot[]>) | null;
  /** For the signed result files: what it takes to see offline whether rows won. */
  offlineRules(rulesId: string): unknown;
};
