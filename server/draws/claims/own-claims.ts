/** `GET /user/claims`: a player's large prizes, each with where it stands. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { quarantineHours } from '#server/players/account/bank-quarantine.ts';
import { identifiedAt } from '#server/players/sessions/fresh.ts';

type Claims = ApiAnswer<'claims.list'>;
type Claim = Claims['claims'][number];

type Row = {
  ticketId: string;
  couponId: string | null;
  game: string;
  drawDate: Date | null;
  amount: number;
  status: 'waiting' | 'claimed' | 'paid';
  confirmedAt: Date;
  claimBy: string;
  payableFrom: string | null;
  heldAbove: number | null;
  isHeld: boolean;
  claimedAt: Date | null;
  approvedAt: Date | null;
  releasedAt: Date | null;
  account: string | null;
  accountSince: Date | null;
  paysFrom: Date | null;
  order: { status: string; reason: Claim['refusal'] | 'accountChanged' | null; account: string } | null;
  orderedAmount: number | null;
  orderChangedAt: Date | null;
  paymentId: string | null;
};

/** @param pages of `Database` */
export async function listClaims(pages: Db, caller: Caller, reviewWorkdays: number): Promise<Claims> {
  const { rows } = await sql<Row>`
    SELECT p.ticket_id AS "ticketId", p.coupon_id AS "couponId", t.game, d.draw_date AS "drawDate", p.amount,
      p.status, p.due_from AS "confirmedAt", p.claim_by AS "claimBy",
      payable_from(p.draw_id, p.amount) AS "payableFrom", d.held_above AS "heldAbove",
      held_until(p.draw_id, p.amount) IS NOT NULL AS "isHeld", p.winner_claimed_at AS "claimedAt",
      p.approved_at AS "approvedAt", p.released_at AS "releasedAt", pl.bank_account AS account,
      pl.bank_account_since AS "accountSince", from_when.at AS "paysFrom",
      CASE WHEN o.status IS NOT NULL THEN jsonb_build_object('status', o.status, 'reason', o.reason,
        'account', o.bank_account) END AS "order",
      o.amount AS "orderedAmount", o.changed_at AS "orderChangedAt", o.payment_id AS "paymentId"
    FROM large_prizes p JOIN players pl USING (player_id)
    JOIN tickets t ON t.player_id = p.player_id AND t.ticket_id = p.ticket_id
    LEFT JOIN draws d USING (draw_id)
    LEFT JOIN LATERAL (
      SELECT * FROM prize_payouts o WHERE o.player_id = p.player_id AND o.cause_id = p.cause_id
      ORDER BY round DESC LIMIT 1) o ON true
    LEFT JOIN LATERAL (
      SELECT greatest(payable_from(p.draw_id, p.amount)::timestamp AT TIME ZONE 'UTC',
        pl.bank_account_since + make_interval(hours => ${quarantineHours})) AS at
    ) from_when ON from_when.at > domain_now()
    WHERE p.player_id = ${caller.playerId} AND p.status IN ('waiting', 'claimed', 'paid')
    ORDER BY p.due_from DESC, p.cause_id`.execute(pages);
  const at = await identifiedAt(pages, caller);
  return { claims: rows.map(view), ...(at && { identifiedAt: at.toISOString() }), reviewWorkdays };
}

function view(row: Row): Claim {
  const { couponId, drawDate, payableFrom, claimedAt, approvedAt, paysFrom, order } = row;
  const station = stationOf(row);
  const isPaidOut = order?.status === 'settled';
  const account = isPaidOut || station === 'refused' ? order?.account : claimedAt && row.account;
  const refusal = order?.reason;
  const endedAt = station === 'paid' ? row.releasedAt : row.orderChangedAt;
  return {
    ticketId: encodeId(row.ticketId),
    ...(couponId && { couponId: encodeId(couponId) }),
    gameId: row.game,
    ...(drawDate && { drawDate: drawDate.toISOString() }),
    amount: row.amount,
    station,
    confirmedAt: row.confirmedAt.toISOString(),
    claimBy: row.claimBy,
    ...(payableFrom && { payableFrom, heldAbove: row.heldAbove ?? 0 }),
    ...(claimedAt && { claimedAt: claimedAt.toISOString() }),
    ...(approvedAt && { approvedAt: approvedAt.toISOString() }),
    ...(account && { bankAccount: account }),
    ...(paysFrom && claimedAt && station !== 'paid' && { paysFrom: paysFrom.toISOString() }),
    ...(endedAt && (station === 'paid' || station === 'refused') && { endedAt: endedAt.toISOString() }),
    ...(station === 'refused' && refusal && refusal !== 'accountChanged' && { refusal }),
    ...(isPaidOut && row.orderedAmount !== row.amount && { amountPaid: row.orderedAmount ?? 0 }),
    ...(row.paymentId && { paymentId: encodeId(row.paymentId) }),
  };
}

function stationOf({ status, claimedAt, approvedAt, isHeld, order, ...row }: Row): Claim['station'] {
  if (status === 'waiting') return 'claim';
  if (status === 'paid') return 'paid';
  if (!claimedAt || !approvedAt) return 'review';
  if (isHeld) return 'wait';
  const isRefused = order?.status === 'rejected' && order.reason !== 'accountChanged';
  const isSame = row.accountSince !== null && row.accountSince <= (row.orderChangedAt ?? row.accountSince);
  return isRefused && isSame ? 'refused' : 'payment';
}
