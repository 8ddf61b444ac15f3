/** Requests are answered under our own hosts alone. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { ServiceConfig } from '#server/platform/config.ts';
import { createHostCheck } from './own-host.ts';

const configOf = (mode: string, siteUrl: string, hosts: readonly string[] | null) =>
  ({ mode, hosts, messages: { siteUrl } }) as unknown as ServiceConfig;
const asks = (host: string | undefined, url = '/', remoteAddress = '203.0.113.5') =>
  ({ url, headers: { host }, socket: { remoteAddress } }) as unknown as IncomingMessage;

const production = createHostCheck(configOf('production', 'https://hending.example', null));

test.each([
  ['hending.example', true],
  ['HENDING.example', true],
  ['hending.example:443', true],
  ['hending.example:80', false],
  ['hending.example.', false],
  ['evil.example', false],
  ['hending.example.evil.example', false],
  ['localhost', false],
  ['127.0.0.1', false],
  ['', false],
  [undefined, false],
])('production, host %s: %s', (host, isOwn) => {
  expect(production(asks(host))).toBe(isOwn);
});

test('a target that names another host is foreign, whatever the header says', () => {
  expect(production(asks('hending.example', 'http://evil.example/'))).toBe(false);
  expect(production(asks('evil.example', 'https://hending.example/'))).toBe(true);
});

test.each(['/api/health', '/api/live', '/metrics'])(
  'programs of the same machine read %s by any name',
  (url) => {
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect(production(asks('localhost:3000', url, from))).toBe(true);
    }
    expect(production(asks('localhost:3000', url))).toBe(false);
    expect(production(asks('localhost:3000', `${url}/`, '127.0.0.1'))).toBe(false);
  },
);

const embedded = createHostCheck(configOf('embedded', 'http://localhost:3000', ['127.0.0.1', '::1']));

test.each([
  ['localhost:3000', true],
  ['localhost:8080', true],
  ['hending.localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['localhost.evil.example', false],
  ['evil.example:3000', false],
  ['192.168.1.5:3000', false],
])('on this machine alone, host %s: %s', (host, isOwn) => {
  expect(embedded(asks(host))).toBe(isOwn);
});

test.each([[null], [['192.168.1.5']]])('opened to other machines (%j) any host is ours', (hosts) => {
  const opened = createHostCheck(configOf('embedded', 'http://localhost:3000', hosts));
  expect(opened(asks('192.168.1.5:3000'))).toBe(true);
});
