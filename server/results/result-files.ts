/**
 * Results as small signed files, `DATA_DIR/results/<game>/<draw>.json`, and the newest of each game in
 * `newest.json`: they are written when something of a draw becomes known and served without the database, so
 * that results stay up when selling is down. What is signed is a text; the page that checks tickets without
 * network reads it after it has checked the signature (docs/decisions/044).
 */

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { raiseAlarm } from '#server/alarms/raise.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { type ResultParts, recentResults, resultOfDraw } from '#server/draws/published-results.ts';
import { type RaffleMarks, raffleMarks } from '#server/draws/raffles/read.ts';
import type { Showing, ShownResult } from '#server/draws/showing.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { signed } from '#server/platform/signatures.ts';

/** So many of the newest draws of a game are kept ready. */
const readyMax = 10;
const head = 'result file 1';

type Parts = { db: Db; kinds: Kinds; log: Log; dataDir: string; signingKey: string };

export type ResultFiles = ReturnType<typeof createResultFiles>;

export function createResultFiles({ db, kinds, log, dataDir, signingKey }: Parts) {
  const folder = join(dataDir, 'results');
  let running: Promise<void> | null = null;
  let stale: 'nothing' | 'newest' | 'all' = 'nothing';

  /**
   * Writes what is new, one run after another. `all`, as when the past was imported or something may have
   * been missed: older files may be wrong too, and go.
   */
  function refresh(what: 'newest' | 'all'): Promise<void> {
    if (stale !== 'all') stale = what;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  async function run(): Promise<void> {
    while (stale !== 'nothing') {
      const what = stale;
      stale = 'nothing';
      for (const game of kinds.all.flatMap(({ games }) => games)) {
        try {
          await writeNewest(game, what);
        } catch (error) {
          // What lies there stays, and is written anew when something else becomes known.
          await noteUnwritten({ db, log }, game, error);
        }
      }
    }
  }

  async function writeNewest(game: string, what: 'newest' | 'all'): Promise<void> {
    const results = await recentResults({ db, kinds }, game, readyMax);
    for (const result of results) await write(game, `${result.draw}`, [result]);
    if (results.length > 0) await write(game, 'newest', results);
    const ready = ['newest.json', ...results.map(({ draw }) => `${draw}.json`)];
    if (what === 'all') await removeOthers(join(folder, game), ready);
  }

  async function write(game: string, name: string, results: readonly ShownResult[]): Promise<string> {
    const numbers = results.map(({ draw }) => draw);
    const raffles = await raffleMarks(db, game, numbers);
    const text = fileOf(kinds.of(game).showing, { gameId: game, results, raffles }, signingKey);
    const file = join(folder, game, `${name}.json`);
    if ((await contentOf(file)) !== text) await replace(file, text);
    return text;
  }

  /** @param name a draw's number or `newest`; null when there is no such result */
  async function read(game: string, name: string): Promise<string | null> {
    if (!kinds.has(game) || !/^(?:newest|[1-9]\d{0,5})$/.test(name)) return null;
    const known = await contentOf(join(folder, game, `${name}.json`));
    if (known !== null) return known;
    const results = await resultsNamed({ db, kinds }, game, name);
    return results.length === 0 ? null : write(game, name, results);
  }

  return { refresh, read };
}

async function noteUnwritten({ db, log }: Pick<Parts, 'db' | 'log'>, game: string, cause: unknown) {
  log.warn({ err: cause, game }, 'result files were not written');
  const message = `Result files of ${game} cannot be written, the old ones stay: ${messageOf(cause)}.`;
  const alarm = { kind: 'unwrittenResults', reference: game, message } as const;
  await transaction(db, (tx) => raiseAlarm(tx, alarm)).catch((err: unknown) =>
    log.warn({ err }, 'an alarm was not raised'),
  );
}

async function removeOthers(folder: string, ready: readonly string[]): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  for (const name of there) if (!ready.includes(name)) await rm(join(folder, name), { force: true });
}

/** Readers see the old file or the new one, never a part. */
async function replace(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await rename(unfinished, file);
}

async function resultsNamed(parts: ResultParts, game: string, name: string): Promise<readonly ShownResult[]> {
  if (name === 'newest') return recentResults(parts, game, readyMax);
  const result = await resultOfDraw(parts, game, Number(name));
  return result === null ? [] : [result];
}

type Shown = {
  gameId: string;
  results: readonly ShownResult[];
  raffles: Readonly<Record<string, RaffleMarks>>;
};

function fileOf({ offlineRules }: Showing, { gameId, results, raffles }: Shown, signingKey: string): string {
  const rules = Object.fromEntries(results.map(({ rulesId }) => [rulesId, offlineRules(rulesId)]));
  const text = `${head}\n${JSON.stringify({ gameId, results, rules, raffles })}`;
  const { signature, publicKey } = signed(text, signingKey);
  return JSON.stringify({
    signed: text,
    signature: signature.toString('base64'),
    publicKey: publicKey.toString('base64'),
  });
}

async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
