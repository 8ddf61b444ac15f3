/** A period's records in one folder, with a signed list of its files; readable without this program. */
import { createHash, createPublicKey } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuseStep } from '#server/draws/halt.ts';
import { sealDaysUntil } from '#server/ledger/days/seal-days.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { securityDeadline } from '#server/security/chain.ts';
import { csv } from './csv.ts';
import { tables } from './records.ts';
import type { Period } from './table.ts';

/** What is being written when a day ends is committed by then. */
const settlesInMs = 10 * 60_000;
const dayMs = 86_400_000;

export type ExportOrder = {
  /** `YYYY-MM-DD`, the first and the last day. */
  from: string;
  until: string;
  folder: string;
};

type FileEntry = { name: string; holds: string; records: number; bytes: number; sha256: string };

export type Manifest = {
  format: 'regulator export 2';
  from: string;
  until: string;
  files: FileEntry[];
  /** The last link of the security log that was made of something in the period or before. */
  securityLog: { link: number; hash: string };
};

export type Exported = { manifest: Manifest; sha256: string; isNew: boolean };

/**
 * Writes the folder, or finds it as it was. Refuses before the period is over, and when what lies in the
 * folder is not what the books say.
 */
export async function exportPeriod(
  { db, log, signingKey }: { db: Db; log: Log; signingKey: string },
  order: ExportOrder,
): Promise<Exported> {
  const period = { from: new Date(order.from), end: new Date(Date.parse(order.until) + dayMs) };
  await refuseUnfinished(db, order.until, period);
  await linkEvents(db, log);
  await sealDaysUntil(db, order.until, signingKey);
  const unfinished = `${order.folder}.writing`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const manifest = await transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    const files: FileEntry[] = [];
    for (const { file, holds, columns, read } of tables) {
      const rows = await read(tx, period);
      const text = csv(columns, rows);
      await writeFile(join(unfinished, file), text);
      const bytes = Buffer.byteLength(text);
      files.push({ name: file, holds, records: rows.length, bytes, sha256: sha256(text) });
    }
    const head = { format: 'regulator export 2', from: order.from, until: order.until } as const;
    return { ...head, files, securityLog: await chainHead(tx, period) } satisfies Manifest;
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeSigned(unfinished, text, signingKey);
  return { manifest, sha256: sha256(text), isNew: await putInPlace(unfinished, order.folder, text) };
}

async function refuseUnfinished(db: Db, until: string, { end }: Period): Promise<void> {
  const { rows } = await sql<{ now: Date }>`SELECT domain_now() AS now`.execute(db);
  const from = new Date(end.getTime() + settlesInMs);
  if (rows[0] && rows[0].now < from)
    refuseStep(`${until} is not over; it can be exported from ${from.toISOString()}.`);
}

/** The chain holds everything that happened in the period, whether a worker runs or not. */
async function linkEvents(db: Db, log: Log): Promise<void> {
  const chain = securityDeadline(log);
  while ((await dueOf(db, chain)) !== null) await chain.run(db);
}

async function chainHead(tx: Tx, { end }: Period): Promise<Manifest['securityLog']> {
  const { rows } = await sql<{ link: number; hash: string }>`
    SELECT link, encode(hash, 'hex') AS hash FROM security_links JOIN security_events USING (event_id)
    WHERE at < ${end} ORDER BY link DESC LIMIT 1`.execute(tx);
  return rows[0] ?? { link: 0, hash: '' };
}

async function writeSigned(folder: string, manifest: string, signingKey: string): Promise<void> {
  const { signature, publicKey } = signed(manifest, signingKey);
  const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
  await writeFile(join(folder, 'manifest.json'), manifest);
  await writeFile(join(folder, 'manifest.sig'), signature);
  await writeFile(join(folder, 'key.pem'), key.export({ type: 'spki', format: 'pem' }));
}

/** @returns whether it is new: a folder that says the same stays as it was signed */
async function putInPlace(unfinished: string, folder: string, manifest: string): Promise<boolean> {
  const before = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (before === null) {
    await mkdir(dirname(folder), { recursive: true });
    await rename(unfinished, folder);
    return true;
  }
  await rm(unfinished, { recursive: true });
  if (before === manifest) return false;
  return refuseStep(`${folder} says something else of this time than the books do; nothing was written.`);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
