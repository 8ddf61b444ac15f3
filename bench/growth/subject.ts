/** Starts the product on a copy of a history, with statistics of its statements. */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { superuserOf } from '#bench/purchase-load.ts';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { DATABASE } from '#embedded/postgres/roles.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { newInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { type Cost, counters, type Subject } from './cost.ts';
import { copyHistory, manifestOf } from './history/history.ts';

type Running = Omit<Subject, 'idle'>;

/** Runs `measure` on a copy of `kept`, which stays as it is. `boot` is the second start of the copy. */
export async function onCopy<T>(
  kept: string,
  measure: (running: Running, boot: Cost) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-bench-'));
  chmodSync(dataDir, 0o755);
  const instance = await newInstance({ AUTO_DRAW: '0', DATA_DIR: dataDir });
  try {
    copyHistory(kept, dataDir);
    await prepare(dataDir);
    await instance.start();
    await instance.stop();
    await instance.start();
    return await whileConnected(instance, measure);
  } finally {
    await instance.dispose();
  }
}

async function whileConnected<T>(
  instance: Instance,
  measure: (running: Running, boot: Cost) => Promise<T>,
): Promise<T> {
  const monitor = new pg.Client(superuserOf(instance, DATABASE));
  const database = databaseOf(instance);
  try {
    await monitor.connect();
    const boot = { ...(await counters(instance, monitor, false)), walBytes: 0 };
    return await measure({ instance, monitor, db: database.db }, boot);
  } finally {
    await database.close();
    await monitor.end();
  }
}

/** Domain time goes on where the history was left: nothing falls due that was not due then. */
async function prepare(dataDir: string): Promise<void> {
  const { database: passwords } = storedSecrets(dataDir);
  const postgres = await startEmbedded({ dataDir, passwords });
  const client = new pg.Client(superuserUrl(postgres.port, passwords.superuser, DATABASE));
  await client.connect();
  await client.query('UPDATE clock SET clock_offset = $1::timestamptz - clock_timestamp()', [
    manifestOf(dataDir).leftAt,
  ]);
  await client.query('ALTER SYSTEM SET shared_preload_libraries = pg_stat_statements');
  await client.query('ALTER SYSTEM SET pg_stat_statements.save = off');
  await client.query('CREATE SCHEMA bench; CREATE EXTENSION pg_stat_statements SCHEMA bench');
  await client.end();
  await postgres.stop();
}
