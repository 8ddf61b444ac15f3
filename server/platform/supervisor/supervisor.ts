import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Config, Role } from '../config.ts';
import { ensureDataDir } from '../postgres/home.ts';
import { holdDataDir } from '../postgres/lock.ts';
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts';
import { ensureSecrets } from '../secrets.ts';
import { StartupError } from '../startup-error.ts';
import { GRACE_MS } from './child.ts';
import { forkRole, keep, type Keeper } from './keeper.ts';
import { readRunFile, removeRunFile, type RunFile, writeRunFile } from './run-file.ts';
import { watchSources } from './watch.ts';

/** Adapters call the sandbox, people call the web: started in this order, stopped in the reverse. */
const order: readonly Role[] = ['sandbox', 'worker', 'web'];

/** Owns PostgreSQL and the children; holds no business code. Returns when everything has stopped. */
export async function runSupervisor(config: Config): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopped.resolve());
  process.on('disconnect', () => stopped.resolve());
  process.on('SIGPIPE', () => {});

  ensureDataDir(config.dataDir);
  const letGo = holdDataDir(config.dataDir);
  if (!letGo) throw inUse(config.dataDir);
  removeRunFile(config.dataDir); // what a killed supervisor left
  const started: { stop(): Promise<void> }[] = [];
  try {
    await start(config, started, stopped);
    await stopped.promise;
  } finally {
    for (const part of started.reverse()) await part.stop();
    removeRunFile(config.dataDir);
    letGo();
  }
  process.exit(0);
}

function inUse(dataDir: string): StartupError {
  const run = readRunFile(dataDir);
  const who = run ? ` by process ${run.pid} (${run.purpose}, since ${run.startedAt})` : '';
  return new StartupError(`${dataDir} is in use${who}. Stop it, or set another DATA_DIR and PORT.`);
}

type Stoppable = { stop(): Promise<void> };

async function start(
  config: Config,
  started: Stoppable[],
  stopped: PromiseWithResolvers<void>,
): Promise<void> {
  const roles = order.filter((role) => config.roles.includes(role));
  if (roles.includes('web')) await requireFreePort(config.port, 'PORT');
  if (roles.includes('sandbox')) await requireFreePort(config.sandboxPort, 'SANDBOX_PORT');
  if (config.mode === 'embedded') ensureSecrets(config.dataDir);
  const keepers: Keeper[] = [];
  const postgres = config.databaseUrl ? null : await ownDatabase(config, () => record());
  const record = () => writeRunFile(config.dataDir, runFile(config, postgres, keepers));
  if (postgres) started.push(postgres);
  record();

  const env = childEnvironment(config, postgres);
  await runPrepare(
    { ...env, DATABASE_ADMIN_URL: postgres?.ownerUrl ?? config.databaseAdminUrl ?? undefined },
    stopped,
  );
  const failed = Promise.withResolvers<never>();
  started.push({ stop: () => stopAll(keepers) });
  for (const role of roles) {
    const keeper = keep(role, env, {
      changed: () => record(),
      died: (name, how, waitMs) => say(`${name} ended (${how}); starting it again in ${waitMs} ms.`),
      portTaken: (name) => failed.reject(portError(name === 'web' ? config.port : config.sandboxPort, name)),
    });
    keepers.push(keeper);
    record();
    await Promise.race([keeper.ready, failed.promise, stopped.promise]);
  }
  if (config.dev) started.push(watchSources(() => keepers.forEach((keeper) => keeper.restart())));
  sayReady(config, roles);
}

function ownDatabase(config: Config, changed: () => void): Promise<EmbeddedPostgres> {
  let starts = 0;
  return startEmbedded({
    dataDir: config.dataDir,
    passwords: ensureSecrets(config.dataDir).database,
    onStart: () => {
      if (starts++ === 0) return;
      say('PostgreSQL ended and was started again.');
      changed();
    },
  });
}

/** Web first, so that nothing new comes in; all within the grace period, the database afterwards. */
async function stopAll(keepers: Keeper[]): Promise<void> {
  const deadline = setTimeout(() => say('Still waiting for what runs to finish.'), GRACE_MS);
  for (const keeper of [...keepers].reverse()) await keeper.stop();
  clearTimeout(deadline);
}

/** Children never learn the owner's address. */
function childEnvironment(config: Config, postgres: EmbeddedPostgres | null): NodeJS.ProcessEnv {
  const { DATABASE_ADMIN_URL: _, ...inherited } = process.env;
  return {
    ...inherited,
    DATABASE_URL: postgres?.appUrl ?? config.databaseUrl ?? undefined,
    DATA_DIR: config.dataDir,
    DEV: config.dev ? '1' : '0',
  };
}

async function runPrepare(env: NodeJS.ProcessEnv, stopped: PromiseWithResolvers<void>): Promise<void> {
  const child = forkRole('prepare', env);
  void stopped.promise.then(() => child.kill('SIGTERM'));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  // What was wrong has been said by prepare itself.
  if (code !== 0) throw new StartupError('The database could not be prepared; nothing was started.');
}

const runStartedAt = new Date().toISOString();

function runFile(config: Config, postgres: EmbeddedPostgres | null, keepers: Keeper[]): RunFile {
  return {
    ...{ pid: process.pid, startedAt: runStartedAt, purpose: 'the product' },
    ...{ port: config.port, sandboxPort: config.sandboxPort },
    ...(postgres && { postgres: { port: postgres.port, pid: postgres.pid() } }),
    children: Object.fromEntries(keepers.map((keeper) => [keeper.name, keeper.pid()])),
  };
}

async function requireFreePort(port: number, name: string): Promise<void> {
  await new Promise<void>((done, failed) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(error.code === 'EADDRINUSE' ? portError(port, name) : error),
    );
    server.listen(port, () => server.close(() => done()));
  });
}

const portError = (port: number, name: string) =>
  new StartupError(`Port ${port} (${name}) is taken by another program. Stop it, or set another PORT.`);

const say = (text: string) => console.log(text);

function sayReady(config: Config, roles: readonly Role[]): void {
  const local = config.mode === 'embedded';
  say('');
  if (roles.includes('web')) say(`  Hending       http://localhost:${config.port}`);
  if (roles.includes('sandbox')) say(`  Sandboxes     http://127.0.0.1:${config.sandboxPort}`);
  if (local) say(`  Data          ${config.dataDir}`);
  if (local && existsSync(join(import.meta.dirname, '../../../db/seed.ts'))) {
    say('  Demo players  spilari1, spilari2, spilari3, password sandkassi1');
  }
  say('\n  Ready. Ctrl-C stops everything.\n');
}
