/**
 * Server-rendered pages a second of home, play and results, next to a bare React Router page, and bytes per
 * route. The content service answers nothing meanwhile. Signed-out pages may be kept for a second
 * (docs/decisions/017); home with a session is rendered for each visit.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { freePort } from '#embedded/postgres/process.ts';
import { type Instance, startInstance } from '#test/harness/instance.ts';
import { getRequest } from './http-client.ts';
import { fullLoad, type LoadFigures, median, rounded } from './load.ts';

const root = resolve(import.meta.dirname, '..');
const routes = { home: '/', play: '/lottoleikir/lotto/spila', results: '/urslit/lotto' };
const rounds = 3;
const seconds = 5;
const connections = 16;

export async function run(): Promise<object> {
  const bare = await startBare();
  const instance = await startInstance({ AUTO_DRAW: '0' });
  try {
    const port = Number(new URL(instance.url).port);
    await stopContent(instance);
    const cookie = sessionOf(instance);
    const peers: LoadFigures[] = [];
    const signedIn: LoadFigures[] = [];
    const found = Object.fromEntries(Object.keys(routes).map((name) => [name, [] as LoadFigures[]]));
    for (let round = 0; round < rounds; round++) {
      peers.push(await measure(bare.port, '/'));
      for (const [name, path] of Object.entries(routes)) found[name]?.push(await measure(port, path));
      signedIn.push(await measure(port, routes.home, { Cookie: cookie }));
    }
    const peer = median(peers.map((each) => each.perSecond));
    const pages = await Promise.all(
      Object.entries(routes).map(async ([name, path]) => ({
        name,
        ...summary(found[name] ?? [], peer),
        gzipBytes: await bytesOf(instance.url, path),
      })),
    );
    const { value, p50, p99, ratio } = pages[0] ?? { value: 0, p50: 0, p99: 0, ratio: 0 };
    const bareFigures = { name: 'bare React Router page', value: peer };
    return {
      value,
      unit: 'pages/s',
      p50,
      p99,
      peer: bareFigures,
      ratio,
      verified: true,
      pages: [...pages, { name: 'home, signed in', ...summary(signedIn, peer) }],
    };
  } finally {
    bare.stop();
    await instance.dispose();
  }
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

function sessionOf({ env }: Instance): string {
  const words = 'operator/main.ts players create --count 1 --balance 10000 --sessions --json'.split(' ');
  const { stdout } = spawnSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
  const { players } = JSON.parse(stdout) as { players: { cookie: string }[] };
  return players[0]?.cookie ?? '';
}

function measure(port: number, path: string, headers?: Record<string, string>): Promise<LoadFigures> {
  const onAnswer = ({ status }: { status: number }) => {
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  return fullLoad({ port, connections, seconds, next: () => getRequest(path, headers), onAnswer });
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
