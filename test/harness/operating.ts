/** Operator commands in this process: typing them costs a process each. */
import { operate } from '#operator/operate.ts';
import type { TestDatabase } from './database.ts';

/** What a person would see. */
export type Typed = { status: number; stdout: string; stderr: string };

/** @param env says which product or database the command is for */
export async function typedIn(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<Typed> {
  const printed = { stdout: '', stderr: '' };
  const status = await operate(words, {
    env,
    out: (text) => {
      printed.stdout += `${text}\n`;
    },
    err: (text) => {
      printed.stderr += `${text}\n`;
    },
  });
  return { status, ...printed };
}

/** On a test's own database. @param env further settings */
export const typed = (own: TestDatabase, words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  typedIn({ DATA_DIR: own.config.dataDir, DATABASE_URL: own.url, ...env }, words);

/** With `--json`. */
export async function typedJson(
  own: TestDatabase,
  words: readonly string[],
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const { status, stdout } = await typed(own, [...words, '--json']);
  return { status, answer: JSON.parse(stdout) as Record<string, unknown> };
}
