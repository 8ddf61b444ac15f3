/** Movements between the accounts of the house, and the accounts themselves. */

import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** Those that the product itself names; a kind of game names others (`draw_account`). */
export type HouseAccount =
  /** Of a draw, or of a game's tickets without a draw. */
  | { kind: 'winnings'; drawId: number | null; game: string }
  | { kind: 'carry'; game: string; tier: number }
  | { kind: 'prize_reserve' | 'opening'; game: string };

/** The account of that description, made when it is first named. */
export async function houseAccount(tx: Tx, account: HouseAccount): Promise<number> {
  const drawId = 'drawId' in account ? account.drawId : null;
  const tier = 'tier' in account ? account.tier : null;
  const { rows } = await sql<{ id: number }>`
    SELECT ledger_account(${account.kind}, NULL, ${drawId}::bigint, ${account.game}::text, ${tier}::smallint)
      AS id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** The account of a new syndicate. */
export async function openSyndicateAccount(tx: Tx, syndicateId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ledger_accounts (kind, syndicate_id) VALUES ('syndicate', ${syndicateId}::uuid)
    RETURNING account_id AS id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

export type Transfer = {
  from: number;
  to: number;
  amount: number;
  /** The coupon that it is about, if any. */
  coupon?: { playerId: number; ticketId: string; couponId: string };
};

/** So much from one account to the other; a negative amount goes the other way. */
export function flow(from: number, to: number, amount: number): Transfer {
  return amount < 0 ? { from: to, to: from, amount: -amount } : { from, to, amount };
}

/** What movements are about; none where they have no cause but their kind. */
export type Cause = { drawId?: number };

/** Posts movements within the house, as one; those of nothing are left out. */
export async function postTransfers(
  tx: Tx,
  kind: 'settlement' | 'lapse' | 'opening_carry',
  { drawId }: Cause,
  transfers: readonly Transfer[],
): Promise<void> {
  const moved = transfers.filter(({ amount }) => amount !== 0);
  await sql`
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id,
      ticket_id, coupon_id)
    SELECT player_id, domain_now(), ${kind}, debit, credit, amount, ${drawId ?? null}::bigint, ticket_id,
      coupon_id
    FROM unnest(${moved.map(({ coupon }) => coupon?.playerId ?? 0)}::bigint[],
      ${moved.map(({ from }) => from)}::bigint[], ${moved.map(({ to }) => to)}::bigint[],
      ${moved.map(({ amount }) => amount)}::bigint[],
      ${moved.map(({ coupon }) => coupon?.ticketId ?? null)}::uuid[],
      ${moved.map(({ coupon }) => coupon?.couponId ?? null)}::uuid[])
      AS moved(player_id, debit, credit, amount, ticket_id, coupon_id)`.execute(tx);
}
