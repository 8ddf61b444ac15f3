/**
 * Upgrades the data of an earlier release (`fixtures/`): players see the same as before, and draws and
 * payments in flight run to their end. `record.ts` made it with the code of that release.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { hashInput, parseInput } from '#server/http/input.ts';
import { newInstance } from '#test/harness/instance.ts';
import { typedIn } from '#test/harness/operating.ts';
import { ask } from '#test/harness/payer.ts';
import type { Instance } from '#test/harness/product.ts';
import { figuresOf } from '#test/simulation/figures.ts';
import { withOwner } from '#test/simulation/owner.ts';
import { observe, type Release } from './release.ts';
import { readRelease, restoreRelease } from './restore.ts';

/** A walk of the clock on a slow machine. */
const patienceMs = 900_000;

let release: Release;
let instance: Instance;

beforeAll(async () => {
  release = readRelease('0f5305cd');
  giveKey(release);
  instance = await newInstance({ AUTO_DRAW: '0', DATA_DIR: await restoreRelease(release) });
  await instance.start();
}, 300_000);
afterAll(async () => {
  await instance?.dispose();
});

async function operator(...words: string[]): Promise<Record<string, unknown>> {
  const { status, stdout } = await typedIn(instance.env, [...words, '--json']);
  expect(status, `${words.join(' ')}: ${stdout}`).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function refused(...words: string[]): Promise<void> {
  const { status, stdout } = await typedIn(instance.env, [...words, '--json']);
  expect(status, `${words.join(' ')}: ${stdout}`).toBe(1);
}

const playerOf = (nth: number) => ({
  ...(release.players[nth] as Release['players'][number]),
  url: instance.url,
});

test('balances, statements, subscriptions, tickets and proofs are as before', async () => {
  const observation = await observe(instance, release.players);
  expect(observation.ledger).toBe(true);
  const [debtor, ...others] = observation.players.toReversed();
  const [debtorBefore, ...othersBefore] = release.observed.players.toReversed();
  expect(others).toMatchObject(othersBefore);
  expect(debtor?.tickets).toEqual(debtorBefore?.tickets);
  expect(debtor?.statement).toEqual([...(debtorBefore?.statement ?? []), debtPayment]);
});

/** A balance that lay beside a debt pays it at the upgrade: it could be used for nothing else. */
const debtPayment = { at: expect.any(String), kind: 'debt_payment', amount: -15_000, balance: 0 };

test('must-hold 50: a key of a purchase from before the upgrade buys nothing again', async () => {
  const player = playerOf(0);
  const { body: bought } = await ask<{ id: string; type: string }>(player, `/user/purchase?key=${key}`);
  expect(bought).toEqual({ id: expect.stringMatching(/^[0-9a-z]{26}$/), type: 'ticket' });
  const before = await balanceOf(0);
  expect(await ask(player, '/lotto/buy', keyedWager, key)).toEqual({ status: 201, body: bought });
  const other = { ...keyedWager, joker: [5, 5, 5, 5, 5] };
  expect((await ask(player, '/lotto/buy', other, key)).body.code).toBe('EC_DUPLICATE_VALUE');
  expect(await balanceOf(0)).toBe(before);
});

test('a result that one person had entered is confirmed by another, and never by the same', async () => {
  const { eurojackpot } = release.draws;
  const entry = [
    'eurojackpot',
    String(eurojackpot),
    '--numbers',
    '1,2,3,4,6',
    '--bonus',
    '1,3',
    '--joker',
    '55555',
  ];
  await refused('draw', 'confirm', ...entry, '--as', 'SIGRÚN ');
  await operator('draw', 'confirm', ...entry, '--as', 'Þórður');
  await figuresAndPayment('eurojackpot', eurojackpot);
});

test('a chargeback that one person had entered is posted by another, and never by the same', async () => {
  const words = ['payments', 'chargeback', release.disputed, '--reason', 'disputed', '--as'];
  const before = await balanceOf(4);
  await typedIn(instance.env, [...words, 'sigrún']);
  expect(await balanceOf(4)).toBe(before);
  await operator(...words, 'Þórður');
  expect(await balanceOf(4)).toBe(before - 2_500);
});

test('a large prize that had been claimed is released by another person, and never by the same', async () => {
  const claimed = await wonTicket(1);
  await refused('prize', 'release', claimed, '--as', 'sigrún');
  await operator('prize', 'release', claimed, '--as', 'Þórður');
  const waiting = await wonTicket(0);
  // Its winner could claim it on the ticket now.
  expect(await stationOf(0)).toBe('claim');
  expect(await stationOf(1)).toBe('paid');
  await operator('prize', 'claim', waiting, '--as', 'Ásdís');
  await operator('prize', 'release', waiting, '--as', 'Þórður');
});

test('open draws run to their end, and what was on its way has arrived', {
  timeout: patienceMs,
}, async () => {
  await operator('clock', 'advance', '7d');
  const sealed = await sealedDraws();
  expect(new Set(sealed.map(({ game }) => game))).toEqual(new Set(['lotto', 'vikinglotto', 'eurojackpot']));
  for (const { game, draw } of sealed) await drawAndPay(game, draw);
  await operator('clock', 'advance', '1d');
  expect((await operator('ledger', 'check'))['ok']).toBe(true);
  expect(await openPayments()).toEqual([]);
});

const key = 'key-of-an-earlier-release';
/** The first purchase that `record.ts` makes. */
const keyedWager = {
  gameId: 'lotto',
  rows: [{ numbers: [1, 2, 3, 4, 5], isQuickPick: false }],
  joker: [0, 1, 2, 3, 4],
  drawCount: 3,
  channel: 'web',
  stake: 1_200,
};

/** It was recorded without a key; now its row is as that release wrote one with a key. */
function giveKey({ data, players }: Release): void {
  const tickets = data.tables.find(({ name }) => name === 'tickets') ?? { columns: [], rows: [] };
  expect(tickets.columns.slice(-2)).toEqual(['idempotency_key', 'input_hash']);
  expect(tickets.rows[0]).toMatch(new RegExp(`^\\(${players[0]?.playerId},.*,,\\)$`));
  const input = hashInput(parseInput(api['lotto.buy'], { params: {}, query: {}, body: keyedWager }).body);
  tickets.rows[0] = tickets.rows[0]?.replace(/,,\)$/, `,${key},"\\\\x${input}")`) ?? '';
}

