/** A draw on sale, players with balances and sessions, for tests that buy. */
import { createHash, randomBytes } from 'node:crypto';
import type { TestDatabase } from './database.ts';

export type TestPlayer = { playerId: number; cookie: string };

type DrawOptions = { number: number; closesInSeconds?: number; state?: 'created' | 'released' };

/** @returns draw_id; a lotto draw at 150 kr. a row and 250 kr. a Joker */
export async function addDraw({ pool }: TestDatabase, options: DrawOptions): Promise<number> {
  const { number, closesInSeconds = 3600 + number, state = 'released' } = options;
  const { rows } = await pool.query<{ draw_id: number }>(
    `WITH d AS (
       INSERT INTO draws (game, number, draw_date, close_date, rules_id, amount_row, amount_side,
         high_win_from, state, stakes_account)
       VALUES ('lotto', $1, domain_now() + make_interval(secs => $2 + 840),
         domain_now() + make_interval(secs => $2),
         'lotto-2025-05-18', 150, 250, 200000, $3, 0) RETURNING draw_id)
     SELECT draw_id FROM d`,
    [number, closesInSeconds, state === 'released' ? 'created' : state],
  );
  const drawId = rows[0]?.draw_id ?? 0;
  await pool.query(
    `UPDATE draws SET stakes_account = ledger_account('stakes', NULL, draw_id, game, NULL)
     WHERE draw_id = $1`,
    [drawId],
  );
  if (state === 'released') await pool.query(`SELECT move_draw($1, 'released', 'test', NULL)`, [drawId]);
  return drawId;
}

export async function addPlayers(
  { pool }: TestDatabase,
  count: number,
  balance: number,
): Promise<TestPlayer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const { rows } = await pool.query<{ player_id: number }>(
    `WITH p AS (
       INSERT INTO players (username, first_name, last_name, email, demo)
       SELECT 'prufa' || gen_random_uuid(), 'Prufa', 'Prufudóttir', gen_random_uuid() || '@example.is', true
       FROM generate_series(1, $1) RETURNING player_id)
     SELECT player_id FROM p ORDER BY 1`,
    [count],
  );
  const ids = rows.map((row) => row.player_id);
  await pool.query(
    `INSERT INTO wallets (player_id, account_id, certificate_expires)
     SELECT p, ledger_account('wallet', p, NULL, NULL, NULL), (domain_now() + interval '3 years')::date
     FROM unnest($1::bigint[]) p`,
    [ids],
  );
  await pool.query(
    `INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at,
       e_id_at)
     SELECT h, p, domain_now(), domain_now(), domain_now() + interval '12 hours', domain_now(), domain_now()
     FROM unnest($1::bytea[], $2::bigint[]) u(h, p)`,
    [hashes, ids],
  );
  await pool.query(
    `WITH t AS (
       INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount,
         wallet_before, wallet_after)
       SELECT player_id, domain_now(), 'sandbox_balance', ledger_account('sandbox', NULL, NULL, NULL, NULL),
         account_id, $2::bigint, 0, $2::bigint
       FROM wallets WHERE player_id = ANY ($1) AND $2::bigint > 0)
     UPDATE wallets SET balance = $2::bigint WHERE player_id = ANY ($1)`,
    [ids, balance],
  );
  return ids.map((playerId, index) => ({ playerId, cookie: `next-auth.session-token=${tokens[index]}` }));
}

/** Another device of the same player. */
export async function addSession({ pool }: TestDatabase, playerId: number): Promise<{ cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at)
     SELECT $1, $2, at, at, at + interval '12 hours', at FROM (SELECT domain_now() AS at) moment`,
    [createHash('sha256').update(token).digest(), playerId],
  );
  return { cookie: `next-auth.session-token=${token}` };
}

/** The wallet's row, amounts in whole krónur. */
export async function walletOf({ pool }: TestDatabase, playerId: number) {
  const { rows } = await pool.query<{ balance: number; staked: number }>(
    'SELECT balance, staked FROM wallets WHERE player_id = $1',
    [playerId],
  );
  return rows[0];
}

export async function ticketCount({ pool }: TestDatabase, playerId: number): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*) AS n FROM tickets WHERE player_id = $1', [
    playerId,
  ]);
  return rows[0]?.n ?? 0;
}
