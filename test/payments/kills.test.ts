/**
 * Real processes ended with -9 while every flow of money stands between two of its steps: all at once, so
 * that one death meets them all. After the restart our books agree with those outside.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HoldingOutside, holdingOutside } from '#test/harness/holding-outside.ts';
import { newInstance } from '#test/harness/instance.ts';
import { cardOf } from '#test/harness/outsiders.ts';
import { ask, askToDeposit, askToKeep, type Begun, comeBack, type Payer } from '#test/harness/payer.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';
import { withOwner } from '#test/simulation/owner.ts';

type Player = Payer & { playerId: string };

let instance: Instance;
let outside: HoldingOutside;
let players: Player[];
let startedOn: string;

beforeAll(async () => {
  instance = await newInstance();
  outside = await holdingOutside(Number(new URL(instance.sandboxUrl).port));
  instance.env['CARD_GATEWAY_URL'] = `${outside.origin}/card-gateway`;
  instance.env['AUR_URL'] = `${outside.origin}/aur/figo/api/v1/store/web`;
  instance.env['BANK_URL'] = `${outside.origin}/bank`;
  await instance.start();
  const { json } = await operator('players', 'create', '--count', '16', '--balance', '0', '--sessions');
  players = (json['players'] as Omit<Player, 'url'>[]).map((each) => ({ ...each, url: instance.url }));
  startedOn = await today();
});
afterAll(async () => {
  await instance.dispose();
  outside.stop();
});

const operator = (...words: string[]) => runOperator(instance.env, words);

async function today(): Promise<string> {
  const { json } = await operator('clock', 'show');
  return String(json['now']).slice(0, 10);
}

async function rowsOf<T extends pg.QueryResultRow>(query: string, values: unknown[] = []): Promise<T[]> {
  return withOwner(instance, async (client) => (await client.query<T>(query, values)).rows);
}

const set = (player: Player, changes: string) =>
  rowsOf(`UPDATE players SET ${changes} WHERE player_id = $1`, [player.playerId]);

let serial = 500;
const newCard = () => cardOf('01', '00', ++serial);

/** Whatever happens to the browser that waited for it. */
const lost = (work: Promise<unknown>): void => void work.catch(() => {});

async function keepCard(player: Player): Promise<void> {
  const { body } = await askToKeep(player, newCard());
  await comeBack(body.form);
}

async function statusOf(player: Player): Promise<string> {
  const [row] = await rowsOf<{ status: string }>('SELECT status FROM payments WHERE player_id = $1', [
    player.playerId,
  ]);
  return row?.status ?? 'none';
}

async function balanceOf(player: Player): Promise<number> {
  const { body } = await ask<{ balance: number }>(player, '/user/account/details');
  return body.balance;
}

async function until(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(what, { interval: 100 }).toBe(true);
}

const moments = ['before', 'after'] as const;
/** Each amount is asked of the sandboxes once, so that the call is known by it. */
const amounts = { issuer: 1_100, pay: 1_200, aurBegin: 1_300, aurEnd: 1_400, order: 1_500 };
const inHundredths = (amount: number) => `"amount":${amount * 100},`;

/** A player for either side of the call. */
const pair = (nth: number) => [players[2 * nth], players[2 * nth + 1]] as [Player, Player];

test('web ended while cards are kept and money comes: nothing unproven stays, none comes twice', async () => {
  const [adding, storing, asking, paying, phoning] = [pair(0), pair(1), pair(2), pair(3), pair(4)];
  for (const player of [...asking, ...paying]) await keepCard(player);
  for (const [nth, player] of [...phoning, ...pair(5)].entries()) {
    await set(player, `payment_method = 'aur', mobile = '780000${nth}', mobile_confirmed_at = domain_now()`);
  }
  const held: Promise<void>[] = [];
  for (const [nth, moment] of moments.entries()) {
    const number = newCard();
    held.push(outside.hold('/CardVerification', number, moment));
    lost(askToKeep(adding[nth] as Player, number));

    const stored = newCard();
    const { body } = await askToKeep(storing[nth] as Player, stored);
    held.push(outside.hold('/CreateVirtualCard', stored, moment));
    lost(comeBack(body.form));

    held.push(outside.hold('/CardVerification', inHundredths(amounts.issuer + nth), moment));
    lost(askToDeposit(asking[nth] as Player, amounts.issuer + nth, 'issuer'));

    const deposit = await askToDeposit(paying[nth] as Player, amounts.pay + nth);
    held.push(outside.hold('/VirtualCardPayment', inHundredths(amounts.pay + nth), moment));
    lost(comeBack(deposit.body.form));

    held.push(outside.hold('/purchase', `"amount":${amounts.aurBegin + nth},`, moment));
    lost(askToDeposit(phoning[nth] as Player, amounts.aurBegin + nth));
  }
  await Promise.all(held);
  await instance.kill('web');
  await instance.healthy();
  for (const player of [...adding, ...storing, ...asking, ...paying, ...phoning])
    expect(await balanceOf(player)).toBe(0);
  // The phone that was asked says yes, although nobody here has heard of its request.
  await ofPhone('7800001', 'approve');
  await until(async () => (await statusOf(phoning[1])) === 'settled');
});