async function balanceOf(nth: number): Promise<number> {
  const { body } = await ask<{ balance: number }>(playerOf(nth), '/user/account/details');
  return body.balance;
}

/** Its number as the player sees it. */
async function wonTicket(nth: number): Promise<string> {
  const { body } = await ask<{ tickets: { ticketId: string; status: string }[] }>(
    playerOf(nth),
    '/user/tickets/1?filter=won',
  );
  const [ticket] = body.tickets;
  if (!ticket) throw new Error('nothing is won');
  return ticket.ticketId;
}

async function stationOf(nth: number): Promise<string | undefined> {
  const { body } = await ask<{ claims: { station: string }[] }>(playerOf(nth), '/user/claims');
  return body.claims[0]?.station;
}

type DrawKey = { game: string; draw: number };

async function sealedDraws(): Promise<DrawKey[]> {
  return withOwner(instance, async (client) => {
    const { rows } = await client.query<DrawKey>(
      `SELECT game, number AS draw FROM draws JOIN seals USING (draw_id)
       WHERE state = 'released' AND draw_date <= domain_now() ORDER BY draw_date`,
    );
    return rows;
  });
}

async function drawAndPay(game: string, draw: number): Promise<void> {
  const bonus = { lotto: '6', vikinglotto: '1', eurojackpot: '1,3' }[game] ?? '';
  const numbers = game === 'vikinglotto' ? '1,2,3,4,5,7' : '1,2,3,4,7';
  const entry = [game, String(draw), '--numbers', numbers, '--bonus', bonus, '--joker', '55555'];
  await operator('draw', 'enter', ...entry, '--as', 'Sigrún');
  await operator('draw', 'confirm', ...entry, '--as', 'Þórður');
  await figuresAndPayment(game, draw);
}

async function figuresAndPayment(game: string, draw: number): Promise<void> {
  const key = [game, String(draw)];
  const { winners } = (await operator('draw', 'count', ...key)) as {
    winners: { part: string; winners: number }[];
  };
  const main = winners.filter(({ part }) => part === 'main').map((line) => line.winners);
  const figures = figuresOf(game as 'eurojackpot', draw, main);
  if (figures) {
    const file = join(instance.dataDir, `figures-${game}-${draw}.json`);
    writeFileSync(file, JSON.stringify(figures));
    for (const name of ['Sigrún', 'Þórður']) await operator('draw', 'import', ...key, file, '--as', name);
  }
  await operator('draw', 'settle', ...key);
  await operator('draw', 'pay', ...key, '--as', 'Ásdís');
}

async function openPayments(): Promise<unknown[]> {
  return withOwner(instance, async (client) => {
    const { rows } = await client.query(
      `SELECT kind, status FROM payments
       WHERE status IN ('waiting', 'storing', 'paying', 'unknown', 'held', 'accepted')`,
    );
    return rows;
  });
}
