/**
 * What a kind of game brings to the life of a draw. Whatever is true of every draw stands in this folder; a
 * kind is one plain object in `server/games/{kind}/kind.ts` and a line in `server/games/registry.ts`.
 */
import type { Facts } from '#contract/draws.ts';
import type { ShownPlay } from '#contract/subscriptions.ts';
import type { Fund } from '#rules/draws/fund.ts';
import type { PrizeLine } from '#rules/draws/prizes.ts';
import type { PerTier } from '#rules/draws/tiers.ts';
import type { ExactIsk } from '#rules/values/exact-isk.ts';
import type { Isk } from '#rules/values/money.ts';
import { type GameWeek, type WeekOfGame, weekOf } from '#rules/values/weeks.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import type { OwnCalls } from '#server/platform/handler.ts';
import type { Sell } from '#server/sales/sell.ts';
import type { Draw } from './draw.ts';
import type { Outcome } from './outcome.ts';
import type { BoardReader } from './sale-board.ts';
import type { Showing } from './showing.ts';

export type { Outcome };

/** A draw that is not in the books yet; instants as ISO 8601. */
export type PlannedDraw = {
  draw: number;
  /** `YYYY-MM-DD`, the draw day. */
  date: string;
  closeDate: string;
  drawDate: string;
};

/** The first draws on or after a date, ascending. */
export type Calendar = (from: string, count: number) => readonly PlannedDraw[];

/** What a draw takes with it from the dated rules when it is planned; amounts in whole krónur. */
export type PlannedTerms = {
  rulesId: string;
  amountRow: Isk;
  amountSide: Isk;
  highWinFrom: Isk;
  /** A coupon's prize above the amount is paid no sooner than so many days after the draw; null: at once. */
  hold: { above: Isk; days: number } | null;
  /** It is settled by figures from outside, beside its own outcome. */
  awaitsFigures: boolean;
  /** How many rows a player may have in it; null: as many as the limits allow. */
  playerRowsMax: number | null;
};

/** Prizes out of the pools, and those of the game beside the rows. */
export type Part = 'main' | 'side';

/** A part of an outcome: of a match its number and its score. */
export type Fact = Facts['facts'][number];

/** Something that a coupon can win in. */
export type WinLine = { part: Part; tier: number; condition: string };

/**
 * A coupon that wins something: how often, in the order of the draw's lines. Both engines name coupons by
 * the whole id, in lower case.
 */
export type Winner = { couponId: string; units: readonly number[] };
export type LiveWinner = Winner & { playerId: number; ticketId: string };

export type Sums = { coupons: number; rows: number; stakes: number };
/** Coupons with ids from the first up to the second, null for all that follow. */
export type CouponSpan = { from: string; until: string | null };
export type LiveCount = Sums & { winners: LiveWinner[] };

/** An account of the house by its name in `ledger_account_kinds`, whose row says what it belongs to. */
export type NamedAccount = { account: string; tier?: number };

/** So much of the draw's money moves; postings of a settlement must balance (settle/postings.ts). */
export type Posting = { from: NamedAccount; to: NamedAccount; amount: Isk };

/** A line of the prize table, known once the units are counted. */
export type DecidedLine = WinLine & {
  /** For one winning unit. */
  amount: Isk;
  /** Winning units everywhere, and of these our own. */
  winners: number;
  winnersLocal: number;
  /** To our own. */
  paid: Isk;
  /** In 1/1000 cents, where the pool is shared with other countries. */
  amountEuro?: bigint;
  /** Where a pool of our own pays it. */
  pool?: Omit<PrizeLine, 'tier' | 'condition' | 'winners' | 'amountWinner' | 'paid'> & {
    /** From the other tiers of the draw; negative: to them. */
    moved?: Isk;
  };
};

/** Pools that are shared with other countries: what their organiser gets of the stakes, and what it owes. */
export type OrganiserShare = {
  contribution: Isk;
  /** Of the stakes, what goes to the game's prize reserve. */
  reserve: Isk;
  /** For the prizes of our own winners. */
  due: Isk;
};

export type Prizes = {
  /** What the pools of our own share of the stakes. */
  fund: Fund;
  lines: readonly DecidedLine[];
  /** For each line that was counted, the place in `lines` of the one that pays its units. */
  paidBy: readonly (number | 'nothing')[];
  organiser: OrganiserShare | null;
  postings: readonly Posting[];
};

/** What comes from outside and settlement waits for, as the kind writes it down: JSON, kept as it is. */
export type Figures = Readonly<Record<string, unknown>>;

/** Of a settled draw, with the rules that it was settled under. */
export type EarlierFigures = Ruled & Pick<Draw, 'number' | 'drawDate'> & { figures: Figures };

/** Our own data for the plausibility check of an organiser's figures, before their approval. */
export type KnownHere = {
  /** Sold here, by the seal. */
  rows: number;
  /** Winning units, in the order of the draw's lines. */
  units: readonly number[];
  /** Of the kind's games, newest first. */
  earlier: readonly EarlierFigures[];
};

export type PrizeQuestion = {
  /** Stakes of the rows, and of the side game. */
  sales: { rows: Isk; side: Isk };
  rows: number;
  /** Winning units, in the order of the draw's lines. */
  units: readonly number[];
  carryIn: PerTier<ExactIsk>;
  /** What an account holds before this draw is settled. */
  held(account: NamedAccount): Promise<Isk>;
  /** Approved by two persons; null where the draw awaits none. */
  figures: Figures | null;
};

