/** One coupon of a ticket as its owner sees it: what is true of every game. */
import { createHmac } from 'node:crypto';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { checkCode } from './check/code.ts';
import type { Coupon, CouponResult } from './coupon.ts';
import type { Kinds } from './kind.ts';
import { promotionsOf, rafflesOfTicket } from './raffles/read.ts';
import type { Priced, Showing } from './showing.ts';

/**
 * `pages` of `Database`; `secret` keys what is on the receipt; `locale` is the language of what a promotion
 * says.
 */
export type CouponParts = { pages: Db; secret: string; locale: 'is' | 'en' };

/** As its kind shows it. @throws EC_TICKET_NOT_FOUND, also for another player's ticket */
export async function shownCoupon(
  parts: CouponParts & { kinds: Kinds },
  playerId: number,
  ids: { ticketId: string; couponId: string },
) {
  const { head, coupon, coupons, result } = await couponOf(parts, playerId, ids);
  const { week } = parts.kinds.weekOf(coupon.game, coupon.plannedDate);
  const { showing } = parts.kinds.of(coupon.game);
  const cost = await averageCostOf(parts.pages, showing, coupons);
  return { ...head, ...cost, week, ...showing.coupon(coupon, result) };
}

/** Nothing of a ticket that cost nothing, and where its kind cannot tell. */
export async function averageCostOf(
  db: Db,
  showing: Showing,
  coupons: readonly Priced[],
): Promise<{ averageCost?: number }> {
  const [first, ...others] = coupons;
  if (!first || first.stakeTotal === 0 || !showing.averageBack) return {};
  return { averageCost: first.stakeTotal - (await showing.averageBack(db, [first, ...others])) };
}

/** The coupon with what is shown of it in every game, and the outcome of its draw when there is one. */
export async function couponOf(
  { pages, secret, locale }: CouponParts,
  playerId: number,
  ids: { ticketId: string; couponId: string },
) {
  const coupons = await readCoupons(pages, playerId, decodeId(ids.ticketId) ?? refuse('EC_TICKET_NOT_FOUND'));
  const couponId = decodeId(ids.couponId);
  const isFirst = ids.couponId === ids.ticketId;
  const coupon = isFirst ? coupons[0] : coupons.find((each) => each.couponId === couponId);
  if (!coupon) refuse('EC_TICKET_NOT_FOUND');
  const result = await readResult(pages, coupon);
  const raffles = await rafflesOfTicket(pages, playerId, coupon.ticketId);
  const promotions = await promotionsOf(pages, raffles, coupon.couponId, locale);
  return {
    head: { ...viewHead(coupon, coupons, { secret, playerId }), promotions },
    coupon,
    coupons,
    result,
  };
}

/** Of a ticket, in the order of its draws. @param pages of `Database` */
export async function readCoupons(pages: Db, playerId: number, ticketId: string): Promise<Coupon[]> {
  const { rows } = await sql<Coupon>`
    SELECT ticket_id AS "ticketId", coupon_id AS "couponId", game, c.draw_id AS "drawId", draw,
      rules_id AS "rulesId", draw_date AS "drawDate", draw_planned_on(c.draw_id) AS "plannedDate",
      close_date AS "closeDate", purchased_at AS "purchasedAt", channel, stake_total AS "stakeTotal", stake,
      row_masks::text[] AS "rowMasks", second_masks::text[] AS "secondMasks", quick_picks AS "quickPicks",
      system, row_count AS "rowCount", side, status, amount_win AS "amountWin",
      side_amount_win AS "sideAmountWin", amount_lapsed AS "amountLapsed", claim_by AS "claimBy",
      CASE WHEN status IN ('highwind', 'claimed') THEN held_until(c.draw_id, amount_win) END AS "heldUntil",
      x.at AS "cancelledAt", x.reason AS "cancelledBy",
      subscription_id AS "subscriptionId",
      status = 'pending' AND subscription_id IS NULL AND close_date > domain_now()
        AND state IN ('created', 'released')
        AND min(close_date) OVER () > domain_now()
        AND (purchased_at AT TIME ZONE 'UTC')::date = (domain_now() AT TIME ZONE 'UTC')::date AS cancellable,
      least(
        min(close_date) OVER (),
        ((purchased_at AT TIME ZONE 'UTC')::date + 1)::timestamp AT TIME ZONE 'UTC'
      ) AS "cancelUntil"
    FROM player_coupons c LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE player_id = ${playerId} AND ticket_id = ${ticketId}
    ORDER BY draw_date
  `.execute(pages);
  return rows;
}

