/**
 * The game in the product's own processes, bought over HTTP by players with mailboxes, while its processes
 * are killed again and again; a model of its own says what everybody has in the end.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appUrl, ownerUrl } from '#embedded/postgres/roles.ts';
import { closeEarlier } from '#server/draws/close.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { createPlayers, openSessions } from '#server/players/create-players.ts';
import { startInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { type Random, seeded } from '#test/simulation/random.ts';
import { kinds } from './kind.ts';
import { addGame, bringFigures, guaranteed, planAndOpen } from './market.ts';
import { type Coupon, type Outcome, pay, rowsOf, type Waiting } from './model.ts';
import { gameId, matchCount, type Score, writtenRow } from './rules.ts';

const players = 60;
const couponsEach = 3;
const balanceAtFirst = 50_000;
/** Each scene is the same each time. */
const random = seeded(33);

let instance: Instance;
let database: Database;
beforeAll(async () => {
  instance = await startInstance({ AUTO_DRAW: '1' }, 'test/scores/main.ts');
  const { port, passwords } = databaseOf(instance);
  await addGame(ownerUrl(port, passwords));
  database = openDatabase(appUrl(port, passwords), 'operator');
});
afterAll(async () => {
  await database?.close();
  await instance?.dispose();
});

function databaseOf({ dataDir }: Instance) {
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  return { port, passwords: storedSecrets(dataDir).database };
}

/** Match 7 was not played. */
const outcome: Outcome = Array.from({ length: matchCount }, (_, match) =>
  match === 6 ? null : [match % 5, (match * 3) % 4],
);

/** Wrong in a few matches: in the first draw at least in one, so that its first prize waits. */
function nearRow({ below }: Random, least: number): Score[] {
  const wrong = least + below(6);
  return outcome.map((score, match) => {
    if (score === null) return [below(3), below(3)];
    return match < wrong ? [15, score[1]] : score;
  });
}

function couponOf(buyer: number, least: number): Coupon {
  if (random.chance(0.2)) {
    const turned = nearRow(random, least).map(([home, away]): Score => [away, home]);
    return { buyer, rows: [turned], isMirrored: true };
  }
  return {
    buyer,
    rows: Array.from({ length: 1 + random.below(12) }, () => nearRow(random, least)),
    isMirrored: false,
  };
}

type Buyer = { playerId: number; cookie: string };

async function createBuyers(): Promise<Buyer[]> {
  const tokens = Array.from({ length: players }, (_, index) => `buyer-of-scores-${index}`.padEnd(43, 'x'));
  const given = tokens.map((_, index) => ({
    username: `spamadur${index}`,
    firstName: 'Prufa',
    lastName: 'Prufudóttir',
    certificateExpires: '2099-01-01',
    balance: balanceAtFirst,
  }));
  const ids = await transaction(database.db, async (tx) => {
    const made = await createPlayers(tx, given);
    await openSessions(tx, made, tokens);
    return made;
  });
  return ids.map((playerId, index) => ({ playerId, cookie: `next-auth.session-token=${tokens[index]}` }));
}

/** Asks again with the same key while the web process is away. */
async function buy({ cookie }: Buyer, draw: Draw, coupon: Coupon, key: string): Promise<void> {
  const stake = rowsOf(coupon).length;
  const body = { draw: draw.number, rows: coupon.rows.map(writtenRow), isMirrored: coupon.isMirrored, stake };
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const answer = await fetch(`${instance.url}/api/proxy/scores/buy`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, cookie },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500) throw new Error(await answer.text());
    await sleep(50);
  }
  throw new Error(`not sold:\n${instance.output().slice(-2000)}`);
}

/**
 * Kills the worker as soon as it lives, `times` in all, then waits until `isDone`: each time it comes back it
 * is in the midst of something else.
 */
async function killUntil(isDone: () => Promise<boolean>, times: number): Promise<void> {
  let left = times;
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    if (await isDone()) return;
    if (left > 0) left -= await instance.kill('worker').then(one, none);
    await sleep(60);
  }
  throw new Error(`not done:\n${instance.output().slice(-2000)}`);
}

const one = () => 1;
/** It is dead already. */
const none = () => 0;

async function passed(moment: Date): Promise<void> {
  while ((await databaseNow(database.db)) < moment) await sleep(20);
}

/** Part by part, then by a second person. */
async function result({ drawId }: Draw): Promise<void> {
  const typed = outcome.map((score, match) => [String(match + 1), score ? score.join('-') : 'void'] as const);
  const entered = (part: typeof typed, actor: string) => ({
    drawId,
    outcome: Object.fromEntries(part),
    actor,
  });
  for (const part of [typed.slice(0, 6), typed.slice(6)])
    await transaction(database.db, (tx) => enterResult(tx, kinds, entered(part, 'gunna')));
  await transaction(
    database.db,
    async (tx) => void (await confirmResult(tx, kinds, entered(typed, 'jonas'))),
  );
}

