/**
 * Loads the sales of a draw in bulk, as the sale would have written them: tickets,
 * coupons, transfers, balances.
 */

import { rulesOf } from '#rules/numbers/games.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { systemRowCount } from '#rules/numbers/system.ts';
import type { Draw } from '#server/draws/draw.ts';
import { openWallets } from '#server/ledger/sandbox-money.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';

const chunk = 20_000;
const balance = 200_000_000;

/** One ticket in `systemEvery` is a system, of sizes up to 10 in turn. */
export type Load = { coupons: number; players: number; systemEvery: number };

export type Sold = {
  playerId: number;
  stake: number;
  masks: string;
  second: string | null;
  system: number;
  rowCount: number;
  side: string | null;
};

export async function openPlayers(db: Db, players: number): Promise<void> {
  const ids = Array.from({ length: players }, (_, index) => index + 1);
  const wallets = ids.map((playerId) => ({ playerId, certificateExpires: '2099-01-01', balance }));
  await transaction(db, (tx) => openWallets(tx, wallets));
}

export async function loadSales(db: Db, draw: Draw, { coupons, players, systemEvery }: Load): Promise<void> {
  for (let done = 0; done < coupons; done += chunk) {
    const sold = Array.from({ length: Math.min(chunk, coupons - done) }, (_, index) =>
      randomSale(draw, (done + index) % players, (done + index) % systemEvery === 0),
    );
    await transaction(db, (tx) => writeSales(tx, draw, sold));
  }
}

function randomSale(draw: Draw, player: number, isSystem: boolean): Sold {
  const { amountRow, amountSide } = draw;
  const version = rulesOf(draw);
  const { main, chosenBonus } = version;
  const system = isSystem ? main.pick + 1 + below(10 - main.pick) : 0;
  const rows = isSystem ? 1 : 1 + below(10);
  const masks = Array.from({ length: rows }, () => randomMask(system || main.pick, main.max));
  const second = masks.map(() => randomMask(chosenBonus.count, chosenBonus.max));
  const rowCount = isSystem ? systemRowCount(version, system) : rows;
  const side = below(2) === 0 ? String(below(100_000)).padStart(5, '0') : null;
  return {
    playerId: player + 1,
    stake: rowCount * amountRow + (side === null ? 0 : amountSide),
    masks: `{${masks.join()}}`,
    second: chosenBonus.count > 0 ? `{${second.join()}}` : null,
    system,
    rowCount,
    side,
  };
}

const below = (count: number) => nextUint32() % count;

function randomMask(count: number, max: number): number {
  const numbers = new Set<number>();
  while (numbers.size < count) numbers.add(1 + below(max));
  return rowMask([...numbers]);
}

/** What `write_sales` does, without its checks: the balance before each purchase is a running sum. */
export async function writeSales(tx: Tx, draw: Draw, sold: readonly Sold[]): Promise<void> {
  await sql`
    WITH given AS MATERIALIZED (
      SELECT g.*, w.account_id, w.balance - sum(g.stake) OVER (PARTITION BY g.player_id ORDER BY g.pos)
        AS after
      FROM unnest(${sold.map((each) => each.playerId)}::bigint[], ${sold.map(() => newId())}::uuid[],
        ${sold.map(() => newId())}::uuid[], ${sold.map((each) => each.stake)}::bigint[],
        ${sold.map((each) => each.masks)}::text[], ${sold.map((each) => each.second)}::text[],
        ${sold.map((each) => each.system)}::smallint[],
        ${sold.map((each) => each.rowCount)}::integer[],
        ${sold.map((each) => each.side)}::text[]) WITH ORDINALITY
        AS g(player_id, ticket_id, coupon_id, stake, masks, second, system, row_count, side, pos)
      JOIN wallets w USING (player_id)
    ), ticket AS (
      INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks,
        quick_picks, system, row_count, side)
      SELECT player_id, ticket_id, ${draw.game}, domain_now(), stake, masks::bigint[], second::bigint[], 0,
        system, row_count, side FROM given
    ), coupon AS (
      INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
      SELECT player_id, ticket_id, coupon_id, ${draw.drawId}, stake FROM given
    ), wallet AS (
      UPDATE wallets w SET balance = w.balance - t.total
      FROM (SELECT player_id, sum(stake) AS total FROM given GROUP BY player_id) t
        WHERE t.player_id = w.player_id
    )
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, ticket_id, coupon_id)
    SELECT player_id, domain_now(), 'purchase', account_id, ${draw.stakesAccount}, stake, after + stake,
      after, ${draw.drawId}, ticket_id, coupon_id FROM given ORDER BY pos`.execute(tx);
}
