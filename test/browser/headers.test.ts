/** What every answer tells browsers, whatever made it (must-hold 138). */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { ownInstance } from '#test/harness/own-instance.ts';
import routes from '#web/routes.ts';
import { signedInPlayer } from './steps.ts';

const instance = ownInstance({ TRUSTED_PROXIES: '127.0.0.0/8 ::1' });
let cookie: string;

beforeAll(async () => {
  const [session] = (await signedInPlayer(instance)).cookies;
  cookie = `${session?.name}=${session?.value}`;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(instance.url + path, { method, headers, redirect: 'manual' });

function pathsOf(entries: readonly RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap(({ path = '', index, children }) => {
    const full = path === '' ? base : `${base}/${path}`;
    return [...(path !== '' || index ? [full || '/'] : []), ...pathsOf(children ?? [], full)];
  });
}

const samples: Readonly<Record<string, string>> = {
  gameId: 'lotto',
  pageNumber: '1',
  part: 'greidslur',
  '*': 'engin-slik-sida',
};

/** `/lottoleikir/:gameId` → `/lottoleikir/lotto`; parts that may be left out are. */
function sample(path: string): string {
  return path
    .replace(/\/:\w+\?/g, '')
    .replace(/:(\w+)/g, (_, name: string) => samples[name] ?? 'x')
    .replace('*', samples['*'] ?? '');
}

const pagePaths = [...new Set(pathsOf(await routes).map(sample))];

function directives(policy: string): Map<string, string[]> {
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

function expectCommon({ headers }: Response, path: string): Map<string, string[]> {
  const told = (name: string) => headers.get(name) ?? `no ${name} on ${path}`;
  expect(told('x-content-type-options'), path).toBe('nosniff');
  expect(told('referrer-policy'), path).toBe('strict-origin-when-cross-origin');
  expect(told('permissions-policy'), path).toContain('camera=()');
  expect(told('cross-origin-opener-policy'), path).toBe('same-origin-allow-popups');
  expect(told('x-frame-options'), path).toBe('DENY');
  expect(headers.has('strict-transport-security'), path).toBe(false);
  const policy = directives(told('content-security-policy'));
  expect(policy.get('frame-ancestors'), path).toEqual(["'none'"]);
  expect(policy.get('base-uri'), path).toEqual(["'none'"]);
  expect(policy.get('default-src'), path).toEqual(["'none'"]);
  const scripts = policy.get('script-src') ?? [];
  expect(scripts.filter((source) => source.startsWith("'unsafe") || source.startsWith('http'))).toEqual([]);
  return policy;
}

/** Scripts with code in the page must carry the nonce of this very answer; nothing else may act inline. */
function expectNothingInline(html: string, nonce: string, path: string): void {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)];
  // Two pages have but a file that the service worker keeps.
  expect(scripts.length === 1, path).toBe(/\/(an-nets|vidhald)$/.test(path));
  for (const [tag, attributes = ''] of scripts) {
    if (!/\bsrc=/.test(attributes)) expect(tag, path).toContain(`nonce="${nonce}"`);
  }
  const markup = html.replace(/<script\b[^>]*>.*?<\/script>/gs, '');
  expect(markup, path).not.toMatch(/<style\b/);
  expect(markup.match(/<[^>]*\s(?:style|on\w+)=/g), path).toBeNull();
  expect(markup, path).not.toContain('javascript:');
}

const isMine = (path: string) => path.includes('/minar-sidur');

/** What our samples of addresses lead to, for somebody signed in. */
const otherThanOk: Readonly<Record<string, number>> = {
  '/urslit': 302,
  '/tolfraedi': 302,
  // Without a ticket there is no prize to claim.
  '/minar-sidur/vinningur': 302,
  '/vidhald': 503,
  '/_honnun': 404,
  '/_honnun/efni': 404,
  '/engin-slik-sida': 404,
  '/um-okkur/frett/x': 404,
  '/lottoleikir/lotto/utdrattur/x': 404,
  '/getraunaleikir/lotto/umferd/x': 404,
  '/felog/x': 404,
  '/getraunadeild/x': 404,
  '/um-okkur/frettir/x': 404,
  '/deilimynd/x/engin-slik-sida': 404,
};

test.each(pagePaths.filter(isMine))('page %s is nobody else’s', async (path) => {
  const { status, headers } = await get(path);
  expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('login=true')]);
});

