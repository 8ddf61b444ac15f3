/**
 * How a kind tells of its games, in letters and to the pages. Whatever is true of every game, such as amounts,
 * dates and states, is the frame's.
 */
import type { Words } from '#contract/described.ts';
import type { Outcome } from './outcome.ts';

/** The nominative, and as it stands after a verb: `Lottó`, `í Lottó`. */
export type GameNames = { name: Words; nameIn: Words };

/** The words in which a ticket keeps its rows, in decimal digits. */
export type PlayedWords = {
  rowMasks: readonly string[];
  secondMasks: readonly string[] | null;
  system: number;
};

/** Of a draw in a letter; `name` is what the outcome is called, where that is not `numbers drawn`. */
export type OutcomeInLetters = { drawn: string | Words; name?: Words; side: string | null };

/** Rows one a line; `system` is the size of a system that the letter names, 0 where it names none. */
export type RowsInLetters = { rows: string | Words; system: number };

export type Showing = {
  /** Null for a game that the catalogue of texts names. */
  names(game: string): GameNames | null;
  outcomeInLetters(outcome: Outcome): OutcomeInLetters;
  rowsInLetters(played: PlayedWords): RowsInLetters;
};