const minima = [500, 300, 200];

test('sold, sealed, settled and paid once, however often its processes are killed', async () => {
  const { db } = database;
  const buyers = await createBuyers();
  const now = (await databaseNow(db)).getTime();
  const at = (seconds: number) => new Date(now + seconds * 1000);
  const draws = [await planAndOpen(db, 1, at(60), at(61)), await planAndOpen(db, 2, at(62), at(63))];
  const sold = [1, 0].map((least) =>
    Array.from({ length: couponsEach * players }, (_, index) => couponOf(index % players, least)),
  );
  const purchases = draws.flatMap((draw, nth) =>
    (sold[nth] ?? []).map((coupon, index) =>
      buy(buyers[coupon.buyer] as Buyer, draw, coupon, `${draw.number} ${index}`),
    ),
  );
  await instance.kill('web');
  await Promise.all(purchases);

  // Kick-off was moved: there is nothing to wait for.
  const soon = new Date((await databaseNow(db)).getTime() + 300);
  const why = { actor: 'gunna', reason: 'kick-off was moved' };
  for (const { drawId } of draws) await closeEarlier(db, drawId, soon, why);
  await passed(soon);
  await killUntil(
    async () => (await Promise.all(draws.map(({ drawId }) => findSeal(db, drawId)))).every(Boolean),
    2,
  );
  for (const [nth, { drawId }] of draws.entries()) {
    const coupons = sold[nth] ?? [];
    const rows = coupons.reduce((sum, coupon) => sum + rowsOf(coupon).length, 0);
    expect(await findSeal(db, drawId)).toMatchObject({ coupons: coupons.length, rows, stakes: rows });
  }

  const { dataDir } = instance;
  const { database: _, ...secrets } = storedSecrets(dataDir);
  const { port, passwords } = databaseOf(instance);
  const config = { databaseUrl: appUrl(port, passwords), dataDir, secrets, kinds };
  await setClock(db, at(64));
  for (const draw of draws) {
    await result(draw);
    await bringFigures(db, config, draw, { 1: minima[0], 2: minima[1], 3: minima[2] });
  }
  const isPaid = async ({ drawId }: Draw) =>
    ['closed', 'settled'].includes((await drawById(db, drawId)).state);
  await killUntil(async () => (await Promise.all(draws.map(isPaid))).every(Boolean), 3);

  await audit(draws, sold, buyers);
  expect(await checkLedger(db)).toEqual({ ok: true });
}, 180_000);

/** Wallets, carry and fund are what the model says. */
async function audit(
  draws: readonly Draw[],
  sold: readonly Coupon[][],
  buyers: readonly Buyer[],
): Promise<void> {
  let waiting: Waiting = { carry: 0, fund: guaranteed };
  const expected = buyers.map(() => balanceAtFirst);
  for (const [nth, coupons] of sold.entries()) {
    const paid = pay(coupons, outcome, minima, waiting);
    waiting = paid;
    expect(paid.carry > 0).toBe(nth === 0);
    expect(await winningCoupons(draws[nth] as Draw)).toBe(paid.winningCoupons);
    for (const coupon of coupons)
      expected[coupon.buyer] = (expected[coupon.buyer] ?? 0) - rowsOf(coupon).length;
    for (const [buyer, amount] of paid.won) expected[buyer] = (expected[buyer] ?? 0) + amount;
  }
  expect(await balances(buyers)).toEqual(expected);
  expect((await wholeCarry(database.db, gameId))[1] ?? 0).toBe(waiting.carry);
  expect(await heldInFund()).toBe(waiting.fund);
}

async function balances(buyers: readonly Buyer[]): Promise<number[]> {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM wallets WHERE player_id = ANY (${buyers.map(({ playerId }) => playerId)})
    ORDER BY player_id`.execute(database.db);
  return rows.map(({ balance }) => balance);
}

async function winningCoupons({ drawId }: Draw): Promise<number> {
  const { rows } = await sql<{ coupons: number }>`
    SELECT winning_coupons AS coupons FROM draw_settlements WHERE draw_id = ${drawId}`.execute(database.db);
  return (rows[0] as { coupons: number }).coupons;
}

async function heldInFund(): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT sum(CASE a.account_id WHEN t.credit_account THEN amount ELSE -amount END)::bigint AS held
    FROM ledger_accounts a JOIN ledger_transfers t ON a.account_id IN (t.debit_account, t.credit_account)
    WHERE a.kind = 'guarantee_fund' AND a.game = ${gameId}`.execute(database.db);
  return (rows[0] as { held: number }).held;
}
