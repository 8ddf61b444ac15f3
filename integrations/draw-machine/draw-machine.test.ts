import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '#embedded/sandboxes.ts';
import { testedUint32 } from '#rules/values/random-health.ts';
import { anchorFile, ensureSandboxKey } from '../sandbox-key.ts';
import { check, createDrawMachine, machineParty } from './client.ts';
import { DrawMachineError, type DrawMatrix, type DrawOrder } from './face.ts';
import { createApps } from './sandbox/app.ts';
import { createMachine } from './sandbox/machine.ts';
import { drawsPath, wireVersion } from './wire.ts';

const lotto: DrawMatrix = {
  main: { pick: 5, max: 45 },
  bonus: { count: 1, max: 45, pool: 'main' },
  jokerDigits: 5,
};
const euro: DrawMatrix = {
  main: { pick: 5, max: 50 },
  bonus: { count: 2, max: 12, pool: 'own' },
  jokerDigits: 5,
};
const at = new Date('2026-11-21T18:54:00Z');

let dataDir = '';
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let address = '';
let number = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-machine-'));
  await start();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => control({}));

async function start() {
  const content = { key: 'key', webhookSecret: 'secret' };
  const eId = { clientId: 'hending', clientSecret: 'secret', redirectUri: 'https://hending.invalid/' };
  const messages = { sms: { url: '', username: 'u', password: 'p' }, homeBank: { url: '', key: 'key' } };
  const config = {
    sandboxPort: 0,
    logLevel: 'warn' as const,
    port: 0,
    dataDir,
    content,
    messages,
    eId,
    registry: { key: 'key' },
    aur: { token: 'token', secret: 'secret', signs: 'short' as const },
    bank: { key: 'key' },
    cardGateway: { key: 'prefix.key', agreementNumber: '100017' },
  };
  sandbox = await startSandbox(config, () => at);
  address = `http://127.0.0.1:${sandbox.port}`;
}

const anchor = () => createPublicKey(readFileSync(anchorFile(join(dataDir, 'draw-machine'))));
const machine = () => createDrawMachine({ address: `${address}/draw-machine`, trustAnchor: anchor });

function order(over: Partial<DrawOrder> = {}): DrawOrder {
  number += 1;
  return { game: 'lotto', draw: number, sealRoot: 'ab'.repeat(32), at, matrix: lotto, ...over };
}

async function control(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(wanted);
  const answer = await fetch(`${address}/_control/draw-machine`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

test('a draw is signed, bound to the sealed sales, and within the matrix of its game', async () => {
  for (const matrix of [lotto, euro]) {
    const { numbers, bonusNumbers, joker, drawnAt, text } = await machine().draw(order({ matrix }));
    expect(new Set(numbers).size).toBe(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(bonusNumbers).toHaveLength(matrix.bonus.count);
    expect(matrix === euro || !numbers.includes(bonusNumbers[0] ?? 0)).toBe(true);
    expect(joker).toMatch(/^\d{5}$/);
    expect(drawnAt).toBe(at.toISOString());
    expect(JSON.parse(text)).toMatchObject({ sealRoot: 'ab'.repeat(32) });
  }
});

test('a draw is made once: the same order gets the same protocol, other sales get none', async () => {
  const asked = order();
  const first = await machine().draw(asked);
  await sandbox.stop();
  await start();
  expect(await machine().draw(asked)).toEqual(first);
  await expect(machine().draw({ ...asked, sealRoot: 'cd'.repeat(32) })).rejects.toMatchObject({
    kind: 'untrusted',
  });
});

test('must-hold 79: a protocol signed by another key, or with a bit changed, is not believed', async () => {
  const asked = order();
  const { text: protocol, signature } = await machine().draw(asked);
  const signedBy = (by = anchor()) => machineParty({ address, trustAnchor: () => by });
  expect(check({ protocol, signature }, asked, signedBy()).text).toBe(protocol);

  const untrusted = (answer: { protocol: string; signature: string }, by = anchor(), of = asked) =>
    expect(() => check(answer, of, signedBy(by))).toThrow(DrawMachineError);
  const flipped = Buffer.from(signature, 'base64url');
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  untrusted({ protocol, signature: flipped.toString('base64url') });
  for (let place = 0; place < protocol.length; place += 7) {
    const altered = Buffer.from(protocol);
    altered[place] = (altered[place] ?? 0) ^ 1;
    untrusted({ protocol: altered.toString('latin1'), signature });
  }
  untrusted({ protocol, signature }, generateKeyPairSync('ed25519').publicKey);
  untrusted({ protocol, signature }, anchor(), { ...asked, draw: asked.draw + 1000 });
  untrusted({ protocol, signature }, anchor(), { ...asked, sealRoot: 'cd'.repeat(32) });
});

test('the control sets the next draw alone, and breaks the machine in three ways', async () => {
  await control({ numbers: [1, 2, 3, 4, 5], bonusNumbers: [6], joker: '01234', fault: 'refuse', times: 2 });
  const asked = order();
  await expect(machine().draw(asked)).rejects.toMatchObject({ kind: 'unreachable' });
  await expect(machine().draw(asked)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(await machine().draw(asked)).toMatchObject({
    numbers: [1, 2, 3, 4, 5],
    bonusNumbers: [6],
    joker: '01234',
  });

  await control({ fault: 'garbage' });
  await expect(machine().draw(order())).rejects.toMatchObject({ kind: 'unreachable' });
  await control({ fault: 'forge' });
  await expect(machine().draw(order())).rejects.toMatchObject({ kind: 'untrusted' });
});

test('numbers that the matrix does not have are refused although the machine signed them', async () => {
  await control({ numbers: [1, 2, 3, 4, 46] });
  await expect(machine().draw(order())).rejects.toMatchObject({ kind: 'untrusted' });
  await control({ numbers: [1, 2, 3, 4, 5], bonusNumbers: [5] });
  await expect(machine().draw(order())).rejects.toMatchObject({ kind: 'untrusted' });
});

test('nobody there: to be asked again later', async () => {
  const nobody = createDrawMachine({ address: 'http://127.0.0.1:1/draw-machine', trustAnchor: anchor });
  await expect(nobody.draw(order())).rejects.toMatchObject({ kind: 'unreachable' });
});

test('people find the sandbox, its draws and what it was asked', async () => {
  await machine().draw(order());
  expect(await (await fetch(`${address}/`)).text()).toContain('/draw-machine/');
  expect(await (await fetch(`${address}/draw-machine/`)).text()).toContain(`lotto ${number}`);
  const { requests } = (await (await fetch(`${address}/_control/draw-machine`)).json()) as {
    requests: unknown[];
  };
  expect(requests.at(-1)).toMatchObject({ draw: number });
});

test('must-hold 96: a machine whose generator fails its health test draws nothing and says so', async () => {
  const folder = join(dataDir, 'broken');
  const machine = createMachine(
    ensureSandboxKey(folder),
    join(folder, 'draws'),
    testedUint32(() => undefined),
  );
  const { app } = createApps(machine);
  const { at: when, ...rest } = order();
  const body = JSON.stringify({ ...rest, version: wireVersion, at: when.toISOString() });
  const answer = await app.request(drawsPath, { method: 'POST', body });
  expect([answer.status, await answer.json()]).toEqual([503, { error: 'random generator unsound' }]);
  expect(machine.made()).toEqual([]);
});
