/** Tens of thousands of tickets, written in bulk as the sale would have written them; all of them win. */

import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { openWallets } from '#server/ledger/sandbox-money.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { runOperator } from '#test/simulation/operator.ts';
import type { Instance } from './product.ts';

/** What makes every ticket of `sellWinners` win: each holds 1, 2 and 3, and two numbers from 10. */
export const drawnForWinners = { numbers: [1, 2, 3, 4, 5], bonus: 6 };

const balance = 10_000_000;

/** Opens the wallets that are not there yet and sells `coupons` tickets of one row to the players in turn. */
export async function sellWinners(
  db: Db,
  { drawId, game, amountRow, stakesAccount }: Draw,
  { coupons, players }: { coupons: number; players: readonly number[] },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows: known } = await sql<{ id: number }>`
      SELECT player_id AS id FROM wallets WHERE player_id = ANY (${players}::bigint[])`.execute(tx);
    const opened = new Set(known.map(({ id }) => id));
    await openWallets(
      tx,
      players
        .filter((playerId) => !opened.has(playerId))
        .map((playerId) => ({ playerId, certificateExpires: '2099-01-01', balance })),
    );
    await sql`
      WITH sold AS MATERIALIZED (
        SELECT n, player_id, gen_random_uuid() AS ticket_id, gen_random_uuid() AS coupon_id, account_id,
          7 | (1::bigint << 9 + n % 17) | (1::bigint << 26 + n / 17 % 19) AS mask,
          w.balance - ${amountRow} * row_number() OVER (PARTITION BY player_id ORDER BY n) AS after
        FROM generate_series(0, ${coupons - 1}::integer) n
        JOIN wallets w ON w.player_id = (${players}::bigint[])[1 + n % ${players.length}]
      ), ticket AS (
        INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
          row_count)
        SELECT player_id, ticket_id, ${game}, domain_now(), ${amountRow}, ARRAY[mask], 0, 0, 1 FROM sold
      ), coupon AS (
        INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
        SELECT player_id, ticket_id, coupon_id, ${drawId}, ${amountRow} FROM sold
      ), wallet AS (
        UPDATE wallets w SET balance = left_over, staked_on = day,
          staked = CASE WHEN staked_on = day THEN staked ELSE 0 END + w.balance - left_over,
          staked_week = CASE WHEN staked_on >= week_begin(day) THEN staked_week ELSE 0 END
            + w.balance - left_over,
          staked_month = CASE WHEN staked_on >= month_begin(day) THEN staked_month ELSE 0 END
            + w.balance - left_over
        FROM (SELECT player_id, min(after) AS left_over FROM sold GROUP BY player_id) bought,
          (SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day) today
        WHERE w.player_id = bought.player_id
      )
      INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
        wallet_after, draw_id, ticket_id, coupon_id)
      SELECT player_id, domain_now(), 'purchase', account_id, ${stakesAccount}, ${amountRow},
        after + ${amountRow}, after, ${drawId}, ticket_id, coupon_id FROM sold ORDER BY n`.execute(tx);
  });
}

/** Sells the lotto draw on sale to winners, and takes it through its confirmed result. */
export async function drawWinners(
  { env }: Pick<Instance, 'env'>,
  db: Db,
  sold: { coupons: number; players: readonly number[] },
): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d
    WHERE state = 'released' AND closed_at IS NULL AND game = 'lotto'`.execute(db);
  const draw = rows[0] as Draw;
  await sellWinners(db, draw, sold);
  const name = [draw.game, String(draw.number)];
  const { numbers, bonus } = drawnForWinners;
  const result = ['--numbers', numbers.join(), '--bonus', String(bonus), '--joker', '00000'];
  for (const words of [
    ['draw', 'close', ...name, '--as', 'gunna', '--reason', 'test'],
    ['clock', 'set', draw.drawDate.toISOString()],
    ['draw', 'enter', ...name, ...result, '--as', 'gunna'],
    ['draw', 'confirm', ...name, ...result, '--as', 'jonas'],
  ]) {
    const { code, said } = await runOperator(env, words);
    if (code !== 0) throw new Error(said);
  }
  return draw;
}
