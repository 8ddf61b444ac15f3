/** What must hold of raffles: what was promised, drawn and paid. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

export const raffles: Invariant = {
  name: 'raffles',
  means: 'a raffle gives what its promotion says to the numbers drawn, of a draw that was held, in the seal',
  breaks: sql`
    SELECT r.draw_id, d.state, r.numbers, w.numbers AS won, w.amounts, p.amounts AS promised
    FROM raffles r LEFT JOIN draws d USING (draw_id) LEFT JOIN seals s USING (draw_id)
    LEFT JOIN LATERAL (
      SELECT array_agg(amount ORDER BY line, nth) AS amounts
      FROM promotions p, unnest(prize_counts, prize_amounts) WITH ORDINALITY u(count, amount, line),
        generate_series(1, count) nth
      WHERE p.promotion_id = r.promotion_id AND p.game = d.game
        AND d.planned_date BETWEEN p.first_date AND p.last_date
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT coalesce(array_agg(number ORDER BY place), '{}') AS numbers,
        coalesce(array_agg(amount ORDER BY place), '{}') AS amounts
      FROM raffle_wins w WHERE w.draw_id = r.draw_id
    ) w ON true
    WHERE d.state = 'cancelled' OR s.draw_id IS NULL OR r.numbers <> w.numbers
      OR s.coupons < ANY (r.numbers)
      OR w.amounts IS DISTINCT FROM p.amounts[:least(r.coupons, cardinality(p.amounts))]`,
};

export const rafflePrizes: Invariant = {
  name: 'raffle prizes',
  means: 'every number paid was drawn, and got its prize exactly once from the raffle account of its game',
  breaks: sql`
    SELECT draw_id, player_id, coupon_id, p.won, t.paid FROM (
      SELECT draw_id, player_id, coupon_id, sum(w.amount) AS won, min(d.game) AS game
      FROM checked_raffle_payouts LEFT JOIN raffle_wins w USING (draw_id, place)
      LEFT JOIN draws d USING (draw_id)
      GROUP BY draw_id, player_id, coupon_id
    ) p FULL JOIN (
      SELECT x.draw_id, x.player_id, x.coupon_id, sum(x.amount) AS paid,
        CASE WHEN bool_and(a.kind = 'raffle_prizes') AND min(a.game) = max(a.game) THEN min(a.game) END
          AS game
      FROM other_transfers x LEFT JOIN ledger_accounts a ON a.account_id = x.debit_account
      WHERE x.kind = 'raffle' GROUP BY x.draw_id, x.player_id, x.coupon_id
    ) t USING (draw_id, player_id, coupon_id)
    WHERE (p.won, p.game) IS DISTINCT FROM (t.paid, t.game)`,
};

export const raffleAccounts: Invariant = {
  name: 'raffle accounts',
  means: 'the raffle account of a game has given exactly what was drawn and paid',
  breaks: sql`
    SELECT game, b.given, w.paid FROM (
      SELECT a.game, -sum(balance) AS given FROM ledger_accounts a JOIN balances USING (account_id)
      WHERE a.kind = 'raffle_prizes' GROUP BY a.game
    ) b FULL JOIN (
      SELECT d.game, sum(w.amount) AS paid FROM raffle_payouts JOIN raffle_wins w USING (draw_id, place)
      JOIN draws d USING (draw_id) GROUP BY d.game
    ) w USING (game)
    WHERE given IS DISTINCT FROM paid`,
};
