import { spawnSync } from 'node:child_process';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAlive } from '#embedded/postgres/orphan.ts';
import { appUrl } from '#embedded/postgres/roles.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { newInstance, startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { productionEnv } from '#test/harness/production.ts';
import { holdSockets } from '#test/harness/sockets.ts';
import { runOperator } from '#test/simulation/operator.ts';

let product: Instance;
beforeAll(async () => {
  product = await startInstance();
});
afterAll(() => product.dispose());

/** One statement as the product's own role, on a connection of its own. */
async function ask<T extends pg.QueryResultRow>(instance: Instance, statement: string): Promise<T[]> {
  const port = readRunFile(instance.dataDir)?.postgres?.port ?? 0;
  const client = new pg.Client({ connectionString: appUrl(port, storedSecrets(instance.dataDir).database) });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

const note = (instance: Instance, text: string) =>
  ask(instance, `insert into operator_log (actor, command, outcome) values ('test', '${text}', 'done')`);

const notes = async (instance: Instance) =>
  (
    await ask<{ command: string }>(
      instance,
      "select command from operator_log where actor = 'test' order by operator_log_id",
    )
  ).map(({ command }) => command);

async function eventually(check: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(25)) {
    // A question may fail while what it asks is down.
    if (await Promise.try(check).catch(() => false)) return;
  }
  throw new Error('did not happen');
}

test('a killed child is started again', async () => {
  for (const role of ['web', 'worker', 'sandbox'] as const) {
    const killed = await product.kill(role);
    await eventually(() => (readRunFile(product.dataDir)?.children?.[role] ?? killed) !== killed);
  }
  await product.healthy();
  expect(product.output()).toContain('web ended (SIGKILL); starting it again');
});

test('a killed PostgreSQL comes back on its port, nothing answered is lost, children stay', async () => {
  await note(product, 'before the crash');
  const before = product.pids();
  const port = readRunFile(product.dataDir)?.postgres?.port;
  await product.kill('postgres');
  await eventually(() => product.pids().postgres !== before.postgres);
  await eventually(async () => (await notes(product).catch((): string[] => [])).includes('before the crash'));
  await product.healthy();
  expect(readRunFile(product.dataDir)?.postgres?.port).toBe(port);
  expect(product.pids().web).toBe(before.web);
});

test('who holds half-closed connections keeps none of them, and a stop does not wait for them', async () => {
  for (const url of [product.url, product.sandboxUrl]) {
    const holder = await holdSockets(
      { port: Number(new URL(url).port), halfOpen: true },
      300,
      '\0garbage\r\n\r\n',
    );
    await eventually(() => {
      holder.poke('x');
      return holder.left() === 0;
    });
  }
  const waiting = await holdSockets({ port: Number(product.env.PORT) }, 50, 'GET / HTTP/1.1\r\n');
  await product.stop();
  expect(await product.ended()).toBe(0);
  await eventually(() => waiting.left() === 0);
  expect(product.output()).not.toContain('Still waiting');
  await product.start();
});

/** The database and all it consists of: what stands still takes connections and says nothing. */
function signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const { postgres } = product.pids();
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = processes.flatMap(([pid = 0, parent]) => (parent === postgres ? [pid] : []));
  for (const pid of [postgres, ...children]) process.kill(pid, signal);
}