test.each(pagePaths)('page %s', async (path) => {
  const nonces = new Set<string>();
  const visitors = isMine(path) ? [{ cookie }, { cookie }, { cookie }] : [{}, {}, { cookie }];
  for (const headers of visitors as Record<string, string>[]) {
    const response = await get(path, headers);
    expect([path, response.status]).toEqual([path, otherThanOk[path.replace(/^\/en\//, '/')] ?? 200]);
    const policy = expectCommon(response, path);
    const html = await response.text();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    const nonce = policy.get('script-src')?.find((source) => source.startsWith("'nonce-"));
    const value = nonce?.slice("'nonce-".length, -1) ?? '';
    expect(value.length).toBeGreaterThanOrEqual(22);
    nonces.add(value);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
    // A card is confirmed in a frame: by the sandbox's bank here, and back on our own page.
    for (const to of ['frame-src', 'form-action'])
      expect(policy.get(to)).toEqual(["'self'", instance.sandboxUrl]);
    expectNothingInline(html, value, path);
  }
  expect(nonces.size).toBe(3);
});

const calls = (Object.keys(api) as CallName[]).map((name) => [api[name].method, api[name].path] as const);

test.each(calls)('call %s %s', async (method, path) => {
  const response = await get(`/api/proxy${path.replace(/\{\w+\}/g, 'x')}`, {}, method);
  expect(expectCommon(response, path).size).toBe(4);
});

const others = [
  '/api/health',
  '/metrics',
  '/api/openapi.json',
  '/api/docs/swagger-ui.css',
  '/api/docs/start.js',
  '/api/nothing',
  '/api/auth/session',
  '/api/auth/csrf',
  '/api/auth/signin',
  '/api/auth/nothing',
  '/assets/nothing.js',
  '/favicon.ico',
  '/icon-512.png',
  '/.env',
  '/..%2f..%2fetc/passwd',
  '/%00',
  '/en/%ff',
  '/myndir/https/evil.example/a.png',
  '/myndir/http/evil.example/..',
  '/myndir/x',
  '/urslit/lotto?week=x&year=y',
  '/?login=true',
  '/_root.data',
  '/en.data',
  '//example.is/',
];

test.each(others)('%s', async (path) => {
  const response = await get(path);
  expect(response.status, path).toBeLessThan(500);
  expectCommon(response, path);
});

test('files of the build', async () => {
  const html = await (await get('/')).text();
  const files = new Set(html.match(/\/assets\/[\w.-]+/g));
  expect(files.size).toBeGreaterThan(3);
  for (const file of files) {
    const response = await get(file);
    expect([file, response.status]).toEqual([file, 200]);
    expectCommon(response, file);
    expect(response.headers.get('cache-control')).toContain('immutable');
  }
});

test('the page of the API loads its own files alone', async () => {
  const response = await get('/api/docs');
  const policy = expectCommon(response, '/api/docs');
  expect(policy.get('script-src')).toEqual(["'self'"]);
});

test("the bank's return pages may be framed by ourselves and talk to their opener", async () => {
  for (const page of ['deposit', 'credit-card', 'subscription-card']) {
    const { headers } = await get(`/api/verify/${page}`, {}, 'POST');
    expect(headers.has('cross-origin-opener-policy')).toBe(false);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  }
});

test('https is promised for years, but only over https', async () => {
  for (const path of ['/', '/api/health', '/api/nothing', '/favicon.ico']) {
    const { headers } = await get(path, { 'x-forwarded-proto': 'https' });
    const [, seconds] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
    expect(Number(seconds), path).toBeGreaterThanOrEqual(31_536_000);
  }
});

test('an address that ends with slashes leads to the page without them, and to no other house', async () => {
  for (const [path, page] of [
    ['/en/', '/en'],
    ['/lottoleikir/?q=/', '/lottoleikir?q=/'],
    ['/um-okkur/frettir//', '/um-okkur/frettir'],
  ]) {
    const answer = await get(path ?? '');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, page]);
  }
  for (const path of ['//hending.example/', '/\\hending.example/', '/%2f%2fhending.example/']) {
    expect((await get(path)).headers.get('location') ?? '/').toMatch(/^\/(?![/\\])/);
  }
});
