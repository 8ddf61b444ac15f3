/** Values of the beacon: real ones of drand, and those of the sandbox. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beaconRoundAt } from '#rules/values/beacon-rounds.ts';
import { createBeacon, isSigned } from './client.ts';
import { beaconSandbox } from './sandbox/sandbox.ts';
import { quicknet, sandboxChain } from './wire.ts';

/** As drand publishes it. */
const round1000 = {
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125' + 'e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
};

const now = new Date('2026-11-30T13:00:10Z');
let dataDir = '';
let server: ReturnType<typeof serve>;
let address = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-beacon-'));
  const { app, control } = beaconSandbox(dataDir, () => now);
  const all = new Hono().route('/beacon', app).route('/_control/beacon', control);
  all.get(`/drand/${quicknet.hash}/public/1000`, (c) => c.json({ round: 1000, ...round1000 }));
  all.get(`/drand/${quicknet.hash}/public/1001`, (c) => c.json({ round: 1001, ...round1000 }));
  all.get(`/drand/${quicknet.hash}/public/1002`, (c) =>
    c.json({ round: 1002, randomness: '0'.repeat(64), signature: 'f'.repeat(96) }),
  );
  await new Promise<void>((resolve) => {
    server = serve({ fetch: all.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      address = `http://127.0.0.1:${port}`;
      resolve();
    });
  });
});
afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true });
});

const sandbox = (publicKey?: string) =>
  createBeacon({
    address: `${address}/beacon`,
    chain: () => ({
      hash: sandboxChain,
      publicKey: publicKey ?? readFileSync(join(dataDir, 'beacon', 'public.hex'), 'utf8'),
    }),
  });

async function control(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${address}/_control/beacon`, { method: 'POST', headers, body: JSON.stringify(wanted) });
}

test('a real round of drand is believed, and under another number it is not', async () => {
  const drand = createBeacon({ address: `${address}/drand`, chain: () => quicknet });
  expect((await drand.value(1000)).value).toBe(round1000.randomness);
  await expect(drand.value(1001)).rejects.toMatchObject({ kind: 'untrusted' });
  await expect(drand.value(1002)).rejects.toMatchObject({ kind: 'untrusted' });
  expect(isSigned(1000, Buffer.from(round1000.signature, 'hex').fill(0), quicknet.publicKey)).toBe(false);
});

test('the sandbox gives each round once its time has come, always the same', async () => {
  const round = beaconRoundAt(new Date('2026-11-30T13:00:00Z'));
  const first = await sandbox().value(round);
  expect(first.value).toMatch(/^[0-9a-f]{64}$/);
  expect(await sandbox().value(round)).toEqual(first);
  expect((await sandbox().value(round + 1)).value).not.toBe(first.value);
  await expect(sandbox().value(round + 10)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('what its key has not signed is not believed', async () => {
  const round = beaconRoundAt(new Date('2026-11-30T13:00:00Z'));
  await control({ fault: 'forge' });
  await expect(sandbox().value(round)).rejects.toMatchObject({ kind: 'untrusted' });
  await expect(sandbox(quicknet.publicKey).value(round)).rejects.toMatchObject({ kind: 'untrusted' });
  for (const fault of ['refuse', 'garbage']) {
    await control({ fault });
    await expect(sandbox().value(round)).rejects.toMatchObject({ kind: 'unreachable' });
  }
});
