/** One wallet that somebody else holds keeps nobody waiting but its owner. */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, ticketCount, walletOf } from '#test/harness/sale.ts';

const number = 2085;
const wager = { gameId: 'lotto', draw: number, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let holder: pg.PoolClient;

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number });
  ({ app } = testApp(data));
  holder = await data.adminPool.connect();
});
afterEach(() => holder.query('ROLLBACK'));
afterAll(async () => {
  holder.release();
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const buy = ({ cookie }: TestPlayer, key?: string) =>
  post<{ id: string }>(app, '/lotto/buy', wager, { cookie, ...(key !== undefined && { key }) });

async function hold(text: string, value: unknown): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(text, [value]);
}
const holdWallet = ({ playerId }: TestPlayer) =>
  hold('SELECT FROM wallets WHERE player_id = $1 FOR UPDATE', playerId);

async function people(count: number): Promise<[TestPlayer, TestPlayer, ...TestPlayer[]]> {
  return (await addPlayers(data, count, 10_000)) as [TestPlayer, TestPlayer, ...TestPlayer[]];
}

test('others buy while one wallet is locked, and its owner buys once when it is free', async () => {
  const [owner, ...others] = await people(9);
  await holdWallet(owner);
  const waiting = buy(owner, 'einu sinni');
  for (const other of others) expect((await buy(other)).status).toBe(201);
  expect(await ticketCount(data, owner.playerId)).toBe(0);
  await holder.query('COMMIT');
  const sold = await waiting;
  expect(sold.status).toBe(201);
  expect((await buy(owner, 'einu sinni')).body.id).toBe(sold.body.id);
  expect(await walletOf(data, owner.playerId)).toEqual({ balance: 9850, staked: 150 });
});

test('whose wallet stays locked is told so, and the same key buys once later', async () => {
  const [owner, other] = await people(2);
  await holdWallet(owner);
  const answers = await Promise.all([buy(owner, 'a'), buy(owner, 'b'), buy(owner, 'c')]);
  for (const { status, body, headers } of answers) {
    expect([status, body.code]).toEqual([503, 'EC_SYSTEM_CLOSED']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await buy(other)).status).toBe(201);
  await holder.query('COMMIT');
  expect(await ticketCount(data, owner.playerId)).toBe(0);
  expect(await walletOf(data, owner.playerId)).toEqual({ balance: 10_000, staked: 0 });
  expect((await Promise.all([buy(owner, 'a'), buy(owner, 'a')])).map(({ status }) => status)).toEqual([
    201, 201,
  ]);
  expect(await ticketCount(data, owner.playerId)).toBe(1);
});

test('what was bought before is answered by its key while the wallet is locked', async () => {
  const [owner] = await people(2);
  const { body } = await buy(owner, 'fyrr');
  await holdWallet(owner);
  const again = await buy(owner, 'fyrr');
  expect([again.status, again.body.id]).toEqual([201, body.id]);
});

test('purchases of one player are decided in the order they came, locked or not', async () => {
  const [owner] = await people(2);
  await data.pool.query('UPDATE wallets SET stake_limit_day = 450 WHERE player_id = $1', [owner.playerId]);
  await holdWallet(owner);
  const asked = Array.from({ length: 5 }, () => buy(owner));
  // A purchase of somebody else that is answered has been in a batch with or after theirs.
  for (const other of await people(3)) await buy(other);
  await holder.query('COMMIT');
  const late = buy(owner);
  expect((await Promise.all([...asked, late])).map(({ status }) => status)).toEqual([
    201, 201, 201, 400, 400, 400,
  ]);
});

test('a locked session keeps nobody waiting, its owner neither', async () => {
  const [owner, other] = await people(2);
  for (const { playerId } of [owner, other])
    await data.pool.query(
      `UPDATE sessions SET last_used_at = domain_now() - interval '20 minutes' WHERE player_id = $1`,
      [playerId],
    );
  await hold('SELECT FROM sessions WHERE player_id = $1 FOR UPDATE', owner.playerId);
  for (const player of [owner, other]) expect((await buy(player)).status).toBe(201);
});