test('while the database stands still, health, life and pages are answered all the same', async () => {
  const statusOf = async (path: string) => (await fetch(product.url + path)).status;
  const database = product.pids().postgres;
  signalDatabase('SIGSTOP');
  try {
    await eventually(async () => (await statusOf('/api/health')) === 503);
    const page = await fetch(`${product.url}/?fresh`, { headers: { 'Accept-Language': 'is' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await statusOf('/api/live')).toBe(200);
  } finally {
    signalDatabase('SIGCONT');
  }
  await product.healthy();
  expect(await statusOf('/?fresh')).toBe(200);
  // Nothing was started anew because of it.
  expect(product.pids().postgres).toBe(database);
});

/** Sends `text` and leaves: at once, or when the connection ends. */
function say(text: string, leaves = false): Promise<void> {
  return new Promise((done) => {
    const socket = net.connect({ port: Number(product.env.PORT), host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.once('close', () => done());
    socket.resume();
    socket.write(text, () => leaves && setTimeout(() => socket.destroy(), 50));
  });
}

test('what a stranger sends wrongly is counted, and is no fault in the log', async () => {
  const head = 'HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
  const json = `${head}Content-Type: application/json\r\n`;
  const metrics = async () => (await fetch(`${product.url}/metrics`)).text();
  const count = async (name: string) =>
    [...(await metrics()).matchAll(new RegExp(`^${name}\\{[^}]*} (\\d+)`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    );
  const before = { refused: await count('hending_requests_refused_total'), said: product.output().length };
  const posts = ['/api/proxy/auth/login', '/api/auth/callback/credentials', '/api/auth/_log', '/'];
  const methods = ['TRACE', 'PROPFIND', 'QUERY', 'DELETE', 'OPTIONS', 'PUT', 'PURGE', 'M-SEARCH'];
  const paths = ['/%', '/%E0%A4%A', '/myndir/%', '/assets/%', '/lottoleikir/%ff', '/%.data', '/frettir/%ff'];
  for (const path of posts) {
    await say(`POST ${path} ${json}Content-Length: 100\r\n\r\n{"a"`, true);
    await say(`POST ${path} ${json}Transfer-Encoding: chunked\r\n\r\n4\r\n{"a"\r\n`, true);
  }
  for (const method of methods) await say(`${method} / ${head}\r\n`);
  for (const path of paths) await say(`GET ${path} ${head}\r\n`);
  for (const nothing of ['\0', 'FOO / HTTP/1.1\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n']) await say(nothing);
  const counted = posts.length * 2 + methods.length + 3;
  await eventually(async () => (await count('hending_requests_refused_total')) >= before.refused + counted);
  const lines = product.output().slice(before.said).split('\n').filter(Boolean);
  // The supervisor may still be greeting.
  expect(lines.filter((line) => !/^({"level":(30|40),| {2}\S)/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes('stack'))).toEqual([]);
});

test('a second instance on the same DATA_DIR is refused in words', async () => {
  const second = await newInstance({ DATA_DIR: product.dataDir });
  await expect(second.start()).rejects.toThrow(/is in use by process \d+ \(the product/);
  expect(await second.ended()).toBe(1);
  await product.healthy();
});

test('a taken port is one sentence and exit 1', async () => {
  const second = await newInstance({ PORT: product.env.PORT });
  await second.start().catch(() => {});
  expect(await second.ended()).toBe(1);
  expect(second.output().trim()).toBe(
    `Port ${product.env.PORT} (PORT) is taken by another program. Stop it, or set another PORT.`,
  );
  await second.dispose();
});

test('a killed supervisor takes its children along; the next start takes over its PostgreSQL', async () => {
  await note(product, 'before the kill');
  const orphans = product.pids();
  await product.kill('supervisor');
  await eventually(() => !isAlive(orphans.web) && !isAlive(orphans.worker) && !isAlive(orphans.sandbox));
  expect(isAlive(orphans.postgres)).toBe(true);
  await product.start();
  expect(isAlive(orphans.postgres)).toBe(false);
  expect(await notes(product)).toContain('before the kill');
});

test('started again on the same DATA_DIR everything is there; two run side by side', async () => {
  const pids = product.pids();
  await product.stop();
  expect(await product.ended()).toBe(0);
  expect(Object.values(pids).filter(isAlive)).toEqual([]);
  expect(readRunFile(product.dataDir)).toBeNull();
  const [beside] = await Promise.all([startInstance(), product.start()]);
  try {
    expect(await notes(product)).toContain('before the kill');
    expect(await notes(beside)).toEqual([]);
  } finally {
    await beside.dispose();
  }
});

test('a walk by command is of the running instance, whatever the command knows of AUTO_DRAW', async () => {
  const { AUTO_DRAW: ours, ...env } = product.env;
  expect(ours).toBe('0');
  expect(await runOperator(env, ['clock', 'advance', '8d'])).toMatchObject({ code: 0 });
  const { json } = await runOperator(env, ['draw', 'list', '--game', 'lotto', '--status', 'released']);
  const closed = (json['draws'] as { state: string; sealed: boolean; closedAt: string | null }[]).filter(
    ({ closedAt }) => closedAt !== null,
  );
  expect(closed).not.toEqual([]);
  for (const draw of closed) expect(draw).toMatchObject({ state: 'released', sealed: true, stakes: 0 });
});

test('a database of the sandbox is not used in production', async () => {
  const port = readRunFile(product.dataDir)?.postgres?.port ?? 0;
  const secrets = storedSecrets(product.dataDir);
  const production = await newInstance({
    ...productionEnv,
    SANDBOX_PORT: '',
    AUTO_DRAW: '',
    DATABASE_URL: appUrl(port, secrets.database),
    DATABASE_ADMIN_URL: `postgres://hending_owner:${secrets.database.owner}@127.0.0.1:${port}/hending`,
    SESSION_SECRET: secrets.session,
    SEAL_SECRET: secrets.seal,
    SIGNING_KEY: secrets.signingKey,
    EID_TRUST: join(product.dataDir, 'e-id', 'intermediate.pem'),
  });
  await production.start().catch(() => {});
  expect(await production.ended()).toBe(1);
  expect(production.output()).toContain('made in embedded mode and is not used in production mode');
  await production.dispose();
});
