import { createServer } from 'node:net';
import { GRACE_MS } from '#server/platform/child.ts';
import type { Config, Role } from '#server/platform/config.ts';
import { type RunFile, readRunFile, removeRunFile, writeRunFile } from '#server/platform/run-file.ts';
import { ensureSecrets } from '#server/platform/secrets.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts';
import { ensureDataDir } from '../postgres/home.ts';
import { holdDataDir } from '../postgres/lock.ts';
import { forkRole, type Keeper, keep } from './keeper.ts';
import { watchSources } from './watch.ts';

/** Adapters call the sandbox, people call the web: started in this order, stopped in the reverse. */
const order: readonly Role[] = ['sandbox', 'worker', 'web'];

/** Owns PostgreSQL and the children; holds no business code. Ends the process when everything has stopped. */
export async function runSupervisor(config: Config): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.on('disconnect', () => stop.abort());
  process.stdout.on('error', () => {}); // whoever read it may be gone before us

  ensureDataDir(config.dataDir);
  const letGo = holdDataDir(config.dataDir);
  if (!letGo) throw inUse(config.dataDir);
  removeRunFile(config.dataDir); // what a killed supervisor left
  const started: Stoppable[] = [];
  try {
    await start(config, started, stop.signal);
    await aborted(stop.signal);
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

const aborted = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done());
  });

/** Returns when everything serves, or early when asked to stop. */
async function start(config: Config, started: Stoppable[], signal: AbortSignal): Promise<void> {
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
  const adminUrl = postgres?.ownerUrl ?? config.databaseAdminUrl ?? undefined;
  await runPrepare({ ...env, DATABASE_ADMIN_URL: adminUrl }, signal);
  if (signal.aborted) return;

  const failed = Promise.withResolvers<never>();
  started.push({ stop: () => stopAll(keepers) });
  const serve = () =>
    Promise.race([Promise.all(keepers.map(({ ready }) => ready)), failed.promise, aborted(signal)]);
  for (const role of roles) {
    keepers.push(
      keep(role, env, {
        changed: () => record(),
        died: (how, waitMs) => say(`${role} ended (${how}); starting it again in ${waitMs} ms.`),
        portTaken: () => failed.reject(portError(role === 'web' ? config.port : config.sandboxPort, role)),
        gaveUp: () => failed.reject(new StartupError(`${role} does not start; its reason is above.`)),
      }),
    );
    // The worker calls the sandboxes as soon as it runs.
    if (role === 'sandbox') await serve();
    if (signal.aborted) return;
  }
  record();
  await serve();
  if (signal.aborted) return;
  const restart = () => {
    say('A source changed: starting again with it.');
    for (const keeper of keepers) keeper.restart();
  };
  if (config.dev) started.push(watchSources(restart));
  sayReady(config, roles);
}

function ownDatabase(config: Config, changed: () => void): Promise<EmbeddedPostgres> {
  let starts = 0;
  return startEmbedded({
    dataDir: config.dataDir,
    passwords: ensureSecrets(config.dataDir).database,
    memoryMegabytes: config.databaseMemory,
    onStart: () => {
      if (starts++ === 0) return;
      say('PostgreSQL ended and was started again.');
      changed();
    },
    onTrouble: (logFile) => say(`PostgreSQL ended and does not start again yet; ${logFile} says why.`),
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
    // React's development build renders four times slower.
    NODE_ENV: config.dev ? 'development' : 'production',
  };
}

async function runPrepare(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const child = forkRole('prepare', env);
  const end = () => child.kill('SIGTERM');
  signal.addEventListener('abort', end);
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  signal.removeEventListener('abort', end);
  // What was wrong has been said by prepare itself.
  if (code !== 0 && !signal.aborted)
    throw new StartupError('The database could not be prepared; nothing was started.');
}

const runStartedAt = new Date().toISOString();

function runFile(config: Config, postgres: EmbeddedPostgres | null, keepers: Keeper[]): RunFile {
  return {
    pid: process.pid,
    startedAt: runStartedAt,
    purpose: 'the product',
    port: config.port,
    sandboxPort: config.sandboxPort,
    autoDraw: config.autoDraw,
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
  const lines = [
    roles.includes('web') && `  Hending      http://localhost:${config.port}`,
    local && '  Sign in as   spilari1, spilari2 or spilari3, password sandkassi1',
    roles.includes('sandbox') &&
      `  Sandboxes    http://127.0.0.1:${config.sandboxPort} (bank, cards, mail, SMS, electronic ID)`,
    local && '  Next         the tour in README.md; all commands: npm run operator -- help',
  ];
  say(['', ...lines.filter(Boolean), '', '  Ready. Ctrl-C stops everything.', ''].join('\n'));
}
