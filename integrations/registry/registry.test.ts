import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRegistry } from './client.ts';
import { registrySandbox } from './sandbox/sandbox.ts';
import { peoplePath } from './wire.ts';

let address = '';
let close = () => {};

beforeAll(async () => {
  const { app: part, control } = registrySandbox('key');
  const app = new Hono({ strict: false }).route('/registry', part).route('/_control/registry', control);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  close = () => server.close();
});
afterAll(() => close());
beforeEach(() => control({}));

async function control(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(wanted);
  const answer = await fetch(`${address}/_control/registry`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

const registry = (over: { address?: string; key?: string; timeoutMs?: number } = {}) =>
  createRegistry({ address: `${address}/registry`, key: 'key', ...over });

test('a person with name and home', async () => {
  expect(await registry().lookup('2902960059')).toEqual({
    firstName: 'Bryndís Eik',
    lastName: 'Fannberg',
    deceased: false,
    protected: false,
    address: 'Hlaupársvegi 29',
    postalCode: '400',
    city: 'Ísafirði',
  });
});

test('who died is said to have; a protected home is not told', async () => {
  expect(await registry().lookup('0203450029')).toMatchObject({ deceased: true, city: 'Siglufirði' });
  expect(await registry().lookup('3011780039')).toEqual({
    firstName: 'Sunna Huld',
    lastName: 'Leyndal',
    deceased: false,
    protected: true,
    address: null,
    postalCode: null,
    city: null,
  });
  await control({ nationalId: '0101700019', deceased: true });
  expect(await registry().lookup('0101700019')).toMatchObject({ deceased: true });
});

test('nobody is null; without the right key everything is 400', async () => {
  expect(await registry().lookup('0101701759')).toBeNull();
  expect((await fetch(`${address}/registry${peoplePath}0101700019`)).status).toBe(400);
  await expect(registry({ key: 'wrong' }).lookup('0101700019')).rejects.toMatchObject({ kind: 'refused' });
  await expect(registry().lookup('010170-0019')).rejects.toThrow(TypeError);
});

test('out of order, hanging, nobody there', async () => {
  const unreachable = { kind: 'unreachable' };
  await control({ status: 503 });
  await expect(registry().lookup('0101700019')).rejects.toMatchObject(unreachable);
  await control({ delayMs: 400 });
  await expect(registry({ timeoutMs: 100 }).lookup('0101700019')).rejects.toMatchObject(unreachable);
  await control({ status: 204 });
  await expect(registry().lookup('0101700019')).rejects.toMatchObject({ kind: 'refused' });
  const nobody = registry({ address: 'http://127.0.0.1:1' });
  await expect(nobody.lookup('0101700019')).rejects.toMatchObject(unreachable);
});

test('a register with full names only: the last word is the last name', async () => {
  const app = new Hono().get(`${peoplePath}:id`, (c) =>
    c.json({ nationalId: c.req.param('id'), name: 'Anna Björk Dal', deceased: false, protected: false }),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const at = server.address();
  const there = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  expect(await registry({ address: there }).lookup('0101700019')).toMatchObject({
    firstName: 'Anna Björk',
    lastName: 'Dal',
    address: null,
  });
  server.close();
});
