/** Whatever the content service says, a page runs nothing of it: its own policy is switched off here. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, listenHttp } from '#server/platform/listen-http.ts';
import { createLog } from '#server/platform/log.ts';
import { newInstance } from '#test/harness/instance.ts';
import { browser } from '#test/harness/own-browser.ts';
import type { Instance } from '#test/harness/product.ts';

const script = 'window.hacked=1';
const attacks = [
  `</script><script>${script}</script>`,
  `<img src=x onerror="${script}"><svg onload=${script}>`,
  `" onmouseover="${script}" x="' autofocus onfocus=${script} `,
  `--></style></title></textarea><iframe srcdoc="<script>parent.${script}</script>">`,
  '\u202e\u2066\u0000\u0007\u001b[31m\u2028\ufeff',
  `[x](javascript:${script})`,
];
const addresses = [
  `javascript:${script}`,
  `JaVa\tScript:${script}`,
  `data:text/html,<script>${script}</script>`,
  '//elsewhere.example/x',
];
/** What decides which record or node something is; all else is a text or an address. */
const kept =
  /^(id|type|schema|slug|.*[Ss]lug|__typename|_.*|level|style|locale|key|key_|item|marks|platforms?)$/;

let turn = 0;
function poison(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => poison(each, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, poison(each, key)]));
  }
  if (typeof value !== 'string' || kept.test(name) || /^\d{4}-\d\d-\d\d/.test(value)) return value;
  turn += 1;
  if (/url|src|href/i.test(name)) return addresses[turn % addresses.length];
  const much = turn % 97 === 0 ? 'x'.repeat(20_000) : '';
  return value + attacks[turn % attacks.length] + much;
}

let service: HttpServer;
let instance: Instance;
let sandbox = '';
let poisoned = 0;

/** What the sandbox says, made worse. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const { host, 'content-length': length, connection, ...headers } = request.headers;
  const init = { method: 'POST', headers: headers as Record<string, string>, body };
  const said = await fetch(sandbox, init).catch(() => null);
  if (said === null) return void response.writeHead(503).end();
  poisoned += 1;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(poison(await said.json())));
}

beforeAll(async () => {
  service = await listenHttp(answer, { port: 0, log: createLog('test', 2, 'silent') });
  const own = {
    CONTENT_API_URL: `http://127.0.0.1:${service.port}/`,
    CONTENT_API_KEY: 'key',
    // New: nothing that was said before stands in.
    DATA_DIR: join(tmpdir(), `hending-hostile-${process.pid}`),
  };
  instance = await newInstance(own);
  sandbox = `${instance.sandboxUrl}/content/`;
  await instance.start();
});
afterAll(async () => {
  await instance?.dispose();
  await service?.stop();
});

const paths = [
  '/',
  '/um-okkur',
  '/um-okkur/frettir',
  '/hjalp',
  '/lottoleikir',
  '/abyrg-spilun',
  '/en',
  '/engin',
];

test('no page runs what the content service says, nor leads there', async () => {
  const context = await browser.newContext({ baseURL: instance.url, bypassCSP: true });
  const page = await context.newPage();
  for (const path of paths) {
    const html = await (await fetch(instance.url + path)).text();
    const nonces = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
    expect(
      nonces.filter((each) => !/nonce="[\w-]+"/.test(each)),
      path,
    ).toEqual([]);
    await page.goto(path, { waitUntil: 'load' });
    const found = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')];
      const values = (name: string) => all.map((each) => each.getAttribute(name) ?? '');
      return {
        hacked: 'hacked' in window,
        acts: all.flatMap((each) => each.getAttributeNames().filter((name) => name.startsWith('on'))),
        frames: document.querySelectorAll('iframe, object, embed, base').length,
        leads: [...values('href'), ...values('src'), ...values('action'), ...values('srcset')].filter(
          (value) => /^\s*(java\s*script|data:text|\/\/)/i.test(value),
        ),
      };
    });
    expect(found, path).toEqual({ hacked: false, acts: [], frames: 0, leads: [] });
  }
  await context.close();
  // It was asked, and what it said is shown: as text.
  expect(poisoned).toBeGreaterThan(0);
  expect(await (await fetch(`${instance.url}/um-okkur`)).text()).toContain('&lt;img src=x onerror=');
});
