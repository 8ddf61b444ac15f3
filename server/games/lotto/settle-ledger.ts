/** The house accounts that a settlement moves money between. Design §5. */
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database.ts';
import type { Draw } from './draw-store.ts';

export type Transfer = { from: number; to: number; amount: number };

export type Accounts = {
  stakes: number;
  winnings: number;
  jokerReserve: number;
  prizeReserve: number;
  salesIncome: number;
  tier(tier: number): { pool: number; carry: number };
};

export async function openAccounts(tx: Tx, draw: Draw, tiers: readonly number[]): Promise<Accounts> {
  const { drawId, game, stakesAccount } = draw;
  const pools = new Map<number, { pool: number; carry: number }>();
  for (const tier of tiers) {
    const pool = await account(tx, 'prize_fund', drawId, game, tier);
    pools.set(tier, { pool, carry: await account(tx, 'carry', null, game, tier) });
  }
  return {
    stakes: stakesAccount,
    winnings: await account(tx, 'winnings', drawId, game, null),
    jokerReserve: await account(tx, 'joker_reserve', null, null, null),
    prizeReserve: await account(tx, 'prize_reserve', null, game, null),
    salesIncome: await account(tx, 'sales_income', null, game, null),
    tier(tier) {
      const found = pools.get(tier);
      if (!found) throw new Error(`tier ${tier} has no account`);
      return found;
    },
  };
}

async function account(
  tx: Tx,
  kind: string,
  drawId: number | null,
  game: string | null,
  tier: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT ledger_account(${kind}, NULL, ${drawId}::bigint, ${game}::text, ${tier}::smallint) AS id`.execute(
    tx,
  );
  return (rows[0] as { id: number }).id;
}

/** Movements of nothing are left out. */
export async function postTransfers(tx: Tx, drawId: number, transfers: readonly Transfer[]): Promise<void> {
  const moved = transfers.filter(({ amount }) => amount !== 0);
  await sql`
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id)
    SELECT 0, domain_now(), 'settlement', debit, credit, amount, ${drawId}
    FROM unnest(${moved.map(({ from }) => from)}::bigint[], ${moved.map(({ to }) => to)}::bigint[],
      ${moved.map(({ amount }) => amount)}::bigint[]) AS moved(debit, credit, amount)`.execute(tx);
}
