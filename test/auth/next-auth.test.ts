/** The browser client of next-auth 4 in Chromium, against the server over HTTP. */
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HttpServer, listenHttp } from '#server/platform/listen-http.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#test/harness/app.ts';
import { openBrowser } from '#test/harness/browser.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer } from '#test/harness/visitor.ts';
import type { Client } from './next-auth-entry.ts';

let data: TestDatabase;
let server: HttpServer;
let browser: Browser;
let page: Page;
let bundle: string;
let origin: string;
let playerId: string;
/** Statuses that `POST _log` answered with. */
const logged: number[] = [];

declare global {
  interface Window {
    nextAuth: Client;
  }
}

async function bundleClient(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    define: { 'process.env': '{"NODE_ENV":"production"}', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'next-auth-entry.ts'), formats: ['iife'], name: 'entry' },
    },
  });
  const [first] = [made].flat();
  const [chunk] = first && 'output' in first ? first.output : [];
  return chunk?.type === 'chunk' ? chunk.code : '';
}

beforeAll(async () => {
  [data, browser, bundle] = await Promise.all([testDatabase(), openBrowser(), bundleClient()]);
  // A browser drops a cookie that ends before its own clock.
  await data.adminPool.query("UPDATE clock SET clock_offset = '0'");
  const { app } = testApp(data);
  const answer: typeof app.fetch = async (request, ...rest) => {
    const response = await app.fetch(request, ...rest);
    if (request.url.endsWith('/_log')) logged.push(response.status);
    return response;
  };
  const log = createLog('test', 2, 'silent');
  server = await listenHttp(getRequestListener(answer), { port: 0, log });
  origin = `http://localhost:${server.port}`;
  playerId = String(await addKnownPlayer(data));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await data.close();
});

/** A browser of its own on a page of ours; our policy lets no foreign script in, so the test goes past it. */
beforeEach(async () => {
  const context = await browser.newContext({ baseURL: origin, bypassCSP: true });
  page = await context.newPage();
  await load();
});
afterEach(() => page.context().close());

async function load(path = '/api/auth/verify-request'): Promise<void> {
  await page.goto(path);
  await page.addScriptTag({ content: bundle });
}

const signIn = (fields: Record<string, string> = {}) =>
  page.evaluate((sent) => window.nextAuth.signIn('credentials', { ...sent, redirect: false }), {
    username: 'asdis',
    password: 'lykilord1',
    ...fields,
  });
const getSession = () => page.evaluate(() => window.nextAuth.getSession());
const status = () => page.evaluate(() => window.nextAuth.held()?.status);

test('getProviders lists the ways to sign in', async () => {
  const providers = await page.evaluate(() => window.nextAuth.getProviders());
  expect(providers?.['credentials']).toEqual({
    id: 'credentials',
    name: 'Credentials',
    type: 'credentials',
    signinUrl: `${origin}/api/auth/signin/credentials`,
    callbackUrl: `${origin}/api/auth/callback/credentials`,
  });
});

test('getCsrfToken is the same until the browser forgets it', async () => {
  const token = await page.evaluate(() => window.nextAuth.getCsrfToken());
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(await page.evaluate(() => window.nextAuth.getCsrfToken())).toBe(token);
});

describe('signIn', () => {
  test('right: ok, and getSession knows the player', async () => {
    expect(await getSession()).toBeNull();
    const url = `${origin}/api/auth/verify-request`;
    expect(await signIn()).toEqual({ error: null, status: 200, ok: true, url });
    const user = { playerId, username: 'asdis', firstName: 'Prufa', lastName: 'Prufudóttir' };
    expect(await getSession()).toMatchObject({ user });
  });

  test('wrong: the code as error, 401 and no address', async () => {
    const outcome = await signIn({ password: 'rangt' });
    expect(outcome).toEqual({ error: 'EC_AUTH_FAIL', status: 401, ok: false, url: null });
    expect(await getSession()).toBeNull();
  });

  test('with a code that carries the player who needs electronic ID', async () => {
    const expires = async (days: number) =>
      data.pool.query('UPDATE wallets SET certificate_expires = domain_now()::date + $1::int', [days]);
    await expires(-31);
    const error = `EC_ELOGIN_AUTH_REQUIRED:${playerId}`;
    expect(await signIn()).toEqual({ error, status: 401, ok: false, url: null });
    await expires(300);
  });

  test('after three failures: 429 with its code', async () => {
    for (let turn = 0; turn < 3; turn++) await signIn({ username: 'enginn' });
    const outcome = { error: 'EC_ACTION_NOT_ALLOWED', status: 429, ok: false, url: null };
    expect(await signIn({ username: 'enginn' })).toEqual(outcome);
  });

  test('to another origin ends at home', async () => {
    expect(await signIn({ callbackUrl: 'https://illt.example/' })).toMatchObject({ ok: true, url: origin });
  });

  test('with an unknown provider leads to the sign-in page', async () => {
    const arrived = page.waitForURL(`${origin}/?login=true&callbackUrl=*`);
    await page.evaluate(() => void window.nextAuth.signIn('google'));
    await arrived;
  });
});

test('SessionProvider: loading, unauthenticated, authenticated after signIn; update re-reads', async () => {
  await page.evaluate(() => window.nextAuth.watch());
  await expect.poll(status).toBe('unauthenticated');
  await signIn();
  await expect.poll(status).toBe('authenticated');
  const states = await page.evaluate(() => window.nextAuth.states);
  expect([states[0], states.at(-1)]).toEqual(['loading', 'authenticated']);

  await data.pool.query(`UPDATE players SET first_name = 'Ásdís' WHERE player_id = $1`, [playerId]);
  const updated = await page.evaluate(() => window.nextAuth.held()?.update({ user: { playerId: '1' } }));
  expect(updated?.user).toMatchObject({ playerId, firstName: 'Ásdís' });
  await data.pool.query(`UPDATE players SET first_name = 'Prufa' WHERE player_id = $1`, [playerId]);
});

test('signOut ends the session on the server and in the other tab', async () => {
  await signIn();
  const sessions = async () => (await data.pool.query('SELECT FROM sessions')).rowCount ?? 0;
  const before = await sessions();
  const other = await page.context().newPage();
  await other.goto('/api/auth/verify-request');
  await other.addScriptTag({ content: bundle });
  await other.evaluate(() => window.nextAuth.watch());
  const seen = () => other.evaluate(() => window.nextAuth.held()?.status);
  await expect.poll(seen).toBe('authenticated');
  const left = await page.evaluate(() =>
    window.nextAuth.signOut({ redirect: false, callbackUrl: '/urslit' }),
  );
  expect(left).toEqual({ url: `${origin}/urslit` });
  expect(await getSession()).toBeNull();
  await expect.poll(seen).toBe('unauthenticated');
  expect(await sessions()).toBe(before - 1);
});

test('what the client logs is taken', async () => {
  await page.route('**/api/auth/session', (route) => route.abort());
  expect(await getSession()).toBeNull();
  await expect.poll(() => logged).toEqual([200]);
});
