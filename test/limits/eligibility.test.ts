/** The check before a player's money moves: who may, what counts, and that nobody forges or keeps the key. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemMaxima } from '#rules/values/limits.ts';
import {
  admit,
  decideAgreement,
  Eligibility,
  type Flow,
  type MoneyMove,
  requireActive,
} from '#server/limits/eligibility.ts';
import { setLimits } from '#server/limits/limits.ts';
import { readHeld } from '#server/limits/store.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
beforeAll(async () => {
  data = await testDatabase();
});
afterAll(() => data.close());

async function player(): Promise<number> {
  const [made] = await addPlayers(data, 1, 10_000);
  if (!made) throw new Error('no player');
  return made.playerId;
}

const ask = (playerId: number, flow: Flow, amount: number) =>
  transaction(data.db, async (tx) => (await admit(tx, { playerId, flow, amount })).use(tx));
const deposit = (playerId: number, amount: number) => ask(playerId, 'deposit', amount);
const own = { depositLimitDay: 1000, depositLimitWeek: 2000, depositLimitMonth: 2500, stakeLimitDay: 300 };
const limit = (playerId: number) =>
  transaction(data.db, (tx) => setLimits(tx, { playerId, wanted: own, origin: 'test' }, async () => {}));
const put = (playerId: number, change: string) =>
  data.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [playerId]);
async function passDays(days: number): Promise<void> {
  const now = await databaseNow(data.db);
  await setClock(data.db, new Date(now.getTime() + days * 86_400_000));
}

describe.each(['stake', 'deposit', 'withdrawal'] as const)('%s', (flow) => {
  test('is admitted', async () => {
    const playerId = await player();
    expect(await ask(playerId, flow, 500)).toEqual({ playerId, flow, amount: 500 });
  });

  test.each([
    ['closed', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ['expired', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
    ['locked', `locked_until = domain_now() + interval '1 hour'`, 'EC_ACTION_NOT_ALLOWED'],
  ])('of a player who is %s', async (state, change, code) => {
    const playerId = await player();
    await put(playerId, change);
    // Must-hold 38: a lock leaves withdrawals.
    if (state === 'locked' && flow === 'withdrawal')
      return expect(ask(playerId, flow, 500)).resolves.toBeDefined();
    return expect(ask(playerId, flow, 500)).rejects.toThrow(code);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])('%s is no amount', async (amount) => {
    await expect(ask(await player(), flow, amount)).rejects.toThrow(RangeError);
  });
});

describe('must-hold 26, 27, 35: what counts', () => {
  test('the lowest of day, week and month rules, and each begins anew in its time', async () => {
    const playerId = await player();
    await limit(playerId);
    await deposit(playerId, 1000);
    await expect(deposit(playerId, 1)).rejects.toThrow('EC_DEPOSIT_LIMIT');
    await passDays(1);
    await deposit(playerId, 1000);
    await passDays(1);
    await expect(deposit(playerId, 1)).rejects.toThrow('EC_DEPOSIT_LIMIT');
    await passDays(5);
    await expect(deposit(playerId, 501)).rejects.toThrow('EC_DEPOSIT_LIMIT');
    await deposit(playerId, 500);
    const { used } = await readHeld(data.db, playerId);
    expect(used).toMatchObject({ depositLimitDay: 500, depositLimitWeek: 500, depositLimitMonth: 2500 });
    await passDays(14);
    await deposit(playerId, 1000);
  });

  test('without own limits the maxima of the system hold', async () => {
    const playerId = await player();
    await expect(deposit(playerId, systemMaxima.depositLimitDay + 1)).rejects.toThrow('EC_DEPOSIT_LIMIT');
    await deposit(playerId, systemMaxima.depositLimitDay);
  });

  test('of two at once on the last krona one passes', async () => {
    const playerId = await player();
    await limit(playerId);
    const tried = await Promise.allSettled(Array.from({ length: 5 }, () => deposit(playerId, 600)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const staked = await Promise.allSettled(Array.from({ length: 5 }, () => ask(playerId, 'stake', 100)));
    expect(staked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('a transaction that fails counts nothing', async () => {
    const playerId = await player();
    const failing = transaction(data.db, async (tx) => {
      await admit(tx, { playerId, flow: 'deposit', amount: 500 });
      throw new Error('declined');
    });
    await expect(failing).rejects.toThrow('declined');
    expect((await readHeld(data.db, playerId)).used.depositLimitDay).toBe(0);
  });

  test('a withdrawal above the balance, a stake above the balance', async () => {
    const playerId = await player();
    await expect(ask(playerId, 'withdrawal', 10_001)).rejects.toThrow('EC_BALANCE_TOO_LOW');
    await expect(ask(playerId, 'stake', 10_001)).rejects.toThrow('EC_BALANCE_TOO_LOW');
    await put(playerId, 'debt = 1, balance = 0');
    await expect(ask(playerId, 'withdrawal', 1)).rejects.toThrow('EC_BALANCE_TOO_LOW');
  });
});

describe('agreeing to stakes of a month', () => {
  const agree = (playerId: number, monthly: number) =>
    transaction(data.db, (tx) => decideAgreement(tx, playerId, monthly));

  test.each([
    ['closed', 'closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
    ['expired', 'certificate_expires = domain_now()::date - 1', 'EC_ELOGIN_AUTH_REQUIRED'],
    ['locked', `locked_until = domain_now() + interval '1 hour'`, 'EC_ACTION_NOT_ALLOWED'],
    ['above the limit of a day', 'stake_limit_day = 599', 'EC_PLAYER_SALES_LIMIT'],
  ])('is refused: %s', async (_, change, refusal) => {
    const playerId = await player();
    await put(playerId, change);
    expect(await agree(playerId, 600)).toMatchObject({ refusal, isCovered: false });
  });

  test('the balance refuses nothing, and what was staked today does not count', async () => {
    const playerId = await player();
    await limit(playerId);
    await ask(playerId, 'stake', 300);
    expect(await agree(playerId, 300)).toMatchObject({ refusal: null, isCovered: true });
    await put(playerId, 'stake_limit_day = 50000');
    expect(await agree(playerId, 10_000)).toMatchObject({ refusal: null, isCovered: true });
    expect(await agree(playerId, 10_001)).toMatchObject({ refusal: null, isCovered: false });
    await put(playerId, 'debt = 1, balance = 0');
    expect(await agree(playerId, 600)).toMatchObject({ refusal: null, isCovered: false });
  });
});

describe('eligibility', () => {
  test('is made by admit alone', async () => {
    const move: MoneyMove = { playerId: 1, flow: 'deposit', amount: 1 };
    const forge = () => new Eligibility(Symbol('made by admit') as never, {} as Tx, move, null);
    expect(forge).toThrow('admit() alone');
    // @ts-expect-error its fields are private: no object literal is one
    const literal: Eligibility = { use: () => move, countedOn: null };
    expect(literal).not.toBeInstanceOf(Eligibility);
  });

  test('is good once, in its own transaction', async () => {
    const move: MoneyMove = { playerId: await player(), flow: 'stake', amount: 1 };
    const kept = await transaction(data.db, async (tx) => {
      const once = await admit(tx, move);
      once.use(tx);
      expect(() => once.use(tx)).toThrow('good once');
      return admit(tx, move);
    });
    await transaction(data.db, async (tx) => {
      expect(() => kept.use(tx)).toThrow('its own transaction');
    });
  });
});

test('requireActive within a transaction keeps the account from being closed until its end', async () => {
  const playerId = await player();
  let closed: Promise<unknown> | undefined;
  await transaction(data.db, async (tx) => {
    await requireActive(tx, playerId);
    let isClosed = false;
    closed = put(playerId, 'closed_at = domain_now()').then(() => {
      isClosed = true;
    });
    await new Promise((done) => setTimeout(done, 150));
    expect(isClosed).toBe(false);
  });
  await closed;
  await expect(requireActive(data.db, playerId)).rejects.toThrow('EC_ACCOUNT_CLOSED');
});

test('the rule of a sale is taken into its statement, not called for each purchase', async () => {
  const { rows } = await data.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (VERBOSE) SELECT limits_refusal(closed_at, certificate_expires, locked_until, debt, r.amount,
       balance, 150::bigint, at) FROM wallets w, (SELECT domain_now() AS at OFFSET 0) moment,
       LATERAL stake_room(w, (at AT TIME ZONE 'UTC')::date) r`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('EC_PLAYER_SALES_LIMIT');
  expect(plan).not.toMatch(/limits_(refusal|inactive)|stake_room|_begin|w\.\*/);
});
