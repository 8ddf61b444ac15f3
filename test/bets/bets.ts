/**
 * A kind of ticket that the product does not know: a stake without draw, rows and coupons. What a kind of
 * bets would bring stands here, beside `sell_batch`; the rest is the product's.
 */
import pg from 'pg';
import { newId } from '#server/platform/ids.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import type { TestPlayer } from '#test/harness/sale.ts';

export const gameId = 'lengjan';

/** Sells and settles bets; the odds are in the prize. */
const functions = `
  CREATE FUNCTION place_bet(p_player bigint, p_session bytea, p_ticket uuid, p_hash bytea, p_stake bigint,
    OUT outcome text) LANGUAGE plpgsql AS $$
  DECLARE
    v_now timestamptz;
    v_stakes bigint := ledger_account('stakes', NULL, NULL, '${gameId}', NULL);
    d record;
  BEGIN
    PERFORM FROM wallets WHERE player_id = p_player FOR UPDATE;
    v_now := domain_now();
    SELECT * INTO d
    FROM decide_stake(p_player, p_session, p_ticket, NULL, p_hash, NULL, p_stake, NULL, v_now);
    outcome := d.outcome;
    IF outcome <> 'sold' THEN RETURN; END IF;
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, input_hash)
    VALUES (p_player, p_ticket, '${gameId}', v_now, p_stake, p_hash);
    INSERT INTO open_tickets VALUES (p_player, p_ticket);
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, ticket_id)
    VALUES (p_player, v_now, 'purchase', d.account_id, v_stakes, p_stake, d.balance, d.balance - p_stake,
      p_ticket);
    PERFORM debit_stakes(ARRAY[p_player], ARRAY[p_stake], (v_now AT TIME ZONE 'UTC')::date);
  END $$;

  CREATE FUNCTION settle_bet(p_player bigint, p_ticket uuid, p_amount bigint, p_high boolean)
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE v_now timestamptz;
  BEGIN
    PERFORM FROM wallets WHERE player_id = p_player FOR UPDATE;
    v_now := domain_now();
    DELETE FROM open_tickets WHERE player_id = p_player AND ticket_id = p_ticket;
    INSERT INTO settled_tickets VALUES (p_player, p_ticket, v_now, p_amount, p_high);
    IF p_amount > 0 AND NOT p_high THEN
      PERFORM credit_coupons(ledger_account('winnings', NULL, NULL, '${gameId}', NULL), 'winnings', NULL,
        v_now, ARRAY[p_player], ARRAY[p_ticket], ARRAY[NULL::uuid], ARRAY[p_amount], ARRAY[0::bigint]);
    END IF;
  END $$`;

export async function openBets({ adminUrl }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(functions);
  await client.end();
}

export type Bet = TestPlayer & { ticketId: string; hash: Buffer; stake: number };

export const betOf = (player: TestPlayer, stake: number): Bet => ({
  ...player,
  ticketId: newId(),
  hash: Buffer.from(newId()),
  stake,
});

/** @returns `sold`, or why not. @param session null where no person bets */
export async function placeBet({ pool }: TestDatabase, bet: Bet, session: Buffer | null = null) {
  const { rows } = await pool.query<{ outcome: string }>('SELECT place_bet($1, $2, $3, $4, $5) AS outcome', [
    bet.playerId,
    session,
    bet.ticketId,
    bet.hash,
    bet.stake,
  ]);
  return rows[0]?.outcome;
}

/** Pays at once, unless the prize is so large that it waits for a claim. */
export async function settleBet({ pool }: TestDatabase, bet: Bet, amount: number, isHigh = false) {
  await pool.query('SELECT settle_bet($1, $2, $3, $4)', [bet.playerId, bet.ticketId, amount, isHigh]);
}
