/** Where a request comes from, and whether over TLS, behind proxies and not. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  addressOf,
  createAddressFinder,
  createHolderFinder,
  createVisitorFinder,
  isForwarded,
  isSecure,
  originOf,
} from './address.ts';

const trusted = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'];

async function found(from: string | null, forwarded?: string, proxies = trusted): Promise<string> {
  const app = new Hono();
  app.use(createAddressFinder(createVisitorFinder(proxies)));
  app.get('/', (context) => context.text(addressOf(context)));
  const env = from === null ? {} : { incoming: { socket: { remoteAddress: from } } };
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return (await app.request('/', { headers }, env)).text();
}

test.each([
  ['nobody is trusted', '10.1.2.3', '198.51.100.1', [], '10.1.2.3'],
  ['a stranger claims to be another', '203.0.113.5', '198.51.100.1', trusted, '203.0.113.5'],
  ['the proxy says who', '10.1.2.3', '198.51.100.1', trusted, '198.51.100.1'],
  ['a single address', '192.0.2.7', '198.51.100.1', trusted, '198.51.100.1'],
  ['its neighbour', '192.0.2.8', '198.51.100.1', trusted, '192.0.2.8'],
  ['the visitor wrote a line of its own', '10.1.2.3', '1.1.1.1, 198.51.100.1', trusted, '198.51.100.1'],
  ['two proxies', '10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', trusted, '198.51.100.1'],
  ['proxies alone', '10.1.2.3', '10.9.9.9', trusted, '10.9.9.9'],
  ['IPv4 inside IPv6', '::ffff:10.1.2.3', '::ffff:198.51.100.1', trusted, '198.51.100.1'],
  ['IPv6', '2001:db8:1::5', '2001:db8:2::9', trusted, '2001:db8:2::9'],
  ['ports', '10.1.2.3', '[2001:db8:2::9]:4711', trusted, '2001:db8:2::9'],
  ['ports', '10.1.2.3', '198.51.100.1:4711', trusted, '198.51.100.1'],
  ['no header', '10.1.2.3', undefined, trusted, '10.1.2.3'],
  ['rubbish', '10.1.2.3', "198.51.100.1, unknown, '; DROP", trusted, '10.1.2.3'],
  ['an empty header', '10.1.2.3', '', trusted, '10.1.2.3'],
  ['no connection', null, '198.51.100.1', trusted, ''],
] as const)('%s: %s, %s', async (_, from, forwarded, proxies, expected) => {
  expect(await found(from, forwarded, [...proxies])).toBe(expected);
});

async function secure(from: string | null, proto?: string, url = 'http://hending.is/'): Promise<unknown> {
  const app = new Hono();
  app.use(createAddressFinder(createVisitorFinder(trusted)));
  app.get('/', (context) => context.json([isSecure(context), originOf(context)]));
  const env = from === null ? {} : { incoming: { socket: { remoteAddress: from } } };
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
  return (await app.request(url, { headers }, env)).json();
}

const over = { http: [false, 'http://hending.is'], https: [true, 'https://hending.is'] };

test.each([
  ['a stranger says https', '203.0.113.5', 'https', over.http],
  ['a neighbour of the proxy says https', '192.0.2.8', 'https', over.http],
  ['the proxy says https', '10.1.2.3', 'https', over.https],
  ['the proxy, IPv4 inside IPv6', '::ffff:10.1.2.3', 'https', over.https],
  ['the proxy says http', '10.1.2.3', 'http', over.http],
  ['the proxy says nothing', '10.1.2.3', undefined, over.http],
  ['the proxy says what is no scheme', '10.1.2.3', 'HTTPS, https', over.http],
  ['no connection, but a header', null, 'https', over.http],
] as const)('%s: %s, %s', async (_, from, proto, expected) => {
  expect(await secure(from, proto)).toEqual(expected);
});

test('an address on https is TLS inside the process, and a claim on a connection', async () => {
  const url = 'https://hending.is/';
  expect(await secure(null, undefined, url)).toEqual(over.https);
  for (const from of ['203.0.113.5', '10.1.2.3'])
    expect(await secure(from, undefined, url)).toEqual(over.http);
});

test.each([
  ['one by one', '198.51.100.1', '198.51.100.1'],
  ['IPv4 inside IPv6', '::ffff:198.51.100.1', '198.51.100.1'],
  ['IPv6 by /64', '2001:db8:2:3:4:5:6:7', '2001:db8:2:3'],
  ['a trusted proxy never', '10.1.2.3', null],
  ['a trusted network never', '2001:db8:1::5', null],
])('connections are counted %s', (_, address, holder) => {
  expect(createHolderFinder(trusted)(address)).toBe(holder);
});

const chain = (from: string, headers: Record<string, string>) =>
  createVisitorFinder(trusted)(from, (name) => headers[name]);

test.each([
  ['a plain address', 'for=198.51.100.1;proto=https', '198.51.100.1', true],
  ['other case, other order, more pairs', 'Proto=HTTPS;By=10.1.2.3;FOR=198.51.100.1', '198.51.100.1', true],
  ['IPv6 with a port', 'for="[2001:db8:2::9]:4711";proto=https', '2001:db8:2::9', true],
  ['IPv4 with a port', 'for="198.51.100.1:80"', '198.51.100.1', false],
  [
    'a line of the visitor before it',
    'for=1.1.1.1;proto=https, for=198.51.100.1;proto=http',
    '198.51.100.1',
    false,
  ],
  ['two proxies', 'for=198.51.100.1;proto=https, for=10.9.9.9;proto=http', '198.51.100.1', true],
  ['a comma within quotes', 'for="1.1.1.1, for=2.2.2.2", for=198.51.100.1', '198.51.100.1', false],
  ['an obfuscated visitor', 'for=_hidden;proto=https', '10.1.2.3', true],
  ['an unknown visitor', 'for=unknown', '10.1.2.3', false],
  ['nobody named', 'proto=https;host=evil.example', '10.1.2.3', true],
  ['an open quote', 'for="1.1.1.1, for=198.51.100.1', '10.1.2.3', false],
  ['a pair twice', 'for=1.1.1.1;for=2.2.2.2', '10.1.2.3', false],
  ['rubbish', ';;=,"', '10.1.2.3', false],
  ['nothing', '', '10.1.2.3', false],
])('Forwarded of a trusted proxy, %s: %s', (_, forwarded, address, isTls) => {
  expect(chain('10.1.2.3', { forwarded })).toEqual({ address, isSecure: isTls, isFromProxy: true });
});

test('Forwarded of a stranger is not believed, only seen', async () => {
  const forwarded = 'for=198.51.100.1;proto=https';
  const visitor = chain('203.0.113.5', { forwarded });
  expect(visitor).toEqual({ address: '203.0.113.5', isSecure: false, isFromProxy: false });
  const app = new Hono()
    .use(createAddressFinder(createVisitorFinder(trusted)))
    .get('/', (context) => context.json(isForwarded(context)));
  const forwardedSeen = async (remoteAddress: string, headers: Record<string, string>) =>
    (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).json();
  expect(await forwardedSeen('203.0.113.5', { forwarded })).toBe(true);
  expect(await forwardedSeen('203.0.113.5', {})).toBe(false);
  expect(await forwardedSeen('10.1.2.3', {})).toBe(true);
});

test('the older headers of a trusted proxy win: it may pass on a Forwarded of the visitor', () => {
  const headers = { forwarded: 'for=1.1.1.1;proto=https', 'x-forwarded-for': '198.51.100.1' };
  expect(chain('10.1.2.3', headers)).toMatchObject({ address: '198.51.100.1', isSecure: false });
  const scheme = { forwarded: 'for=1.1.1.1;proto=http', 'x-forwarded-proto': 'https' };
  expect(chain('10.1.2.3', scheme)).toMatchObject({ address: '10.1.2.3', isSecure: true });
});

test('what comes from a trusted proxy is forwarded, whatever its headers say', () => {
  expect(chain('10.1.2.3', {}).isFromProxy).toBe(true);
  expect(chain('127.0.0.1', {}).isFromProxy).toBe(false);
});
