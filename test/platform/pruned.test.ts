/** A built copy without the packages that build and test, as it is put on a production machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#embedded/postgres/process.ts';
import { buildPages } from '#test/harness/build-web.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { productionEnv } from '#test/harness/production.ts';

const root = join(import.meta.dirname, '../..');
const node = join(root, 'node_modules/.bin/node');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean }>;
};
/** All of the project that production runs on. */
const needed = [
  ...['build/client', 'build/server', 'content', 'contract', 'db', 'integrations', 'node_modules'],
  ...['operator', 'package-lock.json', 'package.json', 'rules', 'server', 'texts', 'tools'],
];
const copy = mkdtempSync(join(tmpdir(), 'hending-pruned-'));
const roles: ChildProcess[] = [];
let data: TestDatabase;
let env: NodeJS.ProcessEnv;
let port: number;

beforeAll(async () => {
  await buildPages();
  run('cp', ['-al', '--parents', ...needed, copy], root);
  // npm overwrites this file in place and would change the original through the link.
  const installed = join(copy, 'node_modules/.package-lock.json');
  rmSync(installed);
  copyFileSync(join(root, 'node_modules/.package-lock.json'), installed);
  run('npm', ['prune', '--omit=dev', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], copy);
  writeFileSync(join(copy, 'authorities.pem'), '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n');
  data = await testDatabase();
  await data.adminPool.query("UPDATE installation SET mode = 'production'");
  port = await freePort();
  const { privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  env = {
    ...productionEnv,
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), HOST: '127.0.0.1' },
    DATABASE_URL: data.url,
    DATABASE_ADMIN_URL: data.adminUrl,
    DATA_DIR: join(copy, '.data'),
    SIGNING_KEY: privateKey,
    TRUSTED_PROXIES: '127.0.0.1',
    EID_TRUST: join(copy, 'authorities.pem'),
  };
});
afterAll(async () => {
  for (const role of roles) {
    role.kill('SIGTERM');
    if (role.exitCode === null) await once(role, 'exit');
  }
  await data?.close();
  rmSync(copy, { recursive: true, force: true });
});

function run(program: string, words: string[], cwd: string, environment = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, env: environment, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

/** @returns what it has printed so far */
function start(role: string): () => string {
  const child = spawn(node, ['server/main.ts', role], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  roles.push(child);
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  return () => printed;
}

/** As the proxy passes a request on. */
async function get(path: string): Promise<{ status: number; body: string }> {
  const headers = { Host: 'hending.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.7' };
  const request = http.get({ host: '127.0.0.1', port, path, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

test('it prepares its database, serves pages and files, and takes commands', async () => {
  const left = Object.entries(packages).filter(([path, { dev }]) => dev && existsSync(join(copy, path)));
  expect(left.map(([path]) => path)).toEqual([]);

  run(node, ['server/main.ts', 'prepare'], copy, env);
  const [, workerLog] = [start('web'), start('worker')];
  await expect
    .poll(() =>
      get('/api/health')
        .then(({ status }) => status)
        .catch(() => 0),
    )
    .toBe(200);
  const home = await get('/');
  expect([home.status, home.body]).toEqual([200, expect.stringContaining('<html lang="is"')]);
  const [, script = ''] = /(\/assets\/[\w.-]+\.js)/.exec(home.body) ?? [];
  expect((await get(script)).status).toBe(200);
  expect((await get('/lottoleikir/lotto/spila')).status).toBe(200);
  const operator = (...words: string[]) =>
    run('npm', ['run', '--silent', 'operator', '--', ...words], copy, env);
  const makeKey = (name: string) => {
    const said = operator('operator', 'key', name, join(copy, `${name}.key`), '--json');
    return (JSON.parse(said) as { publicKey: string }).publicKey;
  };
  operator('operator', 'install', 'Anna', makeKey('Anna'), 'Björn', makeKey('Björn'));
  const checked = operator('ledger', 'check', '--key', join(copy, 'Anna.key'));
  expect(checked).toContain('every invariant is kept');
  expect(roles.map(({ exitCode }) => exitCode)).toEqual([null, null]);
  // The database of the tests gives up durability, and nobody but the operator can know of it.
  await expect.poll(workerLog).toContain('PostgreSQL has fsync = off');
});
