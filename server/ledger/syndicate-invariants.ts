/** Invariants of syndicates: every króna paid in was staked, returned, divided or given to the club. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

export const syndicates: readonly Invariant[] = [
  {
    name: 'syndicates',
    means: 'the account of a syndicate holds what its facts leave, and nothing once it has ended',
    breaks: sql`
      SELECT s.syndicate_id, coalesce(b.balance, 0) AS account, syndicate_balance(s.syndicate_id) AS facts,
        e.ended_at
      FROM syndicates s LEFT JOIN ledger_accounts a ON a.account_id = s.account_id
      LEFT JOIN balances b ON b.account_id = s.account_id
      LEFT JOIN syndicate_ends e ON e.syndicate_id = s.syndicate_id
      WHERE a.kind IS DISTINCT FROM 'syndicate' OR a.syndicate_id IS DISTINCT FROM s.syndicate_id
        OR coalesce(b.balance, 0) <> syndicate_balance(s.syndicate_id)
        OR e.ended_at IS NOT NULL AND coalesce(b.balance, 0) <> 0`,
  },
  {
    name: 'shares',
    means: 'every share was paid, and what was returned of it moved, on its own day or later',
    breaks: sql`
      SELECT player_id, syndicate_id, kind, sum(amount) AS facts, sum(moved) AS moved FROM (
        SELECT player_id, syndicate_id, 'share_purchase' AS kind, stake AS amount, NULL::bigint AS moved
        FROM checked_shares
        UNION ALL
        SELECT r.player_id, s.syndicate_id, CASE
            WHEN (s.bought_at AT TIME ZONE 'UTC')::date = (r.returned_at AT TIME ZONE 'UTC')::date
            THEN 'share_refund' ELSE 'share_return' END, r.amount, NULL
        FROM checked_share_returns r JOIN syndicate_shares s USING (player_id, share_id)
        UNION ALL
        SELECT player_id, syndicate_id, kind, NULL, amount FROM checked_transfers
        WHERE kind IN ('share_purchase', 'share_refund', 'share_return')
      ) sides GROUP BY player_id, syndicate_id, kind HAVING sum(amount) IS DISTINCT FROM sum(moved)`,
  },
  {
    name: 'collected',
    means: 'what a syndicate collected is the sum of its shares, and no share gets back more than it cost',
    breaks: sql`
      SELECT p.syndicate_id, p.collected, sum(h.stake) AS shares FROM syndicate_stops p
      LEFT JOIN held_shares h USING (syndicate_id) GROUP BY p.syndicate_id, p.collected
      HAVING p.collected <> coalesce(sum(h.stake), 0)
      UNION ALL
      SELECT s.syndicate_id, s.stake, sum(r.amount) FROM syndicate_shares s
      JOIN share_returns r USING (player_id, share_id)
      GROUP BY s.player_id, s.share_id HAVING sum(r.amount) > s.stake`,
  },
  {
    name: 'divided prizes',
    means: 'each holder got the floor of the prize by share, once, and the rest stayed',
    breaks: sql`
      SELECT ticket_id, player_id, parts.part, t.moved, parts.rest, parts.divided FROM (
        SELECT x.ticket_id, h.player_id, x.rest,
          div(x.amount::numeric * sum(h.stake), p.collected)::bigint AS part,
          x.amount - sum(div(x.amount::numeric * sum(h.stake), p.collected)) OVER (PARTITION BY x.ticket_id)
            AS divided
        FROM checked_splits x JOIN syndicate_tickets USING (ticket_id)
        JOIN syndicate_stops p USING (syndicate_id) JOIN held_shares h USING (syndicate_id)
        GROUP BY x.ticket_id, x.amount, x.rest, p.collected, h.player_id
      ) parts FULL JOIN (
        SELECT ticket_id, player_id, sum(amount) AS moved FROM checked_transfers
        WHERE kind = 'share_winnings' GROUP BY ticket_id, player_id
      ) t USING (ticket_id, player_id)
      WHERE nullif(parts.part, 0) IS DISTINCT FROM t.moved OR parts.rest <> parts.divided`,
  },
  {
    name: 'tickets of syndicates',
    means: 'what no player bought was placed by a syndicate, and costs at most what it collected',
    breaks: sql`
      SELECT k.ticket_id, NULL::uuid AS syndicate_id FROM checked_tickets k
      LEFT JOIN syndicate_tickets t USING (ticket_id)
      WHERE (k.player_id = 0) <> (t.ticket_id IS NOT NULL)
        OR t.ticket_id IS NOT NULL AND k.channel IS DISTINCT FROM 'clubSale'
      UNION ALL
      SELECT NULL, syndicate_id FROM syndicate_tickets t
      JOIN coupons c ON c.player_id = 0 AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
      LEFT JOIN syndicate_stops p USING (syndicate_id)
      GROUP BY syndicate_id, p.collected HAVING (sum(c.stake) <= p.collected) IS NOT TRUE`,
  },
  {
    name: 'rests of syndicates',
    means: 'what rounding left went to the club once',
    breaks: sql`
      SELECT syndicate_id, e.rest, t.moved FROM (
        SELECT syndicate_id, rest, club_id FROM syndicate_ends JOIN syndicates USING (syndicate_id)
        WHERE rest > 0 AND syndicate_id IN (SELECT syndicate_id FROM checked_ends)
      ) e FULL JOIN (
        SELECT x.syndicate_id, a.club_id, sum(x.amount) AS moved FROM checked_transfers x
        LEFT JOIN ledger_accounts a ON a.account_id = x.credit_account
        WHERE x.kind = 'syndicate_rest' GROUP BY x.syndicate_id, a.club_id
      ) t USING (syndicate_id, club_id)
      WHERE e.rest IS DISTINCT FROM t.moved`,
  },
];
