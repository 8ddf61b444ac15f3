/** What must hold between a movement and the fact that caused it. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { kindsOfCause, ticketPrizeKinds, ticketRefundKinds } from './transfer-kinds.ts';

export const namedCauses: Invariant = {
  name: 'named causes',
  means:
    'every transfer names the ticket, subscription, payment, draw or syndicate that its kind is made for',
  breaks: sql`
    SELECT player_id, transfer_id, kind FROM checked_transfers
    WHERE kind = ANY (${kindsOfCause('ticket')}) AND ticket_id IS NULL
      OR kind = ANY (${kindsOfCause('subscription')}) AND subscription_id IS NULL
      OR kind = ANY (${kindsOfCause('payment')}) AND payment_id IS NULL
      OR kind = ANY (${kindsOfCause('draw')}) AND draw_id IS NULL
      OR kind = ANY (${kindsOfCause('syndicate')}) AND syndicate_id IS NULL`,
};

/** Compare `other_transfers` with the facts behind them. */
export const causes: readonly Invariant[] = [
  {
    name: 'refunds',
    means: 'every cancelled coupon got its stake back exactly once, and no other did',
    breaks: sql`
      SELECT player_id, ticket_id, coupon_id, c.stake, t.refunded
      FROM (SELECT player_id, ticket_id, coupon_id, reason, stake FROM checked_cancellations) c
      FULL JOIN (
        SELECT player_id, ticket_id, coupon_id, min(kind) AS kind, max(kind) AS last_kind,
          sum(amount) AS refunded
        FROM other_transfers WHERE kind = ANY (${ticketRefundKinds})
        GROUP BY player_id, ticket_id, coupon_id
      ) t USING (player_id, ticket_id, coupon_id)
      WHERE (c.stake, CASE c.reason WHEN 'player' THEN 'cancellation'
          ELSE CASE t.kind WHEN 'subscription_refund' THEN t.kind ELSE 'draw_cancellation' END END)
        IS DISTINCT FROM (t.refunded, t.kind) OR t.kind <> t.last_kind`,
  },
  {
    name: 'payouts',
    means: 'every paid coupon won, and got its prize exactly once',
    breaks: sql`
      SELECT draw_id, player_id, coupon_id, w.amount + w.side_amount AS won, t.paid
      FROM checked_payouts p FULL JOIN (
        SELECT draw_id, player_id, coupon_id, sum(amount) AS paid
        FROM other_transfers WHERE kind = ANY (${ticketPrizeKinds}) AND draw_id IS NOT NULL
        GROUP BY draw_id, player_id, coupon_id
      ) t USING (draw_id, player_id, coupon_id)
      LEFT JOIN checked_wins w USING (draw_id, player_id, coupon_id)
      WHERE p.coupon_id IS NULL OR (w.amount + w.side_amount) IS DISTINCT FROM t.paid`,
  },
  {
    name: 'settled tickets',
    means: 'a ticket without a draw got what it came to exactly once, a large prize not before its release',
    breaks: sql`
      SELECT player_id, ticket_id, s.amount, s.high, r.released_by, t.paid FROM (
        SELECT player_id, ticket_id, sum(paid) AS paid FROM (
          SELECT player_id, ticket_id, amount AS paid FROM other_transfers
          WHERE kind = ANY (${ticketPrizeKinds}) AND draw_id IS NULL
          UNION ALL SELECT player_id, ticket_id, 0 FROM checked_settled_tickets
        ) sides GROUP BY player_id, ticket_id
      ) t LEFT JOIN settled_tickets s USING (player_id, ticket_id)
      LEFT JOIN (SELECT player_id, cause_id AS ticket_id, released_by FROM prize_releases) r
        USING (player_id, ticket_id)
      WHERE t.paid IS DISTINCT FROM CASE WHEN s.high AND r.released_by IS NULL THEN 0 ELSE s.amount END`,
  },
  {
    name: 'claims',
    means:
      'a large prize is paid as a claim that one person took and another released, and no other prize is',
    breaks: sql`
      SELECT player_id, cause_id, w.high, c.claimed_by, r.released_by, p.first_kind, p.last_kind
      FROM (
        SELECT player_id, coalesce(coupon_id, ticket_id) AS cause_id, min(kind) AS first_kind,
          max(kind) AS last_kind
        FROM other_transfers WHERE kind = ANY (${ticketPrizeKinds})
        GROUP BY player_id, coalesce(coupon_id, ticket_id)
      ) p FULL JOIN checked_claims c USING (player_id, cause_id)
      FULL JOIN checked_releases r USING (player_id, cause_id)
      LEFT JOIN (
        SELECT player_id, coupon_id AS cause_id, high FROM checked_wins WHERE high
        UNION ALL SELECT player_id, ticket_id, high FROM settled_tickets WHERE high
      ) w USING (player_id, cause_id)
      WHERE (r.released_by IS NOT NULL) <> (p.first_kind IS NOT NULL AND w.high IS TRUE)
        OR c.claimed_by IS NOT NULL AND w.high IS NOT TRUE
        OR p.first_kind IS NOT NULL AND (p.first_kind <> p.last_kind
          OR p.first_kind <> CASE WHEN w.high THEN 'claim' ELSE 'winnings' END)`,
  },
  {
    name: 'lapses',
    means: 'a prize that lapsed was neither claimed nor paid, and went to the reserve exactly once',
    breaks: sql`
      SELECT draw_id, player_id, coupon_id, w.amount + w.side_amount AS won, t.moved, c.claimed, p.paid_at
      FROM (SELECT draw_id, player_id, cause_id AS coupon_id, lapsed_at FROM checked_lapses) l FULL JOIN (
        SELECT draw_id, player_id, coupon_id, sum(amount) AS moved
        FROM other_transfers WHERE kind = 'lapse' GROUP BY draw_id, player_id, coupon_id
      ) t USING (draw_id, player_id, coupon_id)
      LEFT JOIN checked_wins w USING (draw_id, player_id, coupon_id)
      LEFT JOIN (SELECT player_id, cause_id AS coupon_id, true AS claimed FROM claimed_prizes) c
        USING (player_id, coupon_id)
      LEFT JOIN draw_payouts p USING (draw_id, player_id, coupon_id)
      WHERE l.coupon_id IS NULL OR (w.amount + w.side_amount) IS DISTINCT FROM t.moved
        OR c.claimed OR p.coupon_id IS NOT NULL`,
  },
  {
    name: 'prize payouts',
    means:
      'a prize that its winner claimed and the bank paid is released by those who approved it, and the ' +
      'payment has the amount of the order',
    breaks: sql`
      SELECT o.player_id, o.cause_id, o.amount, x.amount AS paid, x.status, r.released_by, a.approved_by
      FROM prize_payouts o JOIN prize_approvals a USING (player_id, cause_id)
      LEFT JOIN prize_releases r USING (player_id, cause_id)
      LEFT JOIN payments x ON x.player_id = o.player_id AND x.payment_id = o.payment_id
      WHERE o.status = 'settled' AND (o.amount, o.request_id, 'settled', a.approved_by, a.claimed_by)
        IS DISTINCT FROM (x.amount, x.request_id, x.status, r.released_by, r.claimed_by)`,
  },
  {
    name: 'settlements',
    means: 'a settlement moves money once, for a draw that both engines settled, as its table says',
    breaks: sql`
      SELECT draw_id, s.row_sales, s.side_sales, t.stakes, w.won
      FROM checked_settlements s
      FULL JOIN (
        SELECT x.draw_id, sum(CASE d.stakes_account WHEN x.debit_account THEN x.amount
          WHEN x.credit_account THEN -x.amount END) AS stakes
        FROM other_transfers x LEFT JOIN draws d USING (draw_id)
        WHERE x.kind = 'settlement' GROUP BY x.draw_id
      ) t USING (draw_id)
      LEFT JOIN (
        SELECT draw_id, sum(amount + side_amount) AS won, count(*) AS coupons
        FROM checked_wins GROUP BY draw_id
      ) w USING (draw_id)
      WHERE (s.row_sales + s.side_sales, s.paid + s.common_paid + s.side_paid, s.winning_coupons)
        IS DISTINCT FROM (coalesce(t.stakes, 0), coalesce(w.won, 0), coalesce(w.coupons, 0))`,
  },
  {
    name: 'subscription charges',
    means: 'a subscription is paid exactly what its charges say',
    breaks: sql`
      SELECT player_id, subscription_id, c.charged, t.paid FROM (
        SELECT player_id, subscription_id, sum(amount) AS charged FROM checked_subscription_events
        WHERE kind = 'charged' AND amount > 0 GROUP BY player_id, subscription_id
      ) c FULL JOIN (
        SELECT player_id, subscription_id, sum(amount) AS paid FROM other_transfers
        WHERE kind = 'subscription_charge' GROUP BY player_id, subscription_id
      ) t USING (player_id, subscription_id)
      WHERE charged IS DISTINCT FROM paid`,
  },
  {
    name: 'subscription coupons',
    means:
      'the coupon of a subscription takes from it what is written, the house gives the rest, and no other',
    breaks: sql`
      SELECT player_id, coupon_id, l.from_prepaid, c.stake, t.taken, t.given
      FROM checked_subscription_coupons l
      LEFT JOIN checked_coupons c USING (player_id, ticket_id, coupon_id, draw_id)
      FULL JOIN (
        SELECT x.player_id, x.coupon_id,
          sum(CASE WHEN x.debit_account = f.prepaid_account THEN x.amount
            WHEN x.credit_account = f.prepaid_account THEN -x.amount ELSE 0 END) AS taken,
          sum(CASE WHEN a.kind = 'promotion' THEN x.amount ELSE 0 END) AS given
        FROM other_transfers x LEFT JOIN subscriptions f USING (player_id, subscription_id)
        LEFT JOIN ledger_accounts a ON a.account_id = x.debit_account
        WHERE x.kind IN ('subscription_coupon', 'subscription_promotion') GROUP BY x.player_id, x.coupon_id
      ) t USING (player_id, coupon_id)
      WHERE (l.from_prepaid, c.stake - l.from_prepaid) IS DISTINCT FROM (t.taken, t.given)`,
  },
];
