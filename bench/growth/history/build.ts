/** Makes a history: sells the template week in a product of its own, multiplies it, and checks the books. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createPlayers, operator, type Player } from '#bench/purchase-load.ts';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { appUrl, DATABASE } from '#embedded/postgres/roles.ts';
import { kinds } from '#server/games/registry.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { newInstance } from '#test/harness/instance.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import type { Instance } from '#test/harness/product.ts';
import { multiply } from './multiply.ts';
import { note } from './note.ts';
import { lastPlayersOf } from './owners.ts';
import { copies, seed } from './shape.ts';
import { weekOfPurchases } from './wagers.ts';
import { playWeek } from './week.ts';

/** Players of every history, beside the last players. */
const playerCount = 100_000;

/** What is written beside a history, in `manifestFile` of its DATA_DIR. */
export type Manifest = {
  tickets: number;
  /** Of the database with all players, before the first ticket. */
  bytesBefore: number;
  /** Domain time at which it was left, ISO 8601. */
  leftAt: string;
  /** A player's id by how many tickets the player has. */
  players: Record<string, number>;
};

export const manifestFile = 'growth.json';

/** @param tickets about so many: whole copies of a week */
export async function buildHistory(dataDir: string, tickets: number): Promise<void> {
  const weekly = Math.max(1, Math.round(tickets / (copies + 1)));
  const instance = await newInstance({ AUTO_DRAW: '0', DATA_DIR: dataDir });
  await instance.start();
  const template = await sellTemplate(instance, weekly).finally(() => instance.stop());
  const { bytesBefore, lastPlayers } = template;
  const leftAt = await multiplyStopped(dataDir, lastPlayers);
  const players = Object.fromEntries(
    lastPlayersOf(weekly * copies).map((count, nth) => [count, lastPlayers[nth] as number]),
  );
  const manifest: Manifest = { tickets: weekly * (copies + 1), bytesBefore, leftAt, players };
  writeFileSync(join(dataDir, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  note('ledger check');
  note((await operator(instance, ['ledger', 'check'])).trim());
  const sealed = new Date(Date.parse(leftAt) - 2 * 86_400_000).toISOString().slice(0, 10);
  note(`days up to ${sealed}`);
  note((await operator(instance, ['ledger', 'check', '--since', sealed])).trim());
}

async function sellTemplate(instance: Instance, weekly: number) {
  const database = databaseOf(instance);
  const { dataDir } = instance;
  const { database: passwords, ...secrets } = storedSecrets(dataDir);
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  const config = { databaseUrl: appUrl(port, passwords), dataDir, secrets, kinds };
  try {
    const buyers = await createPlayers(instance, Math.min(weekly, playerCount));
    await createIdle(instance, playerCount - buyers.length);
    const lastPlayers = await createIdle(instance, lastPlayersOf(weekly * copies).length);
    const { rows } = await database.pool.query<{ bytes: number }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    const random = seededUint32(`growth ${seed}`, { mode: 'embedded' });
    await playWeek({ instance, db: database.db, config }, weekOfPurchases(weekly, random), buyers);
    return { bytesBefore: Number(rows[0]?.bytes), lastPlayers };
  } finally {
    await database.close();
  }
}

/** Players without a session. @returns their ids */
async function createIdle(instance: Instance, count: number): Promise<number[]> {
  if (count === 0) return [];
  const options = ['--count', String(count), '--balance', '1000000', '--json'];
  const { players } = JSON.parse(await operator(instance, ['players', 'create', ...options])) as {
    players: Player[];
  };
  return players.map(({ playerId }) => Number(playerId));
}

/** Nothing is flushed to disk meanwhile: a history that was cut short is made again. */
const bulk = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_wal_size: '16GB',
};

/** @returns domain time at the end, ISO 8601 */
async function multiplyStopped(dataDir: string, lastPlayers: readonly number[]): Promise<string> {
  const { database: passwords } = storedSecrets(dataDir);
  const postgres = await startEmbedded({ dataDir, passwords, settings: bulk });
  const client = new pg.Client(superuserUrl(postgres.port, passwords.superuser, DATABASE));
  try {
    await client.connect();
    await multiply(client, lastPlayers);
    const { rows } = await client.query<{ now: Date }>('SELECT domain_now() AS now');
    return (rows[0] as { now: Date }).now.toISOString();
  } finally {
    await client.end();
    await postgres.stop();
  }
}
