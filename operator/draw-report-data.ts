/** Everything that is known of a draw. */

import { largePrizesOfDraw, shownPrize } from '#server/draws/claims/large-prizes.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import { promotionOfDraw } from '#server/draws/raffles/promotion.ts';
import { heldOf } from '#server/draws/raffles/read.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { amount } from './table.ts';

type Result = { outcome: Outcome; confirmedAt: Date; confirmedBy: string };

type Alarm = { at: Date; code: string; message: string };
type Payout = { couponsPaid: number; amountPaid: number; highWaiting: number; waiting: number };

type Settlement = {
  rowSales: number;
  sideSales: number;
  fund: number;
  carryIn: number;
  topUp: number;
  paid: number;
  carryOut: number;
  remainder: number;
  sidePaid: number;
  contribution: number;
  commonReserve: number;
  commonPaid: number;
  commonDue: number;
  winningCoupons: number;
  engineA: string;
  engineB: string;
};

export async function drawReport(db: Db, kinds: Kinds, game: string, number: number) {
  const [draw] = await all(
    db,
    sql<Draw>`SELECT ${drawColumns} FROM draws d WHERE game = ${game} AND number = ${number}`,
  );
  if (!draw) return null;
  const seal = await findSeal(db, draw.drawId);
  const of = sql`WHERE draw_id = ${draw.drawId}`;
  const [result] = await all(
    db,
    sql<Result>`
      SELECT outcome, confirmed_at AS "confirmedAt", confirmed_by AS "confirmedBy"
      FROM current_results ${of}`,
  );
  const [settlement] = await all(
    db,
    sql<Settlement>`
      SELECT row_sales AS "rowSales", side_sales AS "sideSales", fund, carry_in AS "carryIn",
        top_up AS "topUp", paid, carry_out AS "carryOut", remainder, side_paid AS "sidePaid",
        contribution, common_reserve AS "commonReserve", common_paid AS "commonPaid",
        common_due AS "commonDue",
        winning_coupons AS "winningCoupons", encode(engine_a, 'hex') AS "engineA",
        encode(engine_b, 'hex') AS "engineB"
      FROM draw_settlements ${of}`,
  );
  const { drawId, stakesAccount, ...shown } = draw;
  return {
    ...shown,
    seal: seal && {
      sealedAt: seal.sealedAt,
      coupons: seal.coupons,
      rows: seal.rows,
      stakes: seal.stakes,
      merkleRoot: seal.merkleRoot.toString('hex'),
    },
    result: result
      ? { ...result.outcome, confirmedAt: result.confirmedAt, confirmedBy: result.confirmedBy }
      : null,
    drawn: result ? kinds.of(game).signedLines(result.outcome) : null,
    settlement: settlement ?? null,
    equation: settlement ? equationOf(settlement) : null,
    sales: settlement ? salesOf(settlement) : null,
    figures: await all(
      db,
      sql`SELECT at, actor, approves, encode(hash, 'hex') AS hash FROM draw_figures ${of} ORDER BY entry`,
    ),
    prizes: await prizesOf(db, drawId),
    payout: await payoutOf(db, drawId),
    raffle: await raffleReport(db, drawId),
    largePrizes: (await largePrizesOfDraw(db, drawId)).map(shownPrize),
    alarms: await all(db, sql<Alarm>`SELECT at, code, message FROM draw_alarms ${of} ORDER BY alarm`),
    steps: await all(
      db,
      sql`SELECT at, from_state AS "from", to_state AS "to", actor, reason FROM draw_steps ${of}
        ORDER BY step`,
    ),
  };
}

/** What a promotion promises beside the draw, and what was drawn for it. */
async function raffleReport(db: Db, drawId: number) {
  const promotion = await promotionOfDraw(db, drawId);
  if (!promotion) return null;
  const { id, condition, prizes } = promotion;
  return { promotion: id, condition, prizes, held: await heldOf(db, drawId) };
}

/** carry-in + fund + top-up = paid + carry-out + remainder. */
function equationOf(settlement: Settlement) {
  const { carryIn = 0, fund = 0, topUp = 0, paid = 0, carryOut = 0, remainder = 0 } = settlement;
  const [money, spent] = [carryIn + fund + topUp, paid + carryOut + remainder];
  return {
    text: [
      [carryIn, fund, topUp],
      [paid, carryOut, remainder],
    ]
      .map((side) => side.map(amount).join(' + '))
      .join(' = '),
    in: money,
    out: spent,
    holds: money === spent,
  };
}

/** Where the stakes of the rows went, and what the organiser of common pools owes for prizes paid here. */
function salesOf(settlement: Settlement) {
  const { rowSales, contribution, commonReserve: reserve, fund } = settlement;
  const { commonDue: due, commonPaid: paid } = settlement;
  const income = rowSales - contribution - reserve - fund;
  return {
    sales: rowSales,
    contribution,
    reserve,
    fund,
    income,
    organiser: { due, paid, difference: due - paid },
  };
}

export type PrizeReportRow = {
  part: string;
  tier: number;
  condition: string;
  winners: number;
  winnersLocal: number;
  amount: number;
  share: number | null;
  carryIn: number | null;
  topUp: number | null;
  pool: number | null;
  paid: number | null;
  carryOut: number | null;
  remainder: number | null;
};

function prizesOf(db: Db, drawId: number): Promise<PrizeReportRow[]> {
  return all(
    db,
    sql<PrizeReportRow>`
      SELECT part, tier, condition, winners, winners_local AS "winnersLocal", amount, share,
        carry_in AS "carryIn", top_up AS "topUp", pool, paid, carry_out AS "carryOut", remainder
      FROM draw_prizes p
      WHERE draw_id = ${drawId} AND revision = (SELECT max(revision) FROM draw_results r
        WHERE r.draw_id = p.draw_id)
      ORDER BY part, tier`,
  );
}

async function payoutOf(db: Db, drawId: number) {
  const [payout] = await all(
    db,
    sql<Payout>`SELECT count(paid.known)::integer AS "couponsPaid",
      coalesce(sum(amount + side_amount) FILTER (WHERE paid.known), 0)::bigint AS "amountPaid",
      (SELECT count(*) FROM large_prizes l
        WHERE l.draw_id = ${drawId} AND l.status IN ('waiting', 'claimed'))::integer AS "highWaiting",
      count(*) FILTER (WHERE paid.known IS NULL AND NOT high)::integer AS "waiting"
      FROM coupon_wins w LEFT JOIN LATERAL (
        SELECT true AS known FROM coupon_payouts p
        WHERE p.draw_id = w.draw_id AND p.player_id = w.player_id AND p.coupon_id = w.coupon_id OFFSET 0
      ) paid ON true
      WHERE w.draw_id = ${drawId}`,
  );
  return payout ?? null;
}

async function all<Row>(db: Db, query: Sql<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}
