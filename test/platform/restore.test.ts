/**
 * Backups as docs/walks/backup.md takes them: cold, hot, and a hot one with the archive of the log, which
 * restores the data of any moment. What was answered before that moment is in the restored data.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newInstance } from '#test/harness/instance.ts';
import { buyRow, databaseOf, signedInPlayers, soldTickets } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { asSuperuser, realTime } from '#test/harness/superuser.ts';
import { runOperator } from '#test/simulation/operator.ts';

let product: Instance;
let sessions: string[];
const backups = mkdtempSync(join(tmpdir(), 'hending-backup-'));
chmodSync(backups, 0o755);
const archive = join(backups, 'archive');

beforeAll(async () => {
  product = await newInstance({ AUTO_DRAW: '1' });
  archiveLog(product.dataDir);
  await product.start();
  const database = databaseOf(product);
  sessions = await signedInPlayers(database, 20).finally(database.close);
  await sell(40);
  // A sealed and paid draw is in both backups.
  expect((await runOperator(product.env, ['clock', 'advance', '7d'])).code).toBe(0);
}, 180_000);
afterAll(async () => {
  await product?.dispose();
  rmSync(backups, { recursive: true, force: true });
});

/** As `ALTER SYSTEM` writes it. A copy must not archive: its log has the same names as the original's. */
function configure(dataDir: string, settings: Record<string, string>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(dataDir, 'postgres/postgresql.auto.conf'), lines.join(''));
}

function archiveLog(dataDir: string): void {
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  mkdirSync(archive, { mode: 0o700 });
  chownSync(archive, uid, gid);
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  configure(dataDir, { archive_mode: 'on', archive_command: command });
}

/** @returns the tickets of the buyers that were answered */
async function sell(count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, nth) => buyRow(product.url, sessions[nth % sessions.length] ?? '')),
  );
  return answers.map((answer) => ('id' in answer ? answer.id : `refused: ${answer.code}`));
}

/** Starts the product on a restored DATA_DIR: it has sold what was answered, its books agree, it goes on. */
async function expectWhole(dataDir: string, answered: readonly string[]): Promise<void> {
  configure(dataDir, { archive_mode: 'off' });
  const restored = await newInstance({ AUTO_DRAW: '1', DATA_DIR: dataDir });
  try {
    await restored.start();
    const database = databaseOf(restored);
    const sold = await soldTickets(database).finally(database.close);
    expect(answered.filter((id) => !sold.has(id))).toEqual([]);
    expect((await runOperator(restored.env, ['ledger', 'check'])).json).toMatchObject({ ok: true });
    expect(await buyRow(restored.url, sessions[0] ?? '')).toHaveProperty('id');
    // Its draw is closed, sealed, drawn and paid like any other.
    expect((await runOperator(restored.env, ['clock', 'advance', '7d'])).code).toBe(0);
    expect((await runOperator(restored.env, ['ledger', 'check'])).json).toMatchObject({ ok: true });
  } finally {
    await restored.stop();
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  // A file that goes while it is copied is not an error: the log of the database brings it back.
  if (status !== 0 && !stderr.includes('No such file')) throw new Error(stderr);
}

/** Without the database's log. @param meanwhile runs while the files are copied */
async function copyRunning<T>(copy: string, meanwhile: () => Promise<T>): Promise<T> {
  const cluster = join(copy, 'postgres');
  return asSuperuser(product, async (client) => {
    await client.query("select pg_backup_start('test', fast => true)");
    const during = meanwhile();
    run('cp', '-a', product.dataDir, copy);
    const answer = await during;
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    for (const left of [join(cluster, 'postmaster.pid'), join(copy, 'run.json')])
      rmSync(left, { force: true });
    run('find', join(cluster, 'pg_wal'), '-type', 'f', '-delete');
    writeOwned(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    return answer;
  });
}

/** Owned as the folder is. */
function writeOwned(file: string, text: string): void {
  const { uid, gid } = statSync(dirname(file));
  writeFileSync(file, text);
  chownSync(file, uid, gid);
}

test('hot: copied while it sells, between pg_backup_start and pg_backup_stop', async () => {
  const copy = join(backups, 'hot');
  const answered = await sell(20);
  answered.push(...(await copyRunning(copy, () => sell(60))), ...(await sell(20)));
  const cluster = join(copy, 'postgres');
  run('rm', '-rf', join(cluster, 'pg_wal'));
  run('cp', '-a', join(product.dataDir, 'postgres', 'pg_wal'), cluster);
  await expectWhole(copy, answered);
}, 180_000);

test('point in time: a hot copy and the archived log bring back what was sold before a moment', async () => {
  const copy = join(backups, 'moment');
  await copyRunning(copy, () => sell(20));
  const before = await sell(20);
  const moment = await asSuperuser(product, realTime);
  const later = await sell(20);
  await asSuperuser(product, async (client) => {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    await expect.poll(() => existsSync(join(archive, rows[0]?.file ?? '')), { timeout: 30_000 }).toBe(true);
  });

  const cluster = join(copy, 'postgres');
  writeOwned(join(cluster, 'recovery.signal'), '');
  configure(copy, {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    hot_standby: 'off',
  });
  const restored = await newInstance({ AUTO_DRAW: '0', DATA_DIR: copy });
  try {
    await restored.start();
    const database = databaseOf(restored);
    const sold = await soldTickets(database).finally(database.close);
    expect(before.filter((id) => !sold.has(id))).toEqual([]);
    expect(later.filter((id) => sold.has(id))).toEqual([]);
    expect((await runOperator(restored.env, ['ledger', 'check'])).json).toMatchObject({ ok: true });
    expect(await buyRow(restored.url, sessions[0] ?? '')).toHaveProperty('id');
  } finally {
    await restored.stop();
  }
}, 180_000);

test('cold: copied after it stopped', async () => {
  const copy = join(backups, 'cold');
  const answered = await sell(20);
  await product.stop();
  run('cp', '-a', product.dataDir, copy);
  await expectWhole(copy, answered);
}, 180_000);
