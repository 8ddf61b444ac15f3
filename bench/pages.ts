/**
 * Server-rendered pages a second of home, game, play and results, signed out and signed in, next to a bare
 * React Router page, and bytes per route. The content service answers nothing meanwhile. Pages may be kept
 * for a second (docs/decisions/017, 050); who is signed in has tickets, and each visit is another player's.
 */
import { execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { freePort } from '#embedded/postgres/process.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import type { Turn } from './compare-turns.ts';
import { getRequest } from './http-client.ts';
import { constantLoad, fullLoad, type LoadFigures, median, rounded } from './load.ts';
import { createPlayers, type Player, purchaseLoad } from './purchase-load.ts';

const root = resolve(import.meta.dirname, '..');
const routes = {
  home: '/',
  game: '/lottoleikir/lotto',
  play: '/lottoleikir/lotto/spila',
  results: '/urslit/lotto',
};
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
const playerCount = Number(process.env['BENCH_PLAYERS'] ?? 2_000);
const connections = 16;

/** Who visits: nobody, players, and players whose browsers take compressed answers. */
const visits = ['signed out', 'signed in', 'signed in, br'] as const;
const pages = visits.flatMap((visit) =>
  Object.entries(routes).map(([name, path]) => ({ name: `${name}, ${visit}`, visit, path })),
);

export async function run(): Promise<object> {
  const bare = await startBare();
  const instance = await startInstance({ AUTO_DRAW: '0' });
  try {
    const port = Number(new URL(instance.url).port);
    const players = await preparePlayers(instance);
    const peers: LoadFigures[] = [];
    const found = new Map(pages.map(({ name }) => [name, [] as LoadFigures[]]));
    for (let round = 0; round < rounds; round++) {
      peers.push(await measure(bare.port, '/', () => ({}), seconds));
      for (const { name, visit, path } of pages)
        found.get(name)?.push(await measure(port, path, headersOf(visit, players), seconds));
    }
    const peer = median(peers.map((each) => each.perSecond));
    const figures = pages.map(({ name }) => ({ name, ...summary(found.get(name) ?? [], peer) }));
    const bytes = Object.entries(routes).map(async ([name, path]) => [
      name,
      await bytesOf(instance.url, path),
    ]);
    const slowest = figures
      .filter(({ name }) => name.endsWith('signed in'))
      .reduce((least, each) => (each.ratio < least.ratio ? each : least));
    return {
      ...{ value: slowest.value, unit: 'pages/s', p50: slowest.p50, p99: slowest.p99 },
      peer: { name: 'bare React Router page', value: peer },
      ratio: slowest.ratio,
      verified: true,
      pages: figures,
      bytes: Object.fromEntries(await Promise.all(bytes)),
    };
  } finally {
    bare.stop();
    await instance.dispose();
  }
}

/** Seconds of each page in a turn of `bench compare`. */
const turnSeconds = 0.5;

/** Every page for half a second a turn, in pages a second. */
export async function comparePages(instance: Instance): Promise<Turn> {
  const port = Number(new URL(instance.url).port);
  const players = await preparePlayers(instance);
  return async () => {
    const speeds: Record<string, number> = {};
    for (const { name, visit, path } of pages)
      speeds[name] = (await measure(port, path, headersOf(visit, players), turnSeconds)).perSecond;
    return speeds;
  };
}

/** Players with tickets, and a content service that has stopped answering. */
async function preparePlayers(instance: Instance): Promise<Player[]> {
  const players = await createPlayers(instance, playerCount);
  await buyTickets(Number(new URL(instance.url).port), players);
  await stopContent(instance);
  return players;
}

async function startBare() {
  const node = process.execPath;
  const cli = resolve(root, 'node_modules/.bin/react-router');
  await promisify(execFile)(node, [cli, 'build', 'bench/bare'], { cwd: root });
  const port = await freePort();
  const server = spawn(node, ['bench/bare-server.ts', resolve(root, 'build/bare'), String(port)], {
    cwd: root,
  });
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) break;
    await sleep(50);
  }
  return { port, stop: () => server.kill('SIGTERM') };
}

/** Every page has been read once by then, as in life. */
async function stopContent({ url, sandboxUrl }: Instance): Promise<void> {
  for (const path of Object.values(routes)) await fetch(url + path);
  const body = JSON.stringify({ fault: 'hang', times: 1_000_000 });
  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${sandboxUrl}/_control/content-service`, { method: 'POST', headers, body });
}

/** As many as somebody who plays each week keeps looking at. */
async function buyTickets(port: number, players: readonly Player[]): Promise<void> {
  let bought = 0;
  const nextPlayer = () => players[bought++ % players.length] as Player;
  const load = purchaseLoad(port, {
    seconds: 60,
    nextPlayer,
    key: 'page',
    acknowledged: [],
  });
  await constantLoad({ ...load, isOver: () => bought >= 4 * players.length }, 1_000);
}

function headersOf(visit: (typeof visits)[number], players: readonly Player[]) {
  let turn = 0;
  return (): Record<string, string> => {
    if (visit === 'signed out') return {};
    const Cookie = players[turn++ % players.length]?.cookie ?? '';
    return visit === 'signed in' ? { Cookie } : { Cookie, 'Accept-Encoding': 'br, gzip' };
  };
}

function measure(
  port: number,
  path: string,
  headers: () => Record<string, string>,
  seconds: number,
): Promise<LoadFigures> {
  const onAnswer = ({ status }: { status: number }) => {
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  return fullLoad({ port, connections, seconds, next: () => getRequest(path, headers()), onAnswer });
}

function summary(figures: readonly LoadFigures[], peer: number) {
  const value = median(figures.map((each) => each.perSecond));
  const [p50, p99] = [median(figures.map((each) => each.p50Ms)), median(figures.map((each) => each.p99Ms))];
  return { value, p50, p99, ratio: rounded(value / peer, 2) };
}

/** What a first visit loads beside the page itself, as gzip sends it. */
async function bytesOf(origin: string, path: string) {
  const html = await (await fetch(origin + path)).text();
  const files = new Set(
    [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map((match) => match[1]),
  );
  const bytes = { script: 0, css: 0, font: 0, html: gzipSync(html).length };
  for (const file of files) {
    if (!file) continue;
    const content = Buffer.from(await (await fetch(origin + file)).arrayBuffer());
    if (file.endsWith('.js')) bytes.script += gzipSync(content).length;
    else if (file.endsWith('.css')) bytes.css += gzipSync(content).length;
    else bytes.font += content.length;
  }
  return bytes;
}
