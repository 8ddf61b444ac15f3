import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { databaseAccount } from '#embedded/postgres/account.ts';
import { startEmbedded } from '#embedded/postgres/embedded.ts';
import { databaseHome, ensureDataDir } from '#embedded/postgres/home.ts';
import { holdDataDir } from '#embedded/postgres/lock.ts';
import { endOrphan } from '#embedded/postgres/orphan.ts';
import { connect } from '#operator/connection.ts';
import { readConfig } from '#server/platform/config.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { ensureSecrets } from '#server/platform/secrets.ts';
import { newInstance } from '#test/harness/instance.ts';

const isRoot = process.getuid?.() === 0;
const made: string[] = [];

/** A folder only we can pass through. */
function privateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hending-private-'));
  made.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('DATA_DIR has one holder at a time', () => {
  const folder = privateFolder();
  const letGo = holdDataDir(folder);
  expect(letGo).not.toBeNull();
  expect(holdDataDir(folder)).toBeNull();
  letGo?.();
  const again = holdDataDir(folder);
  expect(again).not.toBeNull();
  again?.();
});

test('a process id that was given to another program does not block the database', async () => {
  const cluster = privateFolder();
  const file = join(cluster, 'postmaster.pid');
  writeFileSync(file, `${process.pid}\n${cluster}\n`);
  await endOrphan(cluster);
  expect(existsSync(file)).toBe(false);
});

test('secrets are readable by us alone, and stay', () => {
  const folder = privateFolder();
  const secrets = ensureSecrets(folder);
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(ensureSecrets(folder)).toEqual(secrets);
});

test.runIf(isRoot)(
  'a folder that the database’s account cannot reach: kept elsewhere, found again',
  async () => {
    const dataDir = privateFolder();
    const { database: passwords } = ensureSecrets(dataDir);
    const first = await startEmbedded({ dataDir, passwords, memoryMegabytes: 512 });
    await first.stop();
    made.push(first.home);
    expect(first.home).not.toBe(dataDir);
    expect(JSON.parse(readFileSync(join(dataDir, 'place.json'), 'utf8'))).toEqual({ home: first.home });
    const second = await startEmbedded({ dataDir, passwords, memoryMegabytes: 512 });
    await second.stop();
    expect(second.home).toBe(first.home);
    rmSync(first.home, { recursive: true });
    await expect(startEmbedded({ dataDir, passwords })).rejects.toThrow(
      `was kept in ${first.home}, which is gone`,
    );
  },
);

test('a DATA_DIR that we make can be passed through by the database’s account', () => {
  const account = databaseAccount();
  const dataDir = join(tmpdir(), `hending-new-${process.pid}`);
  made.push(dataDir);
  ensureDataDir(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  expect(databaseHome(dataDir, account)).toBe(dataDir);
});

test('a command starts the database for its own time, and is named to others meanwhile', async () => {
  const product = await newInstance();
  const command = await connect(readConfig(product.env), product.env);
  expect(command.running).toBe(false);
  expect(readRunFile(product.dataDir)?.purpose).toBe('an operator command');
  await product.start().catch(() => {});
  expect(await product.ended()).toBe(1);
  expect(product.output()).toMatch(/is in use by process \d+ \(an operator command, since/);
  await command.close();

  await product.start();
  const beside = await connect(readConfig(product.env), product.env);
  expect(beside.running).toBe(true);
  expect(readRunFile(product.dataDir)?.purpose).toBe('the product');
  await beside.close();
  await product.healthy();
  await product.dispose();
});
