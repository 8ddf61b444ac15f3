import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '#embedded/sandboxes.ts';
import { readFigures } from '#rules/numbers/figures.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { formatEuro, noEuro, parseEuro } from '#rules/values/euro.ts';
import { anchorFile } from '../sandbox-key.ts';
import { createOrganiser } from './client.ts';
import type { Participation } from './face.ts';
import { writeOpening } from './sandbox/carry.ts';

const rulesId = 'vikinglotto-2021-06-03';

let dataDir = '';
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let address = '';
let number = 100;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-organiser-'));
  writeOpening(join(dataDir, 'organiser'), {
    vikinglotto: { tiers: { 1: parseEuro('5000000'), 2: noEuro }, booster: noEuro },
  });
  await start();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => control({}));

async function start() {
  const config = {
    sandboxPort: 0,
    logLevel: 'warn' as const,
    port: 0,
    dataDir,
    content: { key: 'key', webhookSecret: 'secret' },
    messages: { sms: { url: '', username: 'u', password: 'p' }, homeBank: { url: '', key: 'key' } },
    eId: { clientId: 'hending', clientSecret: 'secret', redirectUri: 'https://hending.invalid/' },
    registry: { key: 'key' },
    aur: { token: 'token', secret: 'secret', signs: 'short' as const },
    bank: { key: 'key' },
    cardGateway: { key: 'prefix.key', agreementNumber: '100017' },
  };
  sandbox = await startSandbox(config, () => new Date('2026-11-18T18:30:00Z'));
  address = `http://127.0.0.1:${sandbox.port}`;
}

const anchor = () => createPublicKey(readFileSync(anchorFile(join(dataDir, 'organiser'))));
const organiser = (trustAnchor = anchor, at = address) =>
  createOrganiser({ address: `${at}/organiser`, trustAnchor });

function participation(over: Partial<Participation> = {}): Participation {
  number += 1;
  return { game: 'vikinglotto', draw: number, rulesId, rows: 90_000, winners: [], ...over };
}

async function control(wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(wanted);
  const answer = await fetch(`${address}/_control/organiser`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

async function figuresOf(asked: Participation) {
  return readFigures(rulesOf({ rulesId }), JSON.parse(await organiser().figures(asked)));
}

test('what was won goes out of the pools, and what was not is carried to the next draw', async () => {
  await control({ winnersAbroad: { 1: 0, 2: 3 }, euroRate: '150.00' });
  const unwon = await figuresOf(participation());
  expect(unwon.tiers[0]).toMatchObject({ tier: 1, winners: 0, amountEuro: 0n });
  expect(unwon.tiers[1]).toMatchObject({ tier: 2, winners: 3, winnersIceland: 0 });
  // 0.013 euro of each row, a third of it for each, down to the cent.
  const second = Math.floor((unwon.rowsAll * 13) / 1000 / 3 / 0.01) / 100;
  expect(formatEuro(unwon.tiers[1]?.amountEuro ?? noEuro)).toBe(formatEuro(parseEuro(second.toFixed(2))));

  await control({ winnersAbroad: { 1: 1, 2: 0 } });
  const won = await figuresOf(participation({ winners: [{ tier: 1, winners: 1 }] }));
  expect(won.tiers[0]).toMatchObject({ winners: 2, winnersIceland: 1 });
  // The five millions of the opening, and 0.13 euro of each row of both draws, shared by two.
  const cents = Math.floor((500_000_000 + (unwon.rowsAll + won.rowsAll) * 13) / 2);
  expect(formatEuro(won.tiers[0]?.amountEuro ?? noEuro)).toBe(
    formatEuro(parseEuro((cents / 100).toFixed(2))),
  );
});

test('the guaranteed first prize is paid although the pools hold less', async () => {
  await control({ winnersAbroad: { 1: 1, 2: 0 } });
  expect(formatEuro((await figuresOf(participation())).tiers[0]?.amountEuro ?? noEuro)).toBe(
    formatEuro(parseEuro('3000000')),
  );
});

test('figures are made once, also over a restart; another participation gets none', async () => {
  const asked = participation();
  const first = await organiser().figures(asked);
  await sandbox.stop();
  await start();
  expect(await organiser().figures(asked)).toBe(first);
  await expect(organiser().figures({ ...asked, rows: 90_001 })).rejects.toMatchObject({ kind: 'untrusted' });
});

test('only what the organiser signed for this draw is believed', async () => {
  const stranger = generateKeyPairSync('ed25519').publicKey;
  await expect(organiser(() => stranger).figures(participation())).rejects.toMatchObject({
    kind: 'untrusted',
  });
  await control({ fault: 'forge' });
  await expect(organiser().figures(participation())).rejects.toMatchObject({ kind: 'untrusted' });
  for (const fault of ['refuse', 'garbage']) {
    await control({ fault });
    await expect(organiser().figures(participation())).rejects.toMatchObject({ kind: 'unreachable' });
  }
  await expect(organiser(anchor, 'http://127.0.0.1:1').figures(participation())).rejects.toMatchObject({
    kind: 'unreachable',
  });
});

test('people find the sandbox and its figures, and get a file to bring by hand', async () => {
  const asked = participation();
  const headers = { 'content-type': 'application/json' };
  const post = (body: unknown) =>
    fetch(`${address}/organiser/figures?plain`, { method: 'POST', headers, body: JSON.stringify(body) });
  const file = await (await post(asked)).text();
  expect(JSON.parse(file)).toMatchObject({ game: 'vikinglotto', draw: asked.draw });
  expect((await post({ game: 'vikinglotto' })).status).toBe(400);
  expect(await (await fetch(`${address}/`)).text()).toContain('/organiser/');
  expect(await (await fetch(`${address}/organiser/`)).text()).toContain(String(asked.draw));
});
