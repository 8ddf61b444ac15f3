/** Each page has one spelling, to which all others lead, and never to another host. */
import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createSpellingRedirect } from '#server/http/spelling.ts';
import { requireWellFormed } from '#server/http/well-formed.ts';
import routes from '#web/routes.ts';

type Entry = { id?: string; path?: string; file: string; children?: Entry[] };
const entries = routes as unknown as Entry[];
const table = Object.fromEntries(entries.map(({ path }, at) => [String(at), { path }]));
const app = new Hono()
  .use(requireWellFormed())
  .use(createSpellingRedirect(table))
  .all('*', (context) => context.text('page'));
app.onError(() => new Response(null, { status: 400 }));

/** As it stands in a request: `app.request` alone would resolve its dots. */
async function ask(target: string, method = 'GET') {
  const url = new URL(`http://hending.example${target.startsWith('/') ? target : `/${target}`}`);
  const answer = await app.request(url, { method }, { incoming: { url: target } });
  return [answer.status, answer.headers.get('location')] as const;
}

/** An address of each route. */
const addresses = entries.map(
  ({ path = '' }) =>
    `/${path
      .replace(/:gameId\??/, 'lotto')
      .replace(/:\w+\??/g, 'abc')
      .replace('*', 'um-okkur')}`.replace(/\/$/, '') || '/',
);

const isLetter = /[a-z]/i;
const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
/** The first letter of a fixed part, which no parameter takes. */
const spellings: Readonly<Record<string, (path: string) => string | null>> = {
  'a slash at the end': (path) => `${path}/`,
  'slashes at the end': (path) => `${path}//`,
  'two slashes': (path) => `/${path}`,
  'two slashes within': (path) => (path.lastIndexOf('/') > 0 ? path.replace(/\/(?=[^/]*$)/, '//') : null),
  'a backslash': (path) => `/\\${path.slice(1)}`,
  'an encoded letter': (path) => {
    const at = [...path].findIndex((letter) => isLetter.test(letter));
    return at < 0 ? null : path.slice(0, at) + encode(path[at] as string) + path.slice(at + 1);
  },
  'an encoded hyphen': (path) => (path.includes('-') ? path.replace('-', '%2d') : null),
  'a dot': (path) => `/.${path}`,
  'an encoded dot': (path) => `/%2e${path}`,
  dots: (path) => `/x/..${path}`,
  'encoded dots': (path) => `/x/%2E%2e${path}`,
};

test.each(Object.keys(spellings))('%s leads to the one spelling of every address', async (name) => {
  let count = 0;
  for (const address of addresses) {
    const spelled = spellings[name]?.(address) ?? null;
    if (spelled === null || spelled === '/') continue;
    const expected = address === '/' ? '/' : address;
    expect([spelled, ...(await ask(`${spelled}?q=x`))]).toEqual([spelled, 308, `${expected}?q=x`]);
    expect([spelled, (await ask(spelled, 'HEAD'))[0]]).toEqual([spelled, 308]);
    count += 1;
  }
  expect(count).toBeGreaterThan(10);
});

test('the fixed parts of an address are in the letters of its route, others as they are', async () => {
  for (const [written, spelled] of [
    ['/Minar-Sidur/midar', '/minar-sidur/midar'],
    ['/LEIT?q=X', '/leit?q=X'],
    ['/l%65it?q=x', '/leit?q=x'],
    ['/EN', '/en'],
    ['/En/Leit', '/en/leit'],
    ['/en/LOTTOLEIKIR/lotto/SPILA', '/en/lottoleikir/lotto/spila'],
    ['/Reset-Password/x?hash=aB', '/reset-password/x?hash=aB'],
    ['/um-okkur/FRETT/Jólin', '/um-okkur/frett/J%C3%B3lin'],
    ['/um-okkur/frett/J%c3%b3lin', '/um-okkur/frett/J%C3%B3lin'],
    ['/SITEMAP.xml', '/sitemap.xml'],
  ]) {
    expect([written, ...(await ask(written as string))]).toEqual([written, 308, spelled]);
  }
});

test('data of a page has one spelling too', async () => {
  for (const [written, spelled] of [
    ['/LEIT.data?q=x', '/leit.data?q=x'],
    ['/l%65it.data', '/leit.data'],
    ['/leit%2edata', '/leit.data'],
    ['/leit/_.data', '/leit.data'],
    ['/leit/.data', '/leit.data'],
    ['/.data', '/_.data'],
    ['//_.data', '/_.data'],
    ['/EN.data', '/en.data'],
    ['/en/_.data', '/en.data'],
  ]) {
    expect([written, ...(await ask(written as string))]).toEqual([written, 308, spelled]);
  }
  for (const path of ['/_.data', '/en.data', '/leit.data?_routes=x'])
    expect(await ask(path)).toEqual([200, null]);
});

test('the one spelling is answered, and what no page has is left to be not found', async () => {
  for (const path of [
    ...addresses,
    '/leit;x=1',
    '/%',
    '/leit%zz',
    '/%ff',
    '/%ED%A0%80',
    '/a%2Fb',
    '/a%3Bb=1@c',
  ]) {
    if (path.includes('%3B')) continue;
    expect([path, ...(await ask(path))]).toEqual([path, 200, null]);
  }
});

test('no other method is led anywhere', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect(await ask('/LEIT/', method)).toEqual([200, null]);
  }
});

test('whatever is asked for, the answer names no other host and is a spelling of its own', async () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    '.',
    '..',
    '%2f',
    '%5c',
    '%2e',
    'evil.example',
    '@',
    ':',
    '?',
    'leit',
    'EN',
    ';',
    '%09',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const target = `/${parts.join('')}`;
      const [status, location] = await ask(target);
      expect(status).toBeLessThan(500);
      if (location === null) return;
      expect(location).toMatch(/^\/(?![/\\])/);
      expect(new URL(location, 'http://hending.example').host).toBe('hending.example');
      expect(await ask(location)).toEqual([200, null]);
    }),
    { numRuns: 500, seed: 4 },
  );
});
