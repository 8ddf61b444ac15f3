import type { Kinds } from '#server/draws/kind.ts';
import type { Role } from '#server/operators/roles.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';

/** What a command gets. Commands call the same use cases as the web and the worker. */
export type Context = {
  config: ServiceConfig;
  database: Database;
  kinds: Kinds;
  /** The product runs, so its worker does what falls due; otherwise the command is alone. */
  running: boolean;
  log: Log;
  /**
   * The operator whose key signed the command. Without a key, in a sandbox alone, `--as NAME` or `operator`.
   * Always a given name where the command says `actor: 'required'`.
   */
  actor: string;
  /** Its row in `operator_log`; null where none is written. */
  recordId: number | null;
  reason: string | null;
  /** A line that replaces itself on a terminal; silent elsewhere. */
  progress(text: string): void;
};

/** What was typed after the command's words: what stands alone, and `--name value` or `--name`. */
export type Input = {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
};

/** `json` is the document of `--json`; `text` is for people. */
export type Answer = {
  json: unknown;
  text: string;
  /** Non-zero exit although nothing was refused. */
  failed?: boolean;
};

export type Option = {
  type: 'string' | 'boolean';
  help: string;
  required?: boolean;
  /** Not written to the log. */
  secret?: boolean;
};

export type Command = {
  /** How it is called: `clock advance`. */
  words: string;
  /** What follows the words: `DISTANCE [--expire-sessions]`. */
  usage: string;
  summary: string;
  /** Number of arguments that stand alone, least and most. */
  args: readonly [number, number];
  options: Readonly<Record<string, Option>>;
  /** Whether `--as NAME` must be given. */
  actor?: 'required';
  /** What an operator must be allowed to do. */
  role: Role;
  /** Changes something or shows a player: written to the append-only `operator_log`. Signed ones all are. */
  logged: boolean;
  /** Refused in production. */
  sandboxOnly?: boolean;
  /** Signed by the product's own key instead of an operator's. */
  installs?: boolean;
  /** Runs instead of `run`, where there is no database. */
  offline?(input: Input): Answer;
  run(context: Context, input: Input): Promise<Answer>;
};

/** Wrong words, arguments or options: exit 2 with this text and the usage. */
export class UsageError extends Error {}

/** The text of an option, or undefined when it was not given. */
export function textOption(input: Input, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number from `least` to `most`; a usage error otherwise. */
export function wholeNumber(text: string | undefined, what: string, least: number, most: number): number {
  const value = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}.`);
}

/** What `--reason` says; a usage error without it. */
export function reasonOf({ reason }: Context): string {
  if (!reason) throw new UsageError('--reason says why.');
  return reason;
}
