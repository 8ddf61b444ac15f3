/**
 * The pools with which a game's sales begin here: what the newest table of the past left unwon. An import may
 * still change them, until the first ticket is sold on top of them.
 */

import { rulesOf } from '#rules/numbers/games.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { flow, houseAccount, postTransfers } from '#server/ledger/house-accounts.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

type PastTable = { rulesId: string; pools: { tier: number; pool: number }[] };

/** Repeatable. False when tickets are sold already: then the carry stays what their buyers saw. */
export async function openCarry(tx: Tx, game: string): Promise<boolean> {
  if (await isSold(tx, game)) return false;
  const table = await newestTable(tx, game);
  if (!table) return true;
  const carried = await wholeCarry(tx, game);
  for (const { tier, scope } of rulesOf(table).tiers) {
    if (scope !== 'local') continue;
    const wanted = table.pools.find((each) => each.tier === tier)?.pool ?? 0;
    const missing = wanted - (carried[tier] ?? 0);
    if (missing === 0) continue;
    const opening = await houseAccount(tx, { kind: 'opening', game });
    const carry = await houseAccount(tx, { kind: 'carry', game, tier });
    await postTransfers(tx, 'opening_carry', {}, [flow(opening, carry, missing)]);
  }
  return true;
}

async function isSold(tx: Tx, game: string): Promise<boolean> {
  const { rows } = await sql<{ sold: boolean }>`
    SELECT EXISTS (SELECT FROM draws d WHERE d.game = ${game} AND d.origin = 'calendar'
      AND EXISTS (SELECT FROM coupons c WHERE c.draw_id = d.draw_id)) AS sold`.execute(tx);
  return rows[0]?.sold ?? false;
}

/** A file with numbers alone says nothing of money: the newest draw that has a table. */
async function newestTable(tx: Tx, game: string): Promise<PastTable | null> {
  const { rows } = await sql<PastTable>`
    SELECT d.rules_id AS "rulesId", (
      SELECT json_agg(json_build_object('tier', p.tier, 'pool', p.pool)) FILTER (WHERE p.winners = 0)
      FROM draw_prizes p WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main'
    ) AS pools
    FROM draws d JOIN current_results r USING (draw_id)
    WHERE d.game = ${game} AND d.origin <> 'calendar' AND EXISTS (
      SELECT FROM draw_prizes p WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main')
    ORDER BY d.draw_date DESC LIMIT 1`.execute(tx);
  return rows[0] ? { ...rows[0], pools: rows[0].pools ?? [] } : null;
}
