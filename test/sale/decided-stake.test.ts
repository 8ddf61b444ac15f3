/** `decide_stake` and `debit_stakes`: what every flow that stakes has in common (docs/decisions/010). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { openDatabase } from '#server/platform/database.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';

let data: TestDatabase;
let buyer: TestPlayer;
/** The first ticket of the buyer, as the database knows it. */
let bought: { ticketId: string; hash: Buffer };

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: 2085 });
  [buyer] = (await addPlayers(data, 1, 10_000)) as [TestPlayer];
  const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  await post(testApp(data).app, '/lotto/buy', wager, { cookie: buyer.cookie, key: 'k' });
  const { rows } = await data.pool.query(
    'SELECT ticket_id AS "ticketId", input_hash AS hash FROM tickets WHERE player_id = $1',
    [buyer.playerId],
  );
  bought = rows[0];
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

type Asked = Partial<{ session: string; ticket: string; hash: Buffer; refusal: string; stake: number }> & {
  busy?: boolean;
};

async function outcomeOf({ session, ticket, hash, refusal, stake = 100, busy = false }: Asked) {
  const { rows } = await data.pool.query<{ outcome: string; replayed: string | null }>(
    `SELECT outcome, replayed FROM decide_stake($1::bigint, convert_to($2, 'UTF8'), $3::uuid, NULL,
       $4::bytea, $5::text, $6::bigint, CASE WHEN $7 THEN ARRAY[$1::bigint] END, domain_now())`,
    [buyer.playerId, session, ticket, hash, refusal, stake, busy],
  );
  return rows[0];
}

test('session, key, seller, locked wallet and limits are asked in this order', async () => {
  const { ticketId: ticket, hash } = bought;
  const seller = { refusal: 'EC_SALE_CLOSED', busy: true, stake: 1_000_000 };
  expect(await outcomeOf({ session: 'ended', ticket, hash, ...seller })).toMatchObject({
    outcome: 'EC_AUTH_FAIL',
  });
  expect(await outcomeOf({ ticket, hash, ...seller })).toEqual({ outcome: 'replayed', replayed: ticket });
  expect(await outcomeOf({ ticket, hash: Buffer.of(1), ...seller })).toMatchObject({
    outcome: 'EC_DUPLICATE_VALUE',
  });
  expect(await outcomeOf(seller)).toMatchObject({ outcome: 'EC_SALE_CLOSED' });
  expect(await outcomeOf({ busy: true, stake: 1_000_000 })).toMatchObject({ outcome: 'busy' });
  expect(await outcomeOf({ stake: 1_000_000 })).toMatchObject({ outcome: 'EC_PLAYER_SALES_LIMIT' });
  expect(await outcomeOf({ stake: 9_851 })).toMatchObject({ outcome: 'EC_BALANCE_TOO_LOW' });
  expect(await outcomeOf({ stake: 9_850 })).toMatchObject({ outcome: 'sold' });
});

test('PostgreSQL merges the decision into the statement that asks for it', async () => {
  const { rows } = await data.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT s.outcome FROM wallets w, LATERAL decide_stake(w.player_id, NULL, NULL, NULL, NULL, NULL,
       w.balance, NULL, 'today') s`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('wallets');
  expect(plan).not.toContain('decide_stake');
});

test('a stake of another day is not added to those of the day before', async () => {
  const client = await data.pool.connect();
  await client.query('BEGIN');
  const debit = async (stake: number, day: string) => {
    await client.query('SELECT debit_stakes(ARRAY[$1::bigint], ARRAY[$2::bigint], $3::date)', [
      buyer.playerId,
      stake,
      day,
    ]);
    const { rows } = await client.query('SELECT balance, staked FROM wallets WHERE player_id = $1', [
      buyer.playerId,
    ]);
    return rows[0];
  };
  expect(await debit(100, '2030-01-01')).toEqual({ balance: 9_750, staked: 100 });
  expect(await debit(50, '2030-01-01')).toEqual({ balance: 9_700, staked: 150 });
  expect(await debit(25, '2030-01-02')).toEqual({ balance: 9_675, staked: 25 });
  await client.query('ROLLBACK');
  client.release();
  expect(await walletOf(data, buyer.playerId)).toEqual({ balance: 9_850, staked: 150 });
});

test('rows of a player are counted only in a draw that limits them', async () => {
  const owner = openDatabase(data.adminUrl, 'operator');
  await owner.pool.query(
    `CREATE OR REPLACE FUNCTION player_rows(p_player bigint, p_draw bigint) RETURNS bigint
     LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'counted'; END $$`,
  );
  const buy = async (key: string) => {
    const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
    return (await post(testApp(data).app, '/lotto/buy', wager, { cookie: buyer.cookie, key })).status;
  };
  expect(await buy('without a limit')).toBe(201);
  await owner.pool.query('ALTER TABLE draws DISABLE TRIGGER USER; UPDATE draws SET player_rows_max = 100');
  expect(await buy('with a limit')).toBe(500);
  await owner.close();
});
