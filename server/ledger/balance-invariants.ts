/** What must hold of the balances of accounts. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

/** Compare `balances` and `live_coupons` with what they should be. */
export const heldMoney: readonly Invariant[] = [
  {
    name: 'zero',
    means: 'all accounts together sum to zero',
    breaks: sql`SELECT sum(balance) AS sum FROM balances HAVING sum(balance) <> 0`,
  },
  {
    name: 'wallet balance',
    means: 'a wallet holds the sum of its entries',
    breaks: sql`
      SELECT w.player_id, w.balance, coalesce(b.balance, 0) AS entries
      FROM wallets w LEFT JOIN balances b USING (account_id)
      WHERE w.balance <> coalesce(b.balance, 0) OR w.balance < 0`,
  },
  {
    name: 'debt',
    means: 'a player’s debt is the balance of the debt account, turned round',
    breaks: sql`
      SELECT w.player_id, w.debt, coalesce(b.balance, 0) AS account
      FROM wallets w LEFT JOIN ledger_accounts a ON a.kind = 'debt' AND a.player_id = w.player_id
      LEFT JOIN balances b ON b.account_id = a.account_id
      WHERE w.debt <> -coalesce(b.balance, 0)`,
  },
  {
    name: 'prepaid',
    means: 'what a subscription has left is the balance of its own account',
    breaks: sql`
      SELECT f.player_id, f.subscription_id, s.prepaid, coalesce(b.balance, 0) AS account
      FROM subscriptions f FULL JOIN subscription_states s USING (player_id, subscription_id)
      LEFT JOIN ledger_accounts a ON a.account_id = f.prepaid_account
      LEFT JOIN balances b ON b.account_id = a.account_id
      WHERE s.prepaid IS DISTINCT FROM coalesce(b.balance, 0) OR a.kind IS DISTINCT FROM 'prepaid'
        OR a.player_id <> f.player_id OR a.subscription_id <> f.subscription_id`,
  },
  {
    name: 'stakes',
    means: 'the stakes account of a draw holds its live coupons until it is settled, then nothing',
    breaks: sql`
      SELECT d.draw_id, d.state, coalesce(b.balance, 0) AS account, coalesce(c.stakes, 0) AS coupons
      FROM draws d LEFT JOIN balances b ON b.account_id = d.stakes_account
      LEFT JOIN live_coupons c USING (draw_id)
      WHERE d.origin = 'calendar' AND coalesce(b.balance, 0) <> CASE
        WHEN d.state IN ('created', 'released', 'results', 'confirmed', 'cancelled')
          THEN coalesce(c.stakes, 0) ELSE 0 END`,
  },
  {
    name: 'seals',
    means: 'a seal holds exactly the live coupons of its draw',
    breaks: sql`
      SELECT s.draw_id, s.coupons, s.stakes, c.coupons AS live, c.stakes AS live_stakes
      FROM seals s JOIN draws d USING (draw_id) JOIN checked_draws USING (draw_id)
      LEFT JOIN live_coupons c USING (draw_id)
      WHERE d.state <> 'cancelled' AND (s.coupons, s.stakes)
        IS DISTINCT FROM (coalesce(c.coupons, 0), coalesce(c.stakes, 0))`,
  },
  {
    name: 'pools',
    means: 'the pools of a draw are empty between settlements',
    breaks: sql`
      SELECT a.draw_id, a.tier, b.balance FROM ledger_accounts a JOIN balances b USING (account_id)
      WHERE a.kind = 'prize_fund' AND b.balance <> 0`,
  },
  {
    name: 'winnings',
    means:
      'what a draw still owes its winners is what is won and neither paid nor lapsed; nothing once settled',
    breaks: sql`
      SELECT a.draw_id, coalesce(b.balance, 0) AS account, coalesce(u.owed, 0) AS owed
      FROM ledger_accounts a JOIN draws d USING (draw_id) JOIN checked_draws USING (draw_id)
      LEFT JOIN balances b USING (account_id)
      LEFT JOIN (
        SELECT w.draw_id, sum(w.amount + w.side_amount) AS owed
        FROM checked_wins w LEFT JOIN draw_payouts p USING (draw_id, player_id, coupon_id)
        LEFT JOIN prize_lapses l ON l.player_id = w.player_id AND l.cause_id = w.coupon_id
        WHERE p.coupon_id IS NULL AND l.cause_id IS NULL GROUP BY w.draw_id
      ) u USING (draw_id)
      WHERE a.kind = 'winnings' AND (coalesce(b.balance, 0) <> coalesce(u.owed, 0)
        OR d.state = 'settled' AND coalesce(b.balance, 0) <> 0)`,
  },
  {
    name: 'organisers',
    means:
      'an organiser is owed what draws contribute, and owes what it gives for prizes that were paid here',
    breaks: sql`
      SELECT game, payable, contribution, receivable, due, difference, beyond FROM (
        SELECT a.game, coalesce(sum(b.balance) FILTER (WHERE a.kind = 'organiser_payable'), 0) AS payable,
          coalesce(sum(b.balance) FILTER (WHERE a.kind = 'organiser_receivable'), 0) AS receivable,
          coalesce(sum(b.balance) FILTER (WHERE a.kind = 'exchange_difference'), 0) AS difference
        FROM ledger_accounts a LEFT JOIN balances b USING (account_id)
        WHERE a.kind IN ('organiser_payable', 'organiser_receivable', 'exchange_difference') GROUP BY a.game
      ) accounts FULL JOIN (
        SELECT d.game, sum(s.contribution) AS contribution, sum(s.common_due) AS due,
          sum(s.common_due - s.common_paid) AS beyond
        FROM draw_settlements s JOIN draws d USING (draw_id) GROUP BY d.game
      ) settled USING (game)
      WHERE (coalesce(payable, 0), -coalesce(receivable, 0), coalesce(difference, 0))
        IS DISTINCT FROM (coalesce(contribution, 0), coalesce(due, 0), coalesce(beyond, 0))`,
  },
];
