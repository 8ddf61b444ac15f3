import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemMaxima } from '#rules/values/limits.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { lockPlayer } from '#server/limits/exclusion.ts';
import { setLimits } from '#server/limits/limits.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, ticketCount, walletOf } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];

const number = 2085;
const row = (...numbers: number[]) => ({ numbers });
const wager = (changes: object = {}) => ({
  gameId: 'lotto',
  draw: number,
  rows: [row(3, 11, 19, 27, 40)],
  stake: 150,
  ...changes,
});

async function player(balance = 10_000): Promise<TestPlayer> {
  const [made] = await addPlayers(data, 1, balance);
  if (!made) throw new Error('no player');
  return made;
}

const buy = (body: unknown, cookie?: string, key?: string) =>
  post<{ id: string; type: string }>(app, '/lotto/buy', body, {
    ...(cookie && { cookie }),
    ...(key && { key }),
  });

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number });
  await addDraw(data, { number: number + 1, state: 'created' });
  await addDraw(data, { number: number + 2, state: 'created' });
  ({ app } = testApp(data));
});

afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

describe('a purchase', () => {
  test('writes a ticket and takes its price (must-hold 46, 61)', async () => {
    const buyer = await player();
    const answer = await buy(wager({ joker: [0, 1, 2, 3, 4], stake: 400 }), buyer.cookie);
    expect(answer.status).toBe(201);
    expect(answer.body.type).toBe('ticket');
    expect(answer.body.id).toMatch(/^[0-9a-z]{26}$/);
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 9600, staked: 400 });
  });

  test('of several draws has one coupon and one movement a draw (must-hold 87)', async () => {
    const buyer = await player();
    const answer = await buy(wager({ drawCount: 3, stake: 450 }), buyer.cookie);
    expect(answer.status).toBe(201);
    const { rows } = await data.pool.query(
      `SELECT amount, wallet_before, wallet_after FROM ledger_transfers
       WHERE player_id = $1 AND ticket_id IS NOT NULL ORDER BY 2 DESC`,
      [buyer.playerId],
    );
    expect(rows).toEqual([
      { amount: 150, wallet_before: 10_000, wallet_after: 9850 },
      { amount: 150, wallet_before: 9850, wallet_after: 9700 },
      { amount: 150, wallet_before: 9700, wallet_after: 9550 },
    ]);
  });

  test('must-hold 48: 1,000 at once on a balance for 500 make exactly 500 tickets', async () => {
    const buyer = await player(75_000);
    const answers = await Promise.all(Array.from({ length: 1000 }, () => buy(wager(), buyer.cookie)));
    const sold = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status !== 201);
    expect(sold).toHaveLength(500);
    expect(new Set(sold.map((answer) => answer.body.id)).size).toBe(500);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.code}`))).toEqual(
      new Set(['400 EC_BALANCE_TOO_LOW']),
    );
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 0, staked: 75_000 });
    expect(await ticketCount(data, buyer.playerId)).toBe(500);
  });

  test('a refusal costs only itself: what still fits is sold', async () => {
    const buyer = await player(1000);
    const stakes = [750, 450, 150];
    const answers = await Promise.all(
      stakes.map((stake) =>
        buy(
          wager({ rows: Array.from({ length: stake / 150 }, () => row(1, 2, 3, 4, 5)), stake }),
          buyer.cookie,
        ),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 400, 201]);
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 100, staked: 900 });
  });
});

describe('an idempotency key', () => {
  test('must-hold 50: sent 50 times at once gives one ticket and 50 equal answers', async () => {
    const buyer = await player();
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(wager(), buyer.cookie, 'key-50')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replay') === 'true')).toHaveLength(49);
    expect(await ticketCount(data, buyer.playerId)).toBe(1);
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 9850, staked: 150 });
  });

  test('with other input is refused; channel and affiliate do not count', async () => {
    const buyer = await player();
    const first = await buy(wager(), buyer.cookie, 'k');
    const same = await buy(wager({ channel: 'mobile', affiliateId: 7 }), buyer.cookie, 'k');
    expect(same.body.id).toBe(first.body.id);
    const other = await buy(wager({ rows: [row(1, 2, 3, 4, 6)] }), buyer.cookie, 'k');
    expect([other.status, other.body.code]).toEqual([400, 'EC_DUPLICATE_VALUE']);
  });

  test('is freed by a refusal', async () => {
    const buyer = await player(100);
    expect((await buy(wager(), buyer.cookie, 'k')).body.code).toBe('EC_BALANCE_TOO_LOW');
    await data.pool.query(
      `WITH w AS (UPDATE wallets SET balance = 1100 WHERE player_id = $1 RETURNING account_id)
       INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount,
         wallet_before, wallet_after)
       SELECT $1, domain_now(), 'sandbox_balance', ledger_account('sandbox', NULL, NULL, NULL, NULL),
         account_id, 1000, 100, 1100
       FROM w`,
      [buyer.playerId],
    );
    expect((await buy(wager(), buyer.cookie, 'k')).status).toBe(201);
  });

  test('of one player is nothing to another', async () => {
    const [one, two] = [await player(), await player()];
    const answers = [await buy(wager(), one.cookie, 'k'), await buy(wager(), two.cookie, 'k')];
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(2);
  });

  test('of 256 characters is malformed', async () => {
    const answer = await buy(wager(), (await player()).cookie, 'x'.repeat(256));
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.headers).toHaveLength(1);
  });
});

describe('must-hold 69: refusals say why and write nothing', () => {
  const cases: [string, object, number, string, string?][] = [
    ['wrong stake', { stake: 149 }, 400, 'EC_INVALID_AMOUNT'],
    ['11 rows', { rows: Array(11).fill(row(1, 2, 3, 4, 5)), stake: 1650 }, 400, 'EC_ROW_LIMIT'],
    [
      'number twice',
      { rows: [row(1, 1, 2, 3, 4)] },
      400,
      'EC_TICKET_INVALID_SELECTIONS',
      'Numbers must be unique',
    ],
    ['46', { rows: [row(1, 2, 3, 4, 46)] }, 400, 'EC_TICKET_INVALID_SELECTIONS', 'Invalid wager'],
    ['0', { rows: [row(0, 2, 3, 4, 5)] }, 400, 'EC_TICKET_INVALID_SELECTIONS', 'Invalid wager'],
    ['four numbers', { rows: [row(1, 2, 3, 4)] }, 400, 'EC_TICKET_INVALID_SELECTIONS', 'Invalid wager'],
    [
      'four Joker digits',
      { joker: [1, 2, 3, 4], stake: 400 },
      400,
      'EC_TICKET_INVALID_SELECTIONS',
      'Row should have 5 numbers',
    ],
    ['eleven draws', { drawCount: 11, stake: 1650 }, 400, 'EC_VALUE_TOO_HIGH'],
    ['unknown game', { gameId: 'bingo' }, 400, 'EC_PRODUCTTYPE_NOT_FOUND'],
    ['game not on sale', { gameId: 'eurojackpot' }, 400, 'EC_PRODUCT_CLOSED'],
    ['later draw', { draw: number + 1 }, 400, 'EC_NO_DATA_FOUND'],
    ['earlier draw', { draw: number - 1 }, 400, 'EC_SALE_CLOSED'],
    ['no rows at all', { rows: undefined }, 400, 'EC_MISSING_FIELD'],
    ['text for a stake', { stake: '150' }, 400, 'EC_INVALID_INPUT'],
    ['fractional stake', { stake: 150.5 }, 400, 'EC_INVALID_INPUT'],
    ['a number beyond exact integers', { stake: 1e300 }, 400, 'EC_INVALID_INPUT'],
  ];
  test.each(cases)('%s', async (_, changes, status, code, message) => {
    const buyer = await player();
    const answer = await buy(wager(changes), buyer.cookie, 'k');
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (message) expect(answer.body.issues?.body?.map((issue) => issue.message)).toContain(message);
    expect(answer.body.details?.errorId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 10_000, staked: 0 });
    expect(await ticketCount(data, buyer.playerId)).toBe(0);
  });

  test('no session, unknown session', async () => {
    expect((await buy(wager())).body.code).toBe('EC_AUTH_FAIL');
    const answer = await buy(wager(), 'next-auth.session-token=unknown');
    expect([answer.status, answer.body.code]).toEqual([401, 'EC_AUTH_FAIL']);
  });

  test('must-hold 139: a foreign origin is refused, our own passes', async () => {
    const buyer = await player();
    const from = (headers: Record<string, string>) =>
      post(app, '/lotto/buy', wager(), { cookie: buyer.cookie, headers: { host: 'localhost', ...headers } });
    expect((await from({ origin: 'https://illt.example' })).status).toBe(403);
    expect((await from({ origin: 'null' })).body.code).toBe('EC_ACTION_NOT_ALLOWED');
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await from({ origin: 'http://localhost' })).status).toBe(201);
  });

  test('100 kB, broken JSON, another content type, no body', async () => {
    const { cookie } = await player();
    const send = (body: string, headers: Record<string, string> = {}) =>
      post(app, '/lotto/buy', body, { cookie, headers });
    const large = await send(JSON.stringify({ ...wager(), note: 'x'.repeat(100_000) }));
    expect([large.status, large.body.code]).toEqual([413, 'EC_INVALID_INPUT']);
    const broken = await send('{"gameId":');
    expect([broken.status, broken.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    const form = await send('a=b', { 'content-type': 'text/plain' });
    expect([form.status, form.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    const none = await send('');
    expect([none.status, none.body.code]).toEqual([400, 'EC_MISSING_BODY']);
  });

  test('an unknown address under /api is answered in our words', async () => {
    const answer = await get(app, '/lotto/nothing');
    expect([answer.status, answer.body.code]).toEqual([404, 'EC_NO_DATA_FOUND']);
    const wrongMethod = await get(app, '/lotto/buy');
    expect([wrongMethod.status, wrongMethod.body.code]).toEqual([405, 'EC_INVALID_INPUT']);
    expect(wrongMethod.headers.get('allow')).toContain('POST');
  });
});

describe('limits and exclusion', () => {
  const change = (statement: string, values: unknown[]) => data.pool.query(statement, values);

  test('must-hold 15: an expired certificate stops a purchase', async () => {
    const buyer = await player();
    await change(`UPDATE wallets SET certificate_expires = domain_now()::date - 1 WHERE player_id = $1`, [
      buyer.playerId,
    ]);
    const answer = await buy(wager(), buyer.cookie);
    expect([answer.status, answer.body.code]).toEqual([403, 'EC_ELOGIN_AUTH_REQUIRED']);
  });

  /** What twenty purchases are answered that wait for the wallet while something else is written to it. */
  const whileWaiting = async (buyer: TestPlayer, write: (tx: Tx) => Promise<unknown>) => {
    const waiting = await transaction(data.db, async (tx) => {
      await lockWallet(tx, buyer.playerId);
      const purchases = Array.from({ length: 20 }, () => buy(wager(), buyer.cookie));
      await new Promise((done) => setTimeout(done, 200));
      await write(tx);
      return { purchases };
    });
    return Promise.all(waiting.purchases);
  };

  test('must-hold 37: a lock set while purchases wait lets not one krona through', async () => {
    const buyer = await player(100_000);
    const answers = await whileWaiting(buyer, (tx) =>
      lockPlayer(tx, { playerId: buyer.playerId, days: 1, origin: 'test' }),
    );
    expect(new Set(answers.map((a) => `${a.status} ${a.body.code}`))).toEqual(
      new Set(['403 EC_ACTION_NOT_ALLOWED']),
    );
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 100_000, staked: 0 });
  });

  test('must-hold 28, 35: a limit lowered while purchases wait is not passed by one krona', async () => {
    const buyer = await player(100_000);
    const wanted = { ...systemMaxima, stakeLimitDay: 1000 };
    const answers = await whileWaiting(buyer, (tx) =>
      setLimits(tx, { playerId: buyer.playerId, wanted, origin: 'test' }, async () => {}),
    );
    expect(answers.filter((a) => a.status === 201)).toHaveLength(6);
    expect(new Set(answers.filter((a) => a.status !== 201).map((a) => a.body.code))).toEqual(
      new Set(['EC_PLAYER_SALES_LIMIT']),
    );
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 99_100, staked: 900 });
  });
});

describe('a session that ends', () => {
  test('must-hold 21: buys nothing more, though it bought before, nor asks for a kept answer', async () => {
    const buyer = await player();
    expect((await buy(wager(), buyer.cookie, 'before')).status).toBe(201);
    await data.pool.query('DELETE FROM sessions WHERE player_id = $1', [buyer.playerId]);
    for (const body of [wager(), wager({ stake: 1 }), wager({ draw: number - 1 }), wager({ rows: 7 })]) {
      const answer = await buy(body, buyer.cookie, 'before');
      expect([answer.status, answer.body.code]).toEqual([401, 'EC_AUTH_FAIL']);
    }
    expect(await ticketCount(data, buyer.playerId)).toBe(1);
  });

  test('while its purchase waits for the wallet buys nothing', async () => {
    const buyer = await player();
    expect((await buy(wager(), buyer.cookie)).status).toBe(201);
    const client = await data.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM wallets WHERE player_id = $1 FOR UPDATE', [buyer.playerId]);
    const waiting = buy(wager(), buyer.cookie);
    await new Promise((done) => setTimeout(done, 100));
    await data.pool.query('DELETE FROM sessions WHERE player_id = $1', [buyer.playerId]);
    await client.query('COMMIT');
    client.release();
    expect((await waiting).body.code).toBe('EC_AUTH_FAIL');
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 9850, staked: 150 });
  });

  test('in use by purchases alone is kept alive', async () => {
    const buyer = await player();
    await buy(wager(), buyer.cookie);
    await data.pool.query(
      `UPDATE sessions SET last_used_at = domain_now() - interval '20 minutes' WHERE player_id = $1`,
      [buyer.playerId],
    );
    await buy(wager(), buyer.cookie);
    const { rows } = await data.pool.query<{ fresh: boolean }>(
      `SELECT last_used_at > domain_now() - interval '1 minute' AS fresh FROM sessions WHERE player_id = $1`,
      [buyer.playerId],
    );
    expect(rows).toEqual([{ fresh: true }]);
  });
});

test('the number of a ticket in place of a coupon’s means the first, for its owner alone', async () => {
  const [owner, other] = [await player(), await player()];
  const { body } = await buy(wager({ drawCount: 2, stake: 300 }), owner.cookie);
  const shown = ({ cookie }: { cookie: string }) =>
    get<{ draw: number; code: string }>(app, `/lotto/ticket/${body.id}/${body.id}`, cookie);
  expect((await shown(owner)).body.draw).toBe(wager().draw);
  expect((await shown(other)).body.code).toBe('EC_TICKET_NOT_FOUND');
});

describe('cancelling', () => {
  test('must-hold 70: gives stake and limit back once and keeps the record', async () => {
    const buyer = await player();
    const { body } = await buy(wager({ drawCount: 2, stake: 300 }), buyer.cookie);
    const cancel = (key?: string) =>
      post(app, '/lotto/cancel', { ticketId: body.id }, { cookie: buyer.cookie, ...(key && { key }) });
    const done = await cancel('c');
    expect([done.status, done.body]).toEqual([200, { success: true }]);
    expect((await cancel('c')).headers.get('idempotent-replay')).toBe('true');
    const again = await cancel();
    expect([again.status, again.body.code]).toEqual([400, 'EC_CANCEL_NOT_ALLOWED']);
    expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 10_000, staked: 0 });
    expect(await ticketCount(data, buyer.playerId)).toBe(1);
    const list = await get<{ tickets: { status: string }[]; ticketCount: number }>(
      app,
      '/user/tickets/1',
      buyer.cookie,
    );
    expect(list.body.tickets.map((ticket) => ticket.status)).toEqual(['cancelled', 'cancelled']);
  });

  test("must-hold 67, 141: another player's ticket is answered like one that does not exist", async () => {
    const [owner, other] = [await player(), await player()];
    const { body } = await buy(wager(), owner.cookie);
    const answers = [body.id, '0'.repeat(26), 'nonsense'].map((ticketId) =>
      post(app, '/lotto/cancel', { ticketId }, { cookie: other.cookie }),
    );
    for (const answer of await Promise.all(answers)) {
      expect([answer.status, answer.body.code]).toEqual([400, 'EC_TICKET_NOT_FOUND']);
    }
  });
});

describe('after the draw closed', () => {
  test('must-hold 71, 73, 78, 105: nothing is sold or cancelled; a kept answer is given', async () => {
    const buyer = await player();
    const { rows } = await data.pool.query<{ draw_id: number }>(
      'SELECT draw_id FROM draws WHERE number = $1',
      [number],
    );
    const bought = await buy(wager(), buyer.cookie, 'kept');
    await data.pool.query(`UPDATE draws SET closed_at = domain_now() WHERE draw_id = $1`, [rows[0]?.draw_id]);
    await addDraw(data, { number: number + 10 });
    const late = await buy(wager(), buyer.cookie);
    expect([late.status, late.body.code]).toEqual([400, 'EC_SALE_CLOSED']);
    const replay = await buy(wager(), buyer.cookie, 'kept');
    expect([replay.status, replay.body.id]).toEqual([201, bought.body.id]);
    const cancel = await post(app, '/lotto/cancel', { ticketId: bought.body.id }, { cookie: buyer.cookie });
    expect(cancel.body.code).toBe('EC_CANCEL_NOT_ALLOWED');
  });
});
