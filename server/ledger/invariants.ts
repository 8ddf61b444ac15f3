/** What must always hold of the books, each as a query for rows that break it. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { lists } from './list-invariants.ts';
import { payments } from './payment-invariants.ts';
import { raffles } from './raffle-invariants.ts';

const balances = sql`(SELECT account_id, sum(amount) AS balance FROM ledger_entries GROUP BY account_id)`;

const transfers: Invariant[] = [
  {
    name: 'zero',
    means: 'all accounts together sum to zero',
    breaks: sql`SELECT sum(amount) AS sum FROM ledger_entries HAVING sum(amount) <> 0`,
  },
  {
    name: 'accounts',
    means: 'every transfer names accounts that exist, and a player’s accounts only for that player',
    breaks: sql`
      SELECT e.transfer_id, e.account_id, e.player_id, a.player_id AS account_of
      FROM ledger_entries e LEFT JOIN ledger_accounts a USING (account_id)
      WHERE a.account_id IS NULL OR a.player_id <> e.player_id`,
  },
  {
    name: 'wallet accounts',
    means: 'every wallet has its own account',
    breaks: sql`
      SELECT w.player_id, w.account_id FROM wallets w LEFT JOIN ledger_accounts a USING (account_id)
      WHERE a.kind IS DISTINCT FROM 'wallet' OR a.player_id <> w.player_id`,
  },
];

const wallets: Invariant[] = [
  {
    name: 'wallet sides',
    means:
      'before and after stand on exactly the transfers of a wallet and differ by the amount, with its sign',
    breaks: sql`
      SELECT t.player_id, t.transfer_id, t.amount, t.wallet_before, t.wallet_after
      FROM ledger_transfers t LEFT JOIN wallets w USING (player_id)
      WHERE (t.wallet_after - t.wallet_before) IS DISTINCT FROM CASE
        WHEN t.credit_account = w.account_id THEN t.amount
        WHEN t.debit_account = w.account_id THEN -t.amount END`,
  },
  {
    name: 'wallet balance',
    means: 'a wallet holds the sum of its entries',
    breaks: sql`
      SELECT w.player_id, w.balance, coalesce(s.sum, 0) AS entries
      FROM wallets w LEFT JOIN (
        SELECT player_id, sum(wallet_after - wallet_before) AS sum FROM ledger_transfers
        WHERE wallet_after IS NOT NULL GROUP BY player_id
      ) s USING (player_id)
      WHERE w.balance <> coalesce(s.sum, 0) OR w.balance < 0`,
  },
  {
    // Every balance that was left is the one the next entry found: a chain from 0 to today's, whatever its
    // order.
    name: 'wallet chain',
    means: 'the balances before and after of a wallet’s entries join into one chain from 0 to its balance',
    breaks: sql`
      SELECT player_id, balance, sum(ends) AS loose FROM (
        SELECT player_id, wallet_after AS balance, 1 AS ends FROM ledger_transfers
          WHERE wallet_after IS NOT NULL
        UNION ALL SELECT player_id, wallet_before, -1 FROM ledger_transfers WHERE wallet_after IS NOT NULL
        UNION ALL SELECT player_id, 0, 1 FROM wallets
        UNION ALL SELECT player_id, balance, -1 FROM wallets
      ) ends GROUP BY player_id, balance HAVING sum(ends) <> 0`,
  },
  {
    name: 'debt',
    means: 'a player’s debt is the balance of the debt account, turned round',
    breaks: sql`
      SELECT w.player_id, w.debt, coalesce(b.balance, 0) AS account
      FROM wallets w LEFT JOIN ledger_accounts a ON a.kind = 'debt' AND a.player_id = w.player_id
      LEFT JOIN ${balances} b ON b.account_id = a.account_id
      WHERE w.debt <> -coalesce(b.balance, 0)`,
  },
  {
    name: 'debt first',
    means: 'no wallet has a balance while its player has a debt',
    breaks: sql`SELECT player_id, balance, debt FROM wallets WHERE balance > 0 AND debt > 0`,
  },
  {
    name: 'day stake',
    means: 'the day’s limit counts what was bought and charged that day or is in flight, less what went back',
    breaks: sql`
      SELECT w.player_id, w.staked_on, w.staked, coalesce(s.staked, 0) AS entries
      FROM wallets w LEFT JOIN (
        SELECT x.player_id, sum(CASE WHEN x.kind IN ('purchase', 'subscription_charge') THEN x.amount
          WHEN (k.purchased_at AT TIME ZONE 'UTC')::date = o.staked_on THEN -x.amount ELSE 0 END) AS staked
        FROM ledger_transfers x
        JOIN wallets o ON o.player_id = x.player_id AND (x.at AT TIME ZONE 'UTC')::date = o.staked_on
        LEFT JOIN tickets k ON k.player_id = x.player_id AND k.ticket_id = x.ticket_id
        WHERE x.kind IN ('purchase', 'cancellation', 'draw_cancellation', 'subscription_charge')
        GROUP BY x.player_id
      ) s USING (player_id)
      LEFT JOIN (
        SELECT player_id, counted_on, sum(amount) AS amount FROM payments
        WHERE kind = 'subscriptionCharge' AND status <> 'settled' AND counted_on IS NOT NULL
        GROUP BY player_id, counted_on
      ) p ON p.player_id = w.player_id AND p.counted_on = w.staked_on
      WHERE w.staked <> coalesce(s.staked, 0) + coalesce(p.amount, 0)`,
  },
];

const causes: Invariant[] = [
  {
    name: 'purchases',
    means: 'every coupon was paid exactly once with its stake, and nothing else was',
    breaks: sql`
      SELECT player_id, ticket_id, coupon_id, c.stake, t.paid, t.times
      FROM coupons c FULL JOIN (
        SELECT player_id, ticket_id, coupon_id, sum(amount) AS paid, count(*) AS times,
          min(draw_id) AS draw_id,
          min(credit_account) AS account
        FROM ledger_transfers WHERE kind IN ('purchase', 'subscription_coupon')
        GROUP BY player_id, ticket_id, coupon_id
      ) t USING (player_id, ticket_id, coupon_id)
      LEFT JOIN draws d ON d.draw_id = c.draw_id
      WHERE (c.stake, 1, c.draw_id, d.stakes_account) IS DISTINCT FROM (t.paid, t.times, t.draw_id,
        t.account)`,
  },
  {
    name: 'ticket stakes',
    means: 'a ticket costs what its coupons cost',
    breaks: sql`
      SELECT player_id, ticket_id, t.stake, c.stake AS coupons
      FROM tickets t FULL JOIN (
        SELECT player_id, ticket_id, sum(stake) AS stake FROM coupons GROUP BY player_id, ticket_id
      ) c USING (player_id, ticket_id)
      WHERE t.stake IS DISTINCT FROM c.stake`,
  },
  {
    name: 'refunds',
    means: 'every cancelled coupon got its stake back exactly once, and no other did',
    breaks: sql`
      SELECT player_id, ticket_id, coupon_id, c.stake, t.refunded
      FROM (SELECT x.player_id, x.ticket_id, x.coupon_id, x.reason, c.stake
        FROM cancellations x LEFT JOIN coupons c USING (player_id, ticket_id, coupon_id)) c
      FULL JOIN (
        SELECT player_id, ticket_id, coupon_id, min(kind) AS kind, max(kind) AS last_kind,
          sum(amount) AS refunded
        FROM ledger_transfers WHERE kind IN ('cancellation', 'draw_cancellation', 'subscription_refund')
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
      FROM coupon_payouts p FULL JOIN (
        SELECT draw_id, player_id, coupon_id, sum(amount) AS paid
        FROM ledger_transfers WHERE kind IN ('winnings', 'claim') GROUP BY draw_id, player_id, coupon_id
      ) t USING (draw_id, player_id, coupon_id)
      LEFT JOIN coupon_wins w USING (draw_id, player_id, coupon_id)
      WHERE p.coupon_id IS NULL OR (w.amount + w.side_amount) IS DISTINCT FROM t.paid`,
  },
  {
    name: 'claims',
    means:
      'a large prize is paid as a claim that one person took and another released, and no other prize is',
    breaks: sql`
      SELECT draw_id, player_id, coupon_id, w.high, c.claimed_by, r.released_by, t.first_kind, t.last_kind
      FROM coupon_payouts p FULL JOIN prize_claims c USING (draw_id, player_id, coupon_id)
      FULL JOIN prize_releases r USING (draw_id, player_id, coupon_id)
      LEFT JOIN coupon_wins w USING (draw_id, player_id, coupon_id)
      LEFT JOIN (
        SELECT draw_id, player_id, coupon_id, min(kind) AS first_kind, max(kind) AS last_kind
        FROM ledger_transfers WHERE kind IN ('winnings', 'claim') GROUP BY draw_id, player_id, coupon_id
      ) t USING (draw_id, player_id, coupon_id)
      WHERE (r.coupon_id IS NOT NULL) IS DISTINCT FROM (p.coupon_id IS NOT NULL AND w.high)
        OR c.coupon_id IS NOT NULL AND w.high IS NOT TRUE
        OR p.coupon_id IS NOT NULL AND (t.first_kind <> t.last_kind
          OR t.first_kind <> CASE WHEN w.high THEN 'claim' ELSE 'winnings' END)`,
  },
  {
    name: 'lapses',
    means: 'a prize that lapsed was neither claimed nor paid, and went to the reserve exactly once',
    breaks: sql`
      SELECT draw_id, player_id, coupon_id, w.amount + w.side_amount AS won, t.moved, c.claimed_by, p.paid_at
      FROM prize_lapses l FULL JOIN (
        SELECT draw_id, player_id, coupon_id, sum(amount) AS moved
        FROM ledger_transfers WHERE kind = 'lapse' GROUP BY draw_id, player_id, coupon_id
      ) t USING (draw_id, player_id, coupon_id)
      LEFT JOIN coupon_wins w USING (draw_id, player_id, coupon_id)
      LEFT JOIN prize_claims c USING (draw_id, player_id, coupon_id)
      LEFT JOIN coupon_payouts p USING (draw_id, player_id, coupon_id)
      WHERE l.coupon_id IS NULL OR (w.amount + w.side_amount) IS DISTINCT FROM t.moved
        OR c.coupon_id IS NOT NULL OR p.coupon_id IS NOT NULL`,
  },
  {
    name: 'settlements',
    means: 'a settlement moves money once, for a draw that both engines settled, as its table says',
    breaks: sql`
      SELECT draw_id, s.row_sales, s.side_sales, t.stakes, w.won
      FROM draw_settlements s
      FULL JOIN (
        SELECT x.draw_id, sum(CASE d.stakes_account WHEN x.debit_account THEN x.amount
          WHEN x.credit_account THEN -x.amount END) AS stakes
        FROM ledger_transfers x LEFT JOIN draws d USING (draw_id)
        WHERE x.kind = 'settlement' GROUP BY x.draw_id
      ) t USING (draw_id)
      LEFT JOIN (
        SELECT draw_id, sum(amount + side_amount) AS won, count(*) AS coupons
        FROM coupon_wins GROUP BY draw_id
      ) w USING (draw_id)
      WHERE (s.row_sales + s.side_sales, s.paid + s.common_paid + s.side_paid, s.winning_coupons)
        IS DISTINCT FROM (coalesce(t.stakes, 0), coalesce(w.won, 0), coalesce(w.coupons, 0))`,
  },
];

const subscriptions: Invariant[] = [
  {
    name: 'prepaid',
    means: 'what a subscription has left is the balance of its own account',
    breaks: sql`
      SELECT f.player_id, f.subscription_id, s.prepaid, coalesce(b.balance, 0) AS account
      FROM subscriptions f FULL JOIN subscription_states s USING (player_id, subscription_id)
      LEFT JOIN ledger_accounts a ON a.account_id = f.prepaid_account
      LEFT JOIN ${balances} b ON b.account_id = a.account_id
      WHERE s.prepaid IS DISTINCT FROM coalesce(b.balance, 0) OR a.kind IS DISTINCT FROM 'prepaid'
        OR a.player_id <> f.player_id OR a.subscription_id <> f.subscription_id`,
  },
  {
    name: 'subscription charges',
    means: 'a subscription is paid exactly what its charges say',
    breaks: sql`
      SELECT player_id, subscription_id, c.charged, t.paid FROM (
        SELECT player_id, subscription_id, sum(amount) AS charged FROM subscription_events
        WHERE kind = 'charged' AND amount > 0 GROUP BY player_id, subscription_id
      ) c FULL JOIN (
        SELECT player_id, subscription_id, sum(amount) AS paid FROM ledger_transfers
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
      FROM subscription_coupons l LEFT JOIN coupons c USING (player_id, ticket_id, coupon_id, draw_id)
      FULL JOIN (
        SELECT x.player_id, x.coupon_id,
          sum(CASE WHEN x.debit_account = f.prepaid_account THEN x.amount
            WHEN x.credit_account = f.prepaid_account THEN -x.amount ELSE 0 END) AS taken,
          sum(CASE WHEN a.kind = 'promotion' THEN x.amount ELSE 0 END) AS given
        FROM ledger_transfers x LEFT JOIN subscriptions f USING (player_id, subscription_id)
        LEFT JOIN ledger_accounts a ON a.account_id = x.debit_account
        WHERE x.kind IN ('subscription_coupon', 'subscription_promotion') GROUP BY x.player_id, x.coupon_id
      ) t USING (player_id, coupon_id)
      WHERE (l.from_prepaid, c.stake - l.from_prepaid) IS DISTINCT FROM (t.taken, t.given)`,
  },
];

const draws: Invariant[] = [
  {
    name: 'stakes',
    means: 'the stakes account of a draw holds its live coupons until it is settled, then nothing',
    breaks: sql`
      SELECT d.draw_id, d.state, coalesce(b.balance, 0) AS account, coalesce(c.stakes, 0) AS coupons
      FROM draws d LEFT JOIN ${balances} b ON b.account_id = d.stakes_account
      LEFT JOIN (${liveCoupons()}) c USING (draw_id)
      WHERE d.origin = 'calendar' AND coalesce(b.balance, 0) <> CASE
        WHEN d.state IN ('created', 'released', 'results', 'confirmed', 'cancelled')
          THEN coalesce(c.stakes, 0) ELSE 0 END`,
  },
  {
    name: 'seals',
    means: 'a seal holds exactly the live coupons of its draw',
    breaks: sql`
      SELECT s.draw_id, s.coupons, s.stakes, c.coupons AS live, c.stakes AS live_stakes
      FROM seals s JOIN draws d USING (draw_id) LEFT JOIN (${liveCoupons()}) c USING (draw_id)
      WHERE d.state <> 'cancelled' AND (s.coupons, s.stakes)
        IS DISTINCT FROM (coalesce(c.coupons, 0), coalesce(c.stakes, 0))`,
  },
  {
    name: 'sealed results',
    means: 'no draw of our own has a result without a seal',
    breaks: sql`
      SELECT r.draw_id FROM draw_results r LEFT JOIN seals s USING (draw_id)
      WHERE r.origin = 'calendar' AND s.draw_id IS NULL`,
  },
  {
    name: 'pools',
    means: 'the pools of a draw are empty between settlements',
    breaks: sql`
      SELECT a.draw_id, a.tier, b.balance FROM ledger_accounts a JOIN ${balances} b USING (account_id)
      WHERE a.kind = 'prize_fund' AND b.balance <> 0`,
  },
  {
    name: 'winnings',
    means:
      'what a draw still owes its winners is what is won and neither paid nor lapsed; nothing once settled',
    breaks: sql`
      SELECT a.draw_id, coalesce(b.balance, 0) AS account, coalesce(u.owed, 0) AS owed
      FROM ledger_accounts a JOIN draws d USING (draw_id) LEFT JOIN ${balances} b USING (account_id)
      LEFT JOIN (
        SELECT w.draw_id, sum(w.amount + w.side_amount) AS owed
        FROM coupon_wins w LEFT JOIN coupon_payouts p USING (draw_id, player_id, coupon_id)
        LEFT JOIN prize_lapses l USING (draw_id, player_id, coupon_id)
        WHERE p.coupon_id IS NULL AND l.coupon_id IS NULL GROUP BY w.draw_id
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
        FROM ledger_accounts a LEFT JOIN ${balances} b USING (account_id)
        WHERE a.kind IN ('organiser_payable', 'organiser_receivable', 'exchange_difference') GROUP BY a.game
      ) accounts FULL JOIN (
        SELECT d.game, sum(s.contribution) AS contribution, sum(s.common_due) AS due,
          sum(s.common_due - s.common_paid) AS beyond
        FROM draw_settlements s JOIN draws d USING (draw_id) GROUP BY d.game
      ) settled USING (game)
      WHERE (coalesce(payable, 0), -coalesce(receivable, 0), coalesce(difference, 0))
        IS DISTINCT FROM (coalesce(contribution, 0), coalesce(due, 0), coalesce(beyond, 0))`,
  },
  {
    name: 'carry',
    means: 'a carry account holds the floor of what waits exactly for the next draw, tier by tier',
    breaks: sql`
      SELECT g.game, c.tier, c.balance AS account, c.exact::text AS exact
      FROM (SELECT DISTINCT game FROM ledger_accounts WHERE kind = 'carry') g, waiting_carry(g.game) c
      WHERE c.balance <> div(c.exact, 100000000)`,
  },
  {
    name: 'carry chain',
    means: 'what a draw carried in is to the fraction what the one before it left, or what was opened with',
    breaks: sql`
      SELECT draw_id, tier, carry_in_exact::text AS carried_in, before::text AS before FROM (
        SELECT d.draw_id, p.tier, p.carry_in_exact, coalesce(
          lag(p.carry_out_exact) OVER (PARTITION BY d.game, p.tier ORDER BY d.draw_date),
          (SELECT sum(CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END)
            FROM ledger_accounts a JOIN ledger_transfers t ON t.player_id = 0 AND t.kind = 'opening_carry'
              AND a.account_id IN (t.debit_account, t.credit_account)
            WHERE a.kind = 'carry' AND a.game = d.game AND a.tier = p.tier) * 100000000::numeric,
          0) AS before
        FROM draw_settlements s JOIN draws d USING (draw_id)
        JOIN draw_prizes p ON p.draw_id = d.draw_id AND p.revision = 1 AND p.part = 'main'
      ) chain WHERE before <> carry_in_exact`,
  },
];

function liveCoupons() {
  return sql`
    SELECT c.draw_id, count(*) AS coupons, sum(c.stake) AS stakes
    FROM coupons c LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE x.coupon_id IS NULL GROUP BY c.draw_id`;
}

export const invariants: readonly Invariant[] = [
  ...transfers,
  ...wallets,
  ...causes,
  ...subscriptions,
  ...draws,
  ...raffles,
  ...lists,
  ...payments,
];
