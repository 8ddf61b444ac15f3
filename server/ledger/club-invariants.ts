/** What must hold of contributions: clubs got their share of what was sold for them, once, and no more. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

export const clubs: readonly Invariant[] = [
  {
    name: 'contributions',
    means: 'what a club got of a program moved once, from the income of its game to the account of the club',
    breaks: sql`
      SELECT club_id, draw_id, c.amount, t.moved FROM (
        SELECT club_id, draw_id, amount FROM checked_contributions WHERE amount > 0
      ) c FULL JOIN (
        SELECT a.club_id, x.draw_id, sum(x.amount) AS moved, count(*) AS times,
          bool_and(i.kind = 'sales_income' AND i.game = d.game) AS from_income
        FROM other_transfers x JOIN ledger_accounts a ON a.account_id = x.credit_account
        JOIN ledger_accounts i ON i.account_id = x.debit_account LEFT JOIN draws d ON d.draw_id = x.draw_id
        WHERE x.kind = 'contribution' GROUP BY a.club_id, x.draw_id
      ) t USING (club_id, draw_id)
      WHERE (c.amount, 1::bigint, true) IS DISTINCT FROM (t.moved, t.times, t.from_income)`,
  },
  {
    name: 'sales for clubs',
    means: 'a booked program has exactly the live tickets that support each club',
    breaks: sql`
      SELECT draw_id, club_id, c.sale, s.sale AS sold, c.sale_count, s.sale_count AS tickets, c.club_sale
      FROM checked_contributions c FULL JOIN (
        SELECT o.draw_id, k.support_id AS club_id, sum(o.stake) AS sale, count(*) AS sale_count,
          coalesce(sum(o.stake) FILTER (WHERE k.channel = 'clubSale'), 0) AS club_sale
        FROM checked_contribution_programs JOIN coupons o USING (draw_id)
        JOIN tickets k USING (player_id, ticket_id)
        LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
        WHERE k.support_id IS NOT NULL AND x.coupon_id IS NULL GROUP BY o.draw_id, k.support_id
      ) s USING (draw_id, club_id)
      WHERE (c.sale, c.sale_count, c.club_sale) IS DISTINCT FROM (s.sale, s.sale_count, s.club_sale)`,
  },
  {
    name: 'weeks of clubs',
    means: 'a club gets its share of all that was sold for it in the week, rounded down once',
    breaks: sql`
      SELECT year, week, club_id, s.sale, s.amount, c.sale AS booked, c.amount AS moved
      FROM (
        SELECT year, week, club_id, sum(sale) AS sale, sum(sale_count) AS sale_count, sum(amount) AS amount,
          div(sum(sale - club_sale) * basis_points + sum(club_sale) * coalesce(club_sale_basis_points, 0),
            10000) AS share
        FROM contributions JOIN contribution_programs USING (draw_id)
        JOIN contribution_weeks USING (year, week) GROUP BY year, week, club_id, basis_points,
          club_sale_basis_points
      ) c FULL JOIN (SELECT * FROM club_sales WHERE origin = 'booked') s USING (year, week, club_id)
      WHERE (c.sale, c.sale_count, c.amount, c.share)
        IS DISTINCT FROM (s.sale, s.sale_count, s.amount, s.amount)`,
  },
  {
    name: 'programs of booked weeks',
    means: 'a booked week has every program that was played in it, as settled or void as it is',
    breaks: sql`
      SELECT d.draw_id, d.state, w.year, w.week
      FROM contribution_weeks w JOIN draws d ON w.year = extract(isoyear FROM d.draw_date AT TIME ZONE 'UTC')
        AND w.week = extract(week FROM d.draw_date AT TIME ZONE 'UTC')
      LEFT JOIN contribution_programs p ON p.draw_id = d.draw_id
      WHERE d.origin = 'calendar' AND d.state <> 'created'
        AND d.game IN (SELECT game FROM contribution_programs JOIN draws USING (draw_id))
        AND p.void IS DISTINCT FROM (d.state = 'cancelled')`,
  },
  {
    name: 'payouts of clubs',
    means: 'what the bank paid a club left its account once, and nothing else did',
    breaks: sql`
      SELECT payout_id, p.club_id, p.amount, t.amount AS moved
      FROM checked_club_payouts p FULL JOIN (
        SELECT x.transfer_id, a.club_id, x.amount
        FROM other_transfers x JOIN ledger_accounts a ON a.account_id = x.debit_account
        WHERE x.kind = 'club_payment'
      ) t USING (transfer_id)
      WHERE (p.club_id, p.amount) IS DISTINCT FROM (t.club_id, t.amount)`,
  },
  {
    name: 'owed to clubs',
    means: 'no club was paid more than was booked for it',
    breaks: sql`
      SELECT a.club_id, b.balance FROM ledger_accounts a JOIN balances b USING (account_id)
      WHERE a.kind = 'club' AND b.balance < 0`,
  },
];
