/** What clubs get of the house's income from sales. */
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
