/** Large prizes, each with where it stands: a player's (`GET /user/claims`), and all that are not paid. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { encodeId } from '#server/platform/ids.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { quarantineHours } from '#server/players/account/bank-quarantine.ts';
import { identifiedAt } from '#server/players/sessions/fresh.ts';

type Claims = ApiAnswer<'claims.list'>;
type Claim = Claims['claims'][number];

type Row = {
  playerId: number;
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
  /** By the operator who prepares the payment. */
  preparedAt: Date | null;
  preparedBy: string | null;
  approvedAt: Date | null;
  releasedAt: Date | null;
  account: string | null;
  chosenAt: Date | null;
  paysFrom: Date | null;
  order: { status: string; reason: Claim['refusal'] | 'accountChanged' | null; account: string } | null;
  orderedAmount: number | null;
  orderChangedAt: Date | null;
  paymentId: string | null;
};

/** @param pages of `Database` */
export async function listClaims(pages: Db, caller: Caller, reviewWorkdays: number): Promise<Claims> {
  const rows = await read(
    pages,
    sql`p.player_id = ${caller.playerId}
    AND p.status IN ('waiting', 'claimed', 'paid')`,
  );
  const at = await identifiedAt(pages, caller);
  return { claims: rows.map(view), ...(at && { identifiedAt: at.toISOString() }), reviewWorkdays };
}

/** A large prize on its way, as operators see it. */
export type OpenClaim = {
  ticketId: string;
  couponId: string | null;
  playerId: string;
  game: string;
  amount: number;
  station: Claim['station'];
  /** When it came to the station. */
  since: string;
  /** The last day on which it can be claimed. */
  claimBy: string;
  /** The operator who prepared the payment; the next act is another's. */
  preparedBy: string | null;
};

/** Every large prize that is neither paid nor lapsed, the longest waiting first. */
export async function listOpenClaims(db: Db): Promise<OpenClaim[]> {
  const rows = await read(db, sql`p.status IN ('waiting', 'claimed')`);
  const claims = rows.map((row): OpenClaim => {
    const station = stationOf(row);
    const { couponId, game, amount, claimBy, preparedBy } = row;
    return {
      ticketId: encodeId(row.ticketId),
      couponId: couponId && encodeId(couponId),
      playerId: String(row.playerId),
      ...{ game, amount, station, claimBy, preparedBy },
      since: sinceOf(row, station).toISOString(),
    };
  });
  return claims.sort((a, b) => (a.since < b.since ? -1 : 1));
}

function sinceOf(row: Row, station: Claim['station']): Date {
  const { confirmedAt, claimedAt, preparedAt, approvedAt, orderChangedAt } = row;
  if (station === 'claim') return confirmedAt;
  const claimed = claimedAt ?? preparedAt ?? confirmedAt;
  if (station === 'review') return claimed;
  return (station === 'wait' ? approvedAt : (orderChangedAt ?? approvedAt)) ?? claimed;
}

async function read(db: Db, wanted: Sql): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT p.player_id AS "playerId", p.ticket_id AS "ticketId", p.coupon_id AS "couponId", t.game,
      d.draw_date AS "drawDate", p.amount, p.status, p.due_from AS "confirmedAt", p.claim_by AS "claimBy",
      payable_from(p.draw_id, p.amount) AS "payableFrom", d.held_above AS "heldAbove",
      held_until(p.draw_id, p.amount) IS NOT NULL AS "isHeld", p.winner_claimed_at AS "claimedAt",
      p.claimed_at AS "preparedAt", p.claimed_by AS "preparedBy", p.approved_at AS "approvedAt",
      p.released_at AS "releasedAt", pl.bank_account AS account,
      greatest(pl.bank_account_since, chosen.at) AS "chosenAt", from_when.at AS "paysFrom",
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
      SELECT max(since) AS at FROM claim_accounts c
      WHERE c.player_id = p.player_id AND c.cause_id = p.cause_id) chosen ON true
    LEFT JOIN LATERAL (
      SELECT greatest(payable_from(p.draw_id, p.amount)::timestamp AT TIME ZONE 'UTC',
        pl.bank_account_since + make_interval(hours => ${quarantineHours})) AS at
    ) from_when ON from_when.at > domain_now()
    WHERE ${wanted} ORDER BY p.due_from DESC, p.cause_id`.execute(db);
  return rows;
}

function view(row: Row): Claim {
  const { couponId, drawDate, payableFrom, claimedAt, approvedAt, paysFrom, order } = row;
  const station = stationOf(row);
  // Into the wallet, no account has to be old enough.
  const dueFrom = claimedAt ? paysFrom : row.isHeld && payableFrom ? new Date(payableFrom) : null;
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
    ...(dueFrom && station !== 'paid' && station !== 'claim' && { paysFrom: dueFrom.toISOString() }),
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
  const isSame = row.chosenAt !== null && row.chosenAt <= (row.orderChangedAt ?? row.chosenAt);
  return isRefused && isSame ? 'refused' : 'payment';
}
