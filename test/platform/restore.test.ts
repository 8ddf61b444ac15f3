/** Backups as docs/walks/backup.md takes them, cold and hot: what was answered before is there again. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { newInstance, startInstance } from '#test/harness/instance.ts';
import { buyRow, databaseOf, signedInPlayers, soldTickets } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';

let product: Instance;
let sessions: string[];
const backups = mkdtempSync(join(tmpdir(), 'hending-backup-'));
chmodSync(backups, 0o755);

beforeAll(async () => {
  product = await startInstance({ AUTO_DRAW: '1' });
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

/** @returns the tickets of the buyers that were answered */
async function sell(count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, nth) => buyRow(product.url, sessions[nth % sessions.length] ?? '')),
  );
  return answers.map((answer) => ('id' in answer ? answer.id : `refused: ${answer.code}`));
}

/** Starts the product on a restored DATA_DIR: it has sold what was answered, its books agree, it goes on. */
async function expectWhole(dataDir: string, answered: readonly string[]): Promise<void> {
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

test('hot: copied while it sells, between pg_backup_start and pg_backup_stop', async () => {
  const copy = join(backups, 'hot');
  const { port } = readRunFile(product.dataDir)?.postgres ?? { port: 0 };
  const client = new pg.Client(superuserUrl(port, storedSecrets(product.dataDir).database.superuser));
  await client.connect();
  const answered = await sell(20);
  await client.query("select pg_backup_start('test', fast => true)");
  const during = sell(60);
  run('cp', '-a', product.dataDir, copy);
  answered.push(...(await during), ...(await sell(20)));
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();

  const cluster = join(copy, 'postgres');
  run('rm', '-rf', join(cluster, 'pg_wal'));
  run('cp', '-a', join(product.dataDir, 'postgres', 'pg_wal'), cluster);
  for (const left of [join(cluster, 'postmaster.pid'), join(copy, 'run.json')]) rmSync(left, { force: true });
  const [label, { uid, gid }] = [join(cluster, 'backup_label'), statSync(cluster)];
  writeFileSync(label, rows[0]?.labelfile ?? '');
  chownSync(label, uid, gid);
  await expectWhole(copy, answered);
}, 180_000);

test('cold: copied after it stopped', async () => {
  const copy = join(backups, 'cold');
  const answered = await sell(20);
  await product.stop();
  run('cp', '-a', product.dataDir, copy);
  await expectWhole(copy, answered);
}, 180_000);