/** How operators type a result. */
export type ResultOptions = {
  /** As help shows it: `--first 1,2,3 [--second 4]`. */
  usage: string;
  options: Readonly<Record<string, { help: string; required?: true }>>;
  /** What was typed by the names of the options, for `readOutcome` to judge; in words what cannot be read. */
  read(typed: Readonly<Record<string, string>>): Outcome | string;
};

/** What a subscription plays in each of its draws, in the words in which a ticket keeps it. */
export type Played = {
  rowMasks: number[];
  secondMasks: number[] | null;
  system: number;
  rowCount: number;
  side: string | null;
};

/** What a kind brings to subscriptions to its games, beside the prices in `termsOn`. */
export type SubscriptionRules = {
  /** Days with a draw of the game, from one to another, both counted; ascending. */
  drawDates(game: string, from: string, to: string): readonly string[];
  /** Whether the numbers are valid under the rules, and still make as many rows. */
  isPlayable(rules: Ruled, played: Played): boolean;
  show(played: Played & { quickPicks: number }): ShownPlay;
};

/** A draw's rules are found by the id in its row, never by its date. */
type Ruled = Pick<Draw, 'game' | 'rulesId'>;

/** What the calls of a kind sell with. */
export type Selling = { board: BoardReader; sell: Sell };

export type DrawKind = {
  /** Its games, by the ids in table `games`. */
  games: readonly string[];
  /** Its calls where the contract has none of it: the product's pages know only those of the contract. */
  calls?(selling: Selling): OwnCalls;
  /**
   * When draws of the game are held: they open one after the other. Null where each is planned and released
   * by command, and several may be on sale at once.
   */
  calendar(game: string): Calendar | null;
  termsOn(game: string, date: string): PlannedTerms;
  /** How many draws a ticket bought into this one may reach. */
  reach(draw: Ruled & Pick<Draw, 'drawDate'>): number;
  /**
   * Its coupons in the sales book: how many words of 64 bits a row has, as tickets keep them, and the module
   * that counts and writes rows (`seal/kind-lines.ts`), with what of the draw that module needs.
   */
  book: { rowWords(draw: Ruled): 1 | 2; module: URL; own(draw: Ruled): unknown };
  /** The week of a draw that was planned for the date. */
  weekOf(date: string): GameWeek;
  /**
   * Null where the result comes at once. Elsewhere it is entered part by part, and what is known of it is
   * public before it is confirmed.
   */
  factsOf: ((outcome: Outcome) => readonly Fact[]) | null;
  resultOptions: ResultOptions;
  /** The outcome in the one form in which it is kept and compared; a refusal in words otherwise. */
  readOutcome(db: Db, draw: Draw, entered: Outcome): Promise<Outcome>;
  /** What still lacks before it can be confirmed, in words; null when it is whole. */
  missing(draw: Ruled, outcome: Outcome): string | null;
  /** What of a confirmed outcome deserves a look, in words; never a reason to stop. */
  lookAt(tx: Tx, draw: Draw, outcome: Outcome): Promise<{ message: string; detail: Outcome } | null>;
  /** The lines of the outcome in the text that is signed with the settlement. */
  signedLines(outcome: Outcome): readonly string[];
  showing: Showing;
  /** What both engines count the units of, in this order; which line pays them, `prizes` says. */
  lines(draw: Ruled): readonly WinLine[];
  /** What operators call the game beside the rows; null without one. */
  sideName: string | null;
  /**
   * Engine A counts in a thread, and functions cannot be sent to one: a module that answers `countInThread`,
   * and what of the draw it needs beside the book.
   */
  engineA: { thread: URL; task(draw: Ruled, outcome: Outcome): unknown };
  /**
   * Engine B counts the coupons of a span in the database, by other arithmetic.
   * @param db inside a transaction of its own
   */
  engineB(db: Db, draw: Draw, outcome: Outcome, span: CouponSpan): Promise<LiveCount>;
  /** Null where the games have no subscriptions. */
  subscriptions: SubscriptionRules | null;
  /** Figures from outside in the one form in which they are kept; throws a RangeError in words. */
  readFigures(draw: Ruled, given: unknown): Figures;
  /** Describes each implausible figure; empty when all are plausible. */
  figuresFaults(draw: Draw, figures: Figures, known: KnownHere): readonly string[];
  /** Throws `DrawHalted` where the figures contradict what was sold and won here. */
  prizes(tx: Tx, draw: Draw, question: PrizeQuestion): Promise<Prizes>;
};

/** The kinds of a program, by their games. */
export type Kinds = {
  all: readonly DrawKind[];
  of(game: string): DrawKind;
  has(game: string): boolean;
  /** By the game's kind; of a game that no kind brings, the lotteries' week. */
  weekOf: WeekOfGame;
  /** Games whose draws a calendar plans. */
  withCalendar: readonly string[];
};

export function createKinds(all: readonly DrawKind[]): Kinds {
  const byGame = new Map(all.flatMap((kind) => kind.games.map((game) => [game, kind])));
  return {
    all,
    has: (game) => byGame.has(game),
    weekOf: (game, date) => (byGame.get(game)?.weekOf ?? weekOf)(date),
    withCalendar: [...byGame].flatMap(([game, kind]) => (kind.calendar(game) ? [game] : [])),
    of(game) {
      const kind = byGame.get(game);
      if (!kind) throw new RangeError(`no kind of game brings ${game}`);
      return kind;
    },
  };
}
