/**
 * Whether a visitor gets in while a stranger at another address holds on to connections: half closed, silent,
 * in the middle of a request, idle. Each request of the visitor comes on a connection of its own. Then how
 * purchases fare beside open streams (connections-streams.ts).
 */
import { fork } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { besideStreams } from './connections-streams.ts';
import { figures, rounded } from './load.ts';

const sockets = Number(process.env['BENCH_SOCKETS'] ?? 20_000);
/** No process holds more than its descriptors allow. */
const processes = 4;
const visitors = 8;
/** Between two visits of one visitor: this measures who gets in, not how many could. */
const pauseMs = 20;
/** With all connections asked for, so long the visitors go on. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);

export async function run(): Promise<object> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  const visits = await measure(instance).finally(() => instance.dispose());
  const beside = await besideStreams();
  return { ...visits, beside, verified: visits.verified && beside.verified };
}

async function measure(instance: Instance) {
  const port = Number(new URL(instance.url).port);
  const latencies: number[] = [];
  const failed: string[] = [];
  let over = false;
  const startedAt = performance.now();
  const visiting = Array.from({ length: visitors }, async () => {
    while (!over) {
      const sentAt = performance.now();
      const outcome = await visit(port);
      if (outcome === '200') latencies.push(performance.now() - sentAt);
      else failed.push(outcome);
      await sleep(pauseMs);
    }
  });
  const stranger = Array.from({ length: processes }, () => hold(port, Math.ceil(sockets / processes)));
  await Promise.all(stranger.map(({ done }) => done));
  console.error(`${sockets} connections were asked for; ${latencies.length} visits so far`);
  await sleep(seconds * 1000);
  over = true;
  await Promise.all(visiting);
  const held = await heldBy(instance);
  for (const { child } of stranger) child.disconnect();
  const { answered, p50Ms, p99Ms } = figures(latencies, performance.now() - startedAt);
  return {
    value: rounded((100 * answered) / (answered + failed.length), 2),
    unit: '% of visits served',
    p50: p50Ms,
    p99: p99Ms,
    answered,
    failed: failed.length,
    failures: [...new Set(failed)],
    sockets,
    held,
    note: 'no peer: nothing else serves these visits',
    verified: answered > 0 && failed.length === 0,
  };
}

function hold(port: number, count: number) {
  const child = fork(join(import.meta.dirname, 'hold.ts'), [String(port), String(count)]);
  const done = new Promise<void>((resolve, reject) => {
    child.on('message', (asked) => asked === count && resolve());
    child.once('exit', () => reject(new Error('the stranger ended before all was asked for')));
  });
  return { child, done };
}

/** @returns the status, or what went wrong */
function visit(port: number): Promise<string> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', path: '/api/live', agent: false, timeout: 10_000 });
    asking.once('response', (answer) =>
      answer.resume().once('end', () => resolve(String(answer.statusCode))),
    );
    asking.once('timeout', () => asking.destroy(new Error('no answer')));
    asking.once('error', ({ message }) => resolve(message));
    asking.end();
  });
}

/** What the server counts itself, a second old at most. */
async function heldBy({ url }: Instance): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^hending_connections\{state="open"\} (\d+)/m.exec(text)?.[1]);
}
