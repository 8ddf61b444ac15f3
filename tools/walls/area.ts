/** Rules of all kinds of games; those of one kind are for its own folders, and for whom the tables name. */
export const sharedRules = ['rules/values', 'rules/draws', 'rules/games.ts'];

/** A part of the project and what it may import. */
export type Area = {
  name: string;
  at: RegExp;
  /** Folders or files it may import. */
  sees: readonly string[];
  /** Folders of which it may import types only. */
  types?: readonly string[];
  /** Folders that it may import by `await import` alone: they are read only where somebody needs them. */
  later?: readonly string[];
  /** npm packages (`node:` is Node itself); a list for each captured name; without the field, any. */
  packages?: readonly string[] | ((captured: string) => readonly string[]);
  /** How many imports a file may have, so that wiring is split by subject. */
  importsMax?: number;
  /** What to do instead of a forbidden import. */
  instead: string;
};
