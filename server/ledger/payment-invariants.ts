/** What must hold of money in and out: every payment is in the books exactly as far as it went. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

/** Compare `payment_transfers` with payments. */
export const payments: readonly Invariant[] = [
  {
    name: 'deposits',
    means:
      'what was deposited is credited once with its amount, from where it was taken, and nothing else is',
    breaks: sql`
      SELECT payment_id, p.kind, p.status, p.amount, t.credited, t.kind AS posted, t.account
      FROM (SELECT * FROM checked_payments WHERE kind <> 'withdrawal' AND status = 'settled') p FULL JOIN (
        SELECT x.payment_id, x.player_id, min(x.kind) AS kind, sum(x.amount) AS credited,
          min(a.kind) AS account, count(DISTINCT x.debit_account) AS accounts
        FROM payment_transfers x JOIN ledger_accounts a ON a.account_id = x.debit_account
        WHERE x.kind IN ('deposit', 'subscription_deposit') GROUP BY x.payment_id, x.player_id
      ) t USING (payment_id)
      WHERE (p.player_id, p.amount, 1::bigint,
          CASE p.kind WHEN 'aurDeposit' THEN 'aur' ELSE 'card_gateway' END,
          CASE p.kind WHEN 'subscriptionCharge' THEN 'subscription_deposit' ELSE 'deposit' END)
        IS DISTINCT FROM (t.player_id, t.credited, t.accounts, t.account, t.kind)`,
  },
  {
    name: 'card charges',
    means:
      'a settled charge of a subscription card paid for exactly one movement of its amount, or has a flag',
    breaks: sql`
      SELECT p.player_id, p.payment_id, p.amount, x.kind AS paid_for, x.amount AS charged, p.times
      FROM (
        SELECT player_id, payment_id, amount, flag, paid_transfer_id,
          count(paid_transfer_id) OVER (PARTITION BY paid_transfer_id) AS times
        FROM checked_payments WHERE kind = 'subscriptionCharge' AND status = 'settled'
      ) p
      LEFT JOIN other_transfers x ON x.player_id = p.player_id AND x.transfer_id = p.paid_transfer_id
      WHERE p.flag IS NULL AND (x.kind, x.amount, p.times)
        IS DISTINCT FROM ('subscription_charge', p.amount, 1::bigint)`,
  },
  {
    name: 'withdrawals',
    means: 'a withdrawal is held once, and paid out or given back once when the bank has said so',
    breaks: sql`
      SELECT payment_id, p.status, p.amount, t.held, t.paid, t.returned
      FROM (SELECT * FROM checked_payments WHERE kind = 'withdrawal') p FULL JOIN (
        SELECT payment_id, coalesce(sum(amount) FILTER (WHERE kind = 'withdrawal'), 0) AS held,
          coalesce(sum(amount) FILTER (WHERE kind = 'withdrawal_paid'), 0) AS paid,
          coalesce(sum(amount) FILTER (WHERE kind = 'withdrawal_return'), 0) AS returned
        FROM payment_transfers WHERE kind IN ('withdrawal', 'withdrawal_paid', 'withdrawal_return')
        GROUP BY payment_id
      ) t USING (payment_id)
      WHERE (p.amount, CASE p.status WHEN 'settled' THEN p.amount ELSE 0 END,
          CASE p.status WHEN 'rejected' THEN p.amount ELSE 0 END)
        IS DISTINCT FROM (t.held, t.paid, t.returned)`,
  },
  {
    name: 'chargebacks',
    means:
      'what was taken back of a deposit, and given back after a dispute, is posted once by two persons, ' +
      'from balance and debt together, and never more than the deposit',
    breaks: sql`
      SELECT payment_id, p.amount, c.taken, t.taken AS posted, c.from_wallet, t.from_wallet AS from_balance,
        c.won, t.won AS returned
      FROM (
        SELECT c.payment_id, bool_or(c.entered_by = b.confirmed_by) AS by_one,
          coalesce(sum(c.amount) FILTER (WHERE c.kind = 'taken'), 0) AS taken,
          coalesce(sum(c.amount) FILTER (WHERE c.kind = 'won'), 0) AS won, sum(b.from_wallet) AS from_wallet
        FROM chargebacks c JOIN chargeback_postings b USING (chargeback_id)
        WHERE c.payment_id IN (SELECT payment_id FROM checked_payments) GROUP BY c.payment_id
      ) c FULL JOIN (
        SELECT payment_id, coalesce(sum(amount) FILTER (WHERE kind = 'chargeback'), 0) AS taken,
          coalesce(sum(amount) FILTER (WHERE kind = 'chargeback_return'), 0) AS won,
          coalesce(sum(amount) FILTER (WHERE kind = 'chargeback' AND wallet_after IS NOT NULL), 0)
            AS from_wallet
        FROM payment_transfers WHERE kind IN ('chargeback', 'chargeback_return') GROUP BY payment_id
      ) t USING (payment_id)
      LEFT JOIN payments p USING (payment_id)
      WHERE c.by_one OR p.status <> 'settled' OR c.taken - c.won NOT BETWEEN 0 AND p.amount
        OR (c.taken, c.won, c.from_wallet) IS DISTINCT FROM (t.taken, t.won, t.from_wallet)`,
  },
];

export const moneyOnItsWay: Invariant = {
  name: 'money on its way',
  means: 'what lies between players and the bank is exactly what the bank has not settled',
  breaks: sql`
    SELECT account, open FROM (
      SELECT coalesce(sum(balance), 0) AS account FROM balances
      JOIN ledger_accounts a USING (account_id) WHERE a.kind = 'withdrawals'
    ) a, (
      SELECT coalesce(sum(amount), 0) AS open FROM payments
      WHERE kind = 'withdrawal' AND status IN ('held', 'accepted')
    ) p WHERE account <> open`,
};

export const depositLimits: Invariant = {
  name: 'deposit limits',
  means: 'what counts toward the month is what was deposited or is under way in it',
  breaks: sql`
    SELECT d.player_id, d.deposited_on, d.deposited_month, coalesce(p.counted, 0) AS payments
    FROM deposit_limits d LEFT JOIN LATERAL (
      SELECT sum(amount) AS counted FROM payments
      WHERE player_id = d.player_id AND counted_on IS NOT NULL
        AND date_trunc('month', counted_on) = date_trunc('month', d.deposited_on)
    ) p ON true
    WHERE isfinite(d.deposited_on) AND d.deposited_month <> coalesce(p.counted, 0)`,
};
