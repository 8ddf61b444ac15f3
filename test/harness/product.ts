import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#embedded/postgres/orphan.ts';
import { type RunFile, readRunFile } from '#server/platform/run-file.ts';
import { environment } from './environment.ts';

/** Where a running product is found. */
export type RunningInstance = { url: string; sandboxUrl: string; dataDir: string };

/** The real product in its own processes, on its own ports and DATA_DIR. */
export type Instance = RunningInstance & {
  env: NodeJS.ProcessEnv;
  /** The source tree that it runs from. */
  root: string;
  /** Everything printed so far, by all processes. */
  output(): string;
  /** The running processes; fails when the product is not up. */
  pids(): { supervisor: number; postgres: number; web: number; worker: number; sandbox: number };
  /** Ends one process at once, as a crash would. */
  kill(who: keyof ReturnType<Instance['pids']>): Promise<number>;
  /** Starts again on the same DATA_DIR and ports, after `stop` or `kill('supervisor')`. */
  start(): Promise<void>;
  healthy(withinMs?: number): Promise<void>;
  /** Exit code of the last life, after it ended. */
  ended(): Promise<number | null>;
  stop(): Promise<void>;
  /** Stops and removes everything. */
  dispose(): Promise<void>;
};

/** Not started yet. @param overrides of its environment */
export async function createProduct(
  dataDir: string,
  overrides: NodeJS.ProcessEnv,
  program: string,
  root: string,
): Promise<Instance> {
  const port = await quietPort();
  let sandboxPort = port;
  while (sandboxPort === port) sandboxPort = await quietPort();
  const env = {
    ...environment,
    HOME: process.env.HOME,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    AUTO_DRAW: '0',
    ...overrides,
  };
  const url = `http://localhost:${env.PORT}`;
  let child: ChildProcess | undefined;
  let life = Promise.resolve<number | null>(null);
  let printed = '';
  const run = (): RunFile => readRunFile(dataDir) ?? fail(`${dataDir} does not run:\n${printed}`);

  const instance: Instance = {
    url,
    sandboxUrl: `http://127.0.0.1:${env.SANDBOX_PORT}`,
    dataDir,
    env,
    root,
    output: () => printed,
    pids: () => pidsOf(run()),
    kill: async (who) => {
      const pid = pidsOf(run())[who];
      process.kill(pid, 'SIGKILL');
      while (isAlive(pid)) await sleep(5);
      return pid;
    },
    start: async () => {
      const before = printed.length;
      child = spawn(process.execPath, [program, 'supervisor'], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => (printed += String(chunk)));
      life = new Promise((done) => child?.once('close', done));
      await ready(() => printed.slice(before), life);
      await instance.healthy();
    },
    healthy: (withinMs = 30_000) => healthy(url, withinMs, () => printed),
    ended: () => life,
    stop: async () => {
      child?.kill('SIGTERM');
      await life;
    },
    dispose: async () => {
      if (child?.exitCode === null && child.signalCode === null) await instance.stop();
      const place = join(dataDir, 'place.json');
      if (existsSync(place))
        rmSync((JSON.parse(readFileSync(place, 'utf8')) as { home: string }).home, { recursive: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return instance;
}

/** Not among those that connections take for themselves: it is still free when the product comes to it. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = net.createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}

function fail(message: string): never {
  throw new Error(message);
}

function pidsOf({ pid, postgres, children }: RunFile): ReturnType<Instance['pids']> {
  const required = (value: number | null | undefined) => value ?? fail('a process is missing');
  return {
    supervisor: pid,
    postgres: required(postgres?.pid),
    web: required(children?.web),
    worker: required(children?.worker),
    sandbox: required(children?.sandbox),
  };
}

/** All its processes serve: the web may do so before the sandboxes do. */
async function ready(printed: () => string, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const until = performance.now() + 120_000; performance.now() < until; await sleep(25)) {
    if (printed().includes('  Ready.')) return;
    if (over) fail(`The product ended:\n${printed()}`);
  }
  fail(`Not ready within two minutes:\n${printed()}`);
}

async function healthy(url: string, withinMs: number, printed: () => string): Promise<void> {
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(25)) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.status === 200) return;
  }
  fail(`Not healthy within ${withinMs} ms:\n${printed()}`);
}
