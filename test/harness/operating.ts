/** Operator commands on a test's own database, in this process: typing them costs a process each. */
import { operate } from '#operator/operate.ts';
import type { TestDatabase } from './database.ts';

/** What a person would see. */
export type Typed = { status: number; stdout: string; stderr: string };

/** @param env settings beside those that name the database */
export async function typed(
  own: TestDatabase,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Typed> {
  const said = { stdout: '', stderr: '' };
  const status = await operate(words, {
    env: { DATA_DIR: own.config.dataDir, DATABASE_URL: own.url, ...env },
    out: (text) => (said.stdout += `${text}\n`),
    err: (text) => (said.stderr += `${text}\n`),
  });
  return { status, ...said };
}