async function ofPhone(msisdn: string, act: 'approve' | 'cancel'): Promise<void> {
  const answer = await fetch(`${instance.sandboxUrl}/_control/aur`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ act, msisdn }),
  });
  expect(answer.status).toBe(200);
}

test('worker ended while it asks, undoes and pays out: each is done once', async () => {
  const [paying, phoning, ordering] = [pair(3), pair(5), pair(6)];
  const begun: Begun[] = [];
  for (const [nth, player] of phoning.entries()) {
    begun.push((await askToDeposit(player, amounts.aurEnd + nth)).body);
  }
  for (const [nth, player] of ordering.entries()) {
    await keepCard(player);
    const { body } = await askToDeposit(player, 5_000);
    await comeBack(body.form);
    const account = `bank_account = '0133-26-00120${nth}', national_id = '101130302${nth}'`;
    await set(player, `${account}, bank_account_since = domain_now() - interval '2 days'`);
  }
  // What is due comes to the worker all at once.
  process.kill(instance.pids().worker, 'SIGSTOP');
  const held: Promise<void>[] = [];
  const found = await rowsOf<{ request_id: string; outside_token: string; player_id: string }>(
    'SELECT request_id, outside_token, player_id FROM payments',
  );
  const of = (player: Player) => found.find(({ player_id }) => Number(player_id) === Number(player.playerId));
  for (const [nth, moment] of moments.entries()) {
    const undone = of(paying[nth] as Player)?.request_id ?? '';
    held.push(outside.hold('/RefundWithCorrelationId', undone, moment));
    held.push(outside.hold('/transaction', of(phoning[nth] as Player)?.outside_token ?? '', moment));
    held.push(outside.hold('/payments', `"amount":${amounts.order + nth},`, moment));
    const ordered = await ask(ordering[nth] as Player, '/user/account/withdraw', {
      amount: amounts.order + nth,
    });
    expect(ordered).toMatchObject({ status: 204 });
    await ofPhone(`780000${2 + nth}`, 'approve');
  }
  await rowsOf(`UPDATE payments SET look_at = domain_now() WHERE status = 'paying'`);
  process.kill(instance.pids().worker, 'SIGCONT');
  await Promise.all(held);
  const worker = await instance.kill('worker');
  await until(async () => {
    await sleep(50);
    return instance.pids().worker !== worker;
  });
  for (const player of [...phoning, ...ordering]) await until(async () => (await settledOf(player)) > 0);
  for (const [nth, player] of phoning.entries()) expect(await balanceOf(player)).toBe(amounts.aurEnd + nth);
  for (const [nth, player] of ordering.entries())
    expect(await balanceOf(player)).toBe(5_000 - amounts.order - nth);
  expect(begun.map(({ aurToken }) => aurToken)).not.toContain(undefined);
});

/** Of the newest payment. */
async function settledOf({ playerId }: Player): Promise<number> {
  const rows = await rowsOf<{ status: string }>(
    'SELECT status FROM payments WHERE player_id = $1 ORDER BY asked_at DESC LIMIT 1',
    [playerId],
  );
  return rows.filter(({ status }) => status === 'settled').length;
}

test('half an hour later everything has its end, and all books say the same', async () => {
  const walked = await operator('clock', 'advance', '1800s');
  expect(walked.code, walked.said).toBe(0);
  const ends = async (nth: number) => Promise.all(pair(nth).map(statusOf));
  expect(await ends(2)).toEqual(['failed', 'failed']);
  expect((await ends(3)).toSorted()).toEqual(['notBooked', 'reversed']);
  expect(await ends(4)).toEqual(['cancelled', 'settled']);
  const used = await rowsOf<{ player_id: string; used: number }>(
    'SELECT player_id, deposited_day::int AS used FROM deposit_limits',
  );
  for (const { playerId } of [...pair(2), ...pair(3)]) {
    expect(used.find(({ player_id }) => player_id === playerId)?.used ?? 0).toBe(0);
  }
  for (const player of [...pair(0), ...pair(1)]) {
    const cards = await rowsOf('SELECT FROM saved_cards WHERE player_id = $1', [player.playerId]);
    expect(cards).toHaveLength(0);
    await keepCard(player);
  }
  expect(await rowsOf('SELECT FROM typed_cards')).toHaveLength(0);
  for (const day of new Set([startedOn, await today()])) {
    const { json, said } = await operator('payments', 'reconcile', day, '--as', 'gunna');
    expect(json['differences'], said).toEqual([]);
  }
  const { code, said } = await operator('ledger', 'check');
  expect(code, said).toBe(0);
});