/** Null until its draw has one, and for a coupon that was given back. @param pages of `Database` */
export async function readResult(
  pages: Db,
  { status, drawId }: Pick<Coupon, 'status' | 'drawId'>,
): Promise<CouponResult | null> {
  if (status === 'cancelled') return null;
  const { rows } = await sql<CouponResult>`
    SELECT r.outcome,
      (SELECT jsonb_object_agg(p.tier, p.amount) FROM draw_prizes p
       WHERE p.draw_id = r.draw_id AND p.revision = r.revision AND p.part = 'main') AS amounts
    FROM draw_results r WHERE r.draw_id = ${drawId}
    ORDER BY r.revision DESC LIMIT 1
  `.execute(pages);
  return rows[0] ?? null;
}

type Owned = { secret: string; playerId: number };

function viewHead(row: Coupon, rows: readonly Coupon[], { secret, playerId }: Owned) {
  const drawDate = row.drawDate.toISOString();
  const cancellable = rows.every((each) => each.cancellable);
  return {
    id: encodeId(row.ticketId),
    couponId: encodeId(row.couponId),
    gameId: row.game,
    draw: row.draw,
    drawDate,
    saleCloseTime: row.closeDate.toISOString(),
    purchaseDate: row.purchasedAt.toISOString(),
    stake: row.stake,
    stakeTotal: row.stakeTotal,
    status: row.status,
    amountWin: row.amountWin,
    amountWinTotal: rows.reduce((sum, each) => sum + each.amountWin, 0),
    ...(row.amountLapsed !== null && { amountLapsed: row.amountLapsed }),
    ...(row.cancelledAt &&
      row.cancelledBy && { cancelled: { at: row.cancelledAt.toISOString(), by: row.cancelledBy } }),
    ...(row.channel && { channel: row.channel }),
    ...(row.subscriptionId && { subscriptionId: encodeId(row.subscriptionId) }),
    coupons: rows.map(viewCoupon),
    receipt: {
      soldAt: row.purchasedAt.toISOString(),
      securityCode: securityCode(row.ticketId, secret),
      checkCode: checkCode(secret, { playerId, ticketId: row.ticketId }),
      claimBy: row.claimBy ?? yearAfter(drawDate),
      ...(row.heldUntil && { payableFrom: row.heldUntil }),
      cancellable,
      ...(cancellable && { cancelUntil: row.cancelUntil.toISOString() }),
    },
  };
}

function viewCoupon(row: Coupon) {
  return {
    couponId: encodeId(row.couponId),
    draw: row.draw,
    drawDate: row.drawDate.toISOString(),
    status: row.status,
    amountWin: row.amountWin,
  };
}

/** Ten characters that only this product can make for a ticket number (must-hold 65). */
function securityCode(ticketId: string, secret: string): string {
  const bytes = createHmac('sha256', secret).update(`receipt ${ticketId}`).digest();
  return encodeId(bytes.toString('hex', 0, 16)).slice(-10);
}

function yearAfter(instant: string): string {
  const [year, ...rest] = instant.slice(0, 10).split('-');
  const day = `${Number(year) + 1}-${rest.join('-')}`;
  return day.endsWith('-02-29') ? day.replace('-02-29', '-02-28') : day;
}
