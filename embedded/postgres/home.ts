import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '#server/platform/startup-error.ts';
import { type Account, canReach } from './account.ts';

/**
 * Creates DATA_DIR for ourselves alone; under root the database's account may pass through it, and sees
 * nothing. The modes of a folder that is there are whoever's who made it.
 */
export function ensureDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return;
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * The folder that holds the cluster, and the binaries when they must be copied. It is DATA_DIR itself
 * unless the database's account cannot reach it (a 0700 folder under root): then a folder elsewhere,
 * recorded in DATA_DIR/place.json.
 */
export function databaseHome(dataDir: string, account: Account | null): string {
  const record = join(dataDir, 'place.json');
  if (existsSync(record)) return recorded(record, dataDir);
  if (canReach(account, dataDir)) return dataDir;
  const home = elsewhere(dataDir, account);
  writeFileSync(record, `${JSON.stringify({ home })}\n`);
  return home;
}

function recorded(record: string, dataDir: string): string {
  const { home } = JSON.parse(readFileSync(record, 'utf8')) as { home: string };
  if (existsSync(home)) return home;
  throw new StartupError(
    `The database of ${dataDir} was kept in ${home}, which is gone: restore it, or remove ${dataDir}.`,
  );
}

function elsewhere(dataDir: string, account: Account | null): string {
  const temporary = realpathSync(tmpdir());
  // A temporary DATA_DIR keeps its database temporary too; anything else must outlive a reboot.
  const places = realpathSync(dataDir).startsWith(`${temporary}/`)
    ? [temporary]
    : ['/var/lib', '/var/tmp', temporary];
  for (const place of places) {
    if (!canReach(account, place)) continue;
    try {
      const home = mkdtempSync(join(place, 'hending-'));
      chmodSync(home, 0o755);
      return home;
    } catch {
      // read-only or absent: the next place
    }
  }
  throw new StartupError(
    `The account "${account?.name}" cannot reach ${dataDir}: set DATA_DIR to a folder it can pass through.`,
  );
}
