/** Writes down the prizes of a draw: transfers, table, winning coupons, and the second signature. */

import type { ExactIsk } from '#rules/values/exact-isk.ts';
import { type Draw, moveDrawTo } from '#server/draws/draw.ts';
import type { DecidedLine } from '#server/draws/kind.ts';
import { lastSettled, publishedTiers } from '#server/draws/seal/published-tiers.ts';
import { type SettlementFields, settlementText } from '#server/draws/seal/signed-texts.ts';
import type { Tx } from '#server/platform/database.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { bookPostings } from './postings.ts';
import type { CouponWin, DrawPrizes } from './prizes.ts';

/** The result and what both engines found, to be signed with the seal. */
type Signing = {
  found: Omit<SettlementFields, 'game' | 'number' | 'rulesId' | 'settledAt' | 'before' | 'tiers'>;
  signingKey: string;
  actor: string;
};

export async function postSettlement(
  tx: Tx,
  draw: Draw,
  prizes: DrawPrizes,
  { found, signingKey, actor }: Signing,
): Promise<void> {
  const { lines, sums, organiser, rowSales, sideSales, commonPaid, sidePaid, wins } = prizes;
  const won = sums.paid + commonPaid + sidePaid;
  await bookPostings(tx, draw, prizes.postings, { stakes: rowSales + sideSales, won, lines });
  await writePrizes(tx, draw.drawId, lines);
  await writeWins(tx, draw, wins);
  const settledAt = await moment(tx);
  const { game, number, rulesId } = draw;
  const before = await lastSettled(tx, game);
  const tiers = await publishedTiers(tx, draw.drawId, before?.drawId ?? null);
  const signature = signed(
    settlementText({ ...found, game, number, rulesId, before, tiers, settledAt: settledAt.toISOString() }),
    signingKey,
  );
  await sql`
    INSERT INTO draw_settlements (draw_id, settled_at, engine_a, engine_b, winning_coupons, row_sales,
      side_sales, fund, carry_in, top_up, paid, carry_out, remainder, side_paid, contribution,
      common_reserve, common_paid, common_due, fund_exact, carry_in_exact, carry_out_exact, remainder_exact,
      signature, public_key, rules_hash, draw_before)
    VALUES (${draw.drawId}, ${settledAt}, ${found.engineA}, ${found.engineB}, ${wins.length}, ${rowSales},
      ${sideSales}, ${sums.fund}, ${sums.carryIn}, ${sums.topUp}, ${sums.paid}, ${sums.carryOut},
      ${sums.remainder}, ${sidePaid}, ${organiser?.contribution ?? 0}, ${organiser?.reserve ?? 0},
      ${commonPaid}, ${organiser?.due ?? 0}, ${text(sums.exact.fund)}, ${text(sums.exact.carryIn)},
      ${text(sums.exact.carryOut)}, ${text(sums.exact.remainder)}, ${signature.signature},
      ${signature.publicKey}, ${found.rulesHash}, ${before?.drawId ?? null})`.execute(tx);
  await moveDrawTo(tx, draw.drawId, 'winsel', actor);
}

/** Whole milliseconds, as the signed text says them. */
async function moment(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT date_trunc('milliseconds', domain_now()) AS at`.execute(tx);
  return (rows[0] as { at: Date }).at;
}

/** As the database reads it: PostgreSQL's numeric, never a JavaScript number. */
const text = (amount: ExactIsk | undefined) => amount?.toString() ?? null;

async function writePrizes(tx: Tx, drawId: number, lines: readonly DecidedLine[]): Promise<void> {
  for (const { pool, ...line } of lines) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, amount_euro, winners,
        winners_local, paid, share, carry_in, top_up, pool, carry_out, remainder, share_exact, carry_in_exact,
        pool_exact, carry_out_exact, remainder_exact, moved)
      VALUES (${drawId}, 1, ${line.part}, ${line.tier}, ${line.condition}, ${line.amount},
        ${line.amountEuro?.toString() ?? null}::bigint, ${line.winners}, ${line.winnersLocal}, ${line.paid},
        ${pool?.share ?? null}::bigint, ${pool?.carryIn ?? null}::bigint, ${pool?.topUp ?? null}::bigint,
        ${pool?.pool ?? null}::bigint, ${pool?.carryOut ?? null}::bigint,
        ${pool?.remainder ?? null}::bigint, ${text(pool?.exact.share)}::numeric,
        ${text(pool?.exact.carryIn)}::numeric, ${text(pool?.exact.pool)}::numeric,
        ${text(pool?.exact.carryOut)}::numeric, ${text(pool?.exact.remainder)}::numeric,
        ${pool?.moved ?? null}::bigint)`.execute(tx);
  }
}

async function writeWins(tx: Tx, draw: Draw, wins: readonly CouponWin[]): Promise<void> {
  await sql`
    INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, side_amount, high)
    SELECT ${draw.drawId}, player_id, ticket_id, coupon_id, amount, side_amount,
      amount + side_amount >= ${draw.highWinFrom}
    FROM unnest(${wins.map(({ winner }) => winner.playerId)}::bigint[],
      ${wins.map(({ winner }) => winner.ticketId)}::uuid[],
      ${wins.map(({ winner }) => winner.couponId)}::uuid[], ${wins.map(({ amount }) => amount)}::bigint[],
      ${wins.map(({ sideAmount }) => sideAmount)}::bigint[])
      AS won(player_id, ticket_id, coupon_id, amount, side_amount)`.execute(tx);
}
