/**
 * Which scripts pages may load, those where cards are typed above all: the list that the build made, and
 * whether what is served is still that (docs/rules/payments.md, Scripts of pages).
 */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { securityEvent } from '#server/security/events.ts';

export const scriptListFile = 'scripts.json';

/** Addresses of files with the SHA-256 of each. */
export type ScriptList = Readonly<Record<string, string>>;

const watchMs = 3_600_000;

/** @param clientDir the folder that is served */
export async function hashScripts(clientDir: string): Promise<ScriptList> {
  const names = (await readdir(clientDir, { recursive: true })).filter((name) => /\.js(?:\.br)?$/.test(name));
  const hashed = names.sort().map(async (name) => {
    const content = await readFile(join(clientDir, name));
    return [`/${name.replaceAll('\\', '/')}`, hash('sha256', content)] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

export type ScriptCheck = { listed: ScriptList; served: ScriptList; differing: string[] };

/** What was changed, added or taken away since the build. */
export async function checkScripts(buildDir: string): Promise<ScriptCheck> {
  const listed = JSON.parse(await readFile(join(buildDir, scriptListFile), 'utf8')) as ScriptList;
  const served = await hashScripts(join(buildDir, 'client'));
  const differing = [...new Set([...Object.keys(listed), ...Object.keys(served)])];
  return { listed, served, differing: differing.filter((name) => listed[name] !== served[name]) };
}

/** `digest` is of the files as they are served: another change of the same files has another one. */
export type ScriptDifference = { differing: readonly string[]; digest: string };

type Watching = { log: Log; onDifference: (difference: ScriptDifference) => Promise<void> };

/** Compares now and every hour, and reports each difference. @returns function that stops the watch */
export function watchScripts(buildDir: string, { log, onDifference }: Watching): () => void {
  const look = async (): Promise<void> => {
    const { served, differing } = await checkScripts(buildDir);
    if (differing.length === 0) return;
    log.error({ differing }, 'scripts of pages are not those of the build');
    const files = differing.sort().map((name) => [name, served[name] ?? null]);
    await onDifference({ differing, digest: hash('sha256', JSON.stringify(files)) });
  };
  const watch = () =>
    void look().catch((err: unknown) => log.error({ err }, 'scripts could not be looked at'));
  watch();
  const timer = setInterval(watch, watchMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Writes the event of the security log, and raises one alarm for each set of files that differ. */
export const reportScripts =
  (db: Db) =>
  ({ differing, digest }: ScriptDifference): Promise<void> =>
    transaction(db, async (tx) => {
      await securityEvent(tx, { kind: 'scriptsChanged', details: { count: differing.length } });
      await raiseAlarm(tx, {
        kind: 'scriptsChanged',
        reference: digest.slice(0, 16),
        message: `Scripts of our pages are not those of the build: ${differing.slice(0, 5).join(', ')}.`,
        once: true,
      });
    });
