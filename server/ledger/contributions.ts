/** Contributions to clubs from the income of sales, and their payments by the bank. */
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** So much of a draw's sale to a club, in whole krónur. */
export type Contribution = { clubId: number; drawId: number; game: string; amount: number };

/** Contributions of nothing are left out. */
export async function postContributions(tx: Tx, contributions: readonly Contribution[]): Promise<void> {
  const posted = contributions.filter(({ amount }) => amount > 0);
  await sql`
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id)
    SELECT 0, domain_now(), 'contribution', ledger_account('sales_income', NULL, NULL, game, NULL),
      club_account(club_id), amount, draw_id
    FROM unnest(${posted.map(({ clubId }) => clubId)}::int[], ${posted.map(({ drawId }) => drawId)}::bigint[],
      ${posted.map(({ game }) => game)}::text[], ${posted.map(({ amount }) => amount)}::bigint[])
      AS posted(club_id, draw_id, game, amount)`.execute(tx);
}

/** Contributions of a club that are booked and not paid. */
export async function clubOwed(tx: Tx, clubId: number): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    SELECT coalesce(sum(CASE WHEN credit_account = account THEN amount ELSE -amount END), 0)::bigint AS owed
    FROM (SELECT club_account(${clubId}) AS account OFFSET 0) a
    JOIN ledger_transfers ON player_id = 0 AND account IN (debit_account, credit_account)`.execute(tx);
  return rows[0]?.owed ?? 0;
}

/** The bank paid the club. @returns the id of the transfer */
export async function postClubPayment(
  tx: Tx,
  { clubId, amount }: Pick<Contribution, 'clubId' | 'amount'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount)
    SELECT 0, domain_now(), 'club_payment', club_account(${clubId}),
      ledger_account('bank', NULL, NULL, NULL, NULL), ${amount}::bigint
    RETURNING transfer_id AS id`.execute(tx);
  return (rows[0] as { id: number }).id;
}
