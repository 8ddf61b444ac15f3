/** Money in and out for a regulator: payments by their own ids, as they stood when the period ended. */
import { encodeId } from '#server/platform/ids.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { type Cell, type Period, type Row, rowsOf, type Table, within } from './table.ts';

/**
 * Payments with a step in the period, and those that were open when it ended. Either one has a step since the
 * period began, or it is open now.
 */
const paymentsOf = (kinds: Sql, open: Sql, more: Sql, { from, end }: Period) => sql<Record<string, Cell>>`
  SELECT p.payment_id AS payment, p.amount, p.asked_at, last.status, last.code, last.at AS since, ${more}
  FROM (
    SELECT payment_id FROM payment_steps WHERE at >= ${from} AND kind IN (${kinds})
    UNION SELECT payment_id FROM payments
    WHERE status IN ('waiting', 'paying', 'unknown', 'paid', 'held', 'accepted') AND kind IN (${kinds})
  ) touched CROSS JOIN LATERAL (
    SELECT at, to_status AS status, code FROM payment_steps s
    WHERE s.payment_id = touched.payment_id AND at < ${end} ORDER BY step_id DESC LIMIT 1
  ) last JOIN payments p USING (payment_id)
  WHERE last.at >= ${from} OR last.status IN (${open}) ORDER BY p.asked_at, p.payment_id`;

const named = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, payment: encodeId(String(row['payment'])) }));

/** Given with the step that it belongs to, and stands from then on. */
const onceTaken = sql`CASE WHEN last.status IN ('paid', 'settled') THEN p.transaction_id END AS transaction`;

export const deposits: Table = {
  file: 'deposits.csv',
  holds: 'Deposits and charges of subscription cards that something happened to or that were open at the end',
  columns: ['payment', 'way', 'amount', 'asked_at', 'status', 'code', 'since', 'transaction', 'flag'],
  read: async (tx, period) =>
    named(
      await rowsOf(
        tx,
        paymentsOf(
          sql`'cardDeposit', 'aurDeposit', 'subscriptionCharge'`,
          sql`'waiting', 'paying', 'unknown', 'paid'`,
          sql`p.kind AS way, ${onceTaken}, CASE WHEN last.status = 'settled' THEN p.flag END AS flag`,
          period,
        ),
      ),
    ),
};

export const withdrawals: Table = {
  file: 'withdrawals.csv',
  holds: 'Withdrawals that something happened to, and orders that the bank had not settled at the end',
  columns: ['payment', 'amount', 'asked_at', 'asked_by', 'status', 'code', 'since', 'transaction'],
  read: async (tx, period) =>
    named(
      await rowsOf(
        tx,
        paymentsOf(
          sql`'withdrawal'`,
          sql`'held', 'accepted'`,
          sql`CASE WHEN p.call IS NULL THEN 'operator' ELSE 'player' END AS asked_by, ${onceTaken}`,
          period,
        ),
      ),
    ),
};

export const chargebacks: Table = {
  file: 'chargebacks.csv',
  holds:
    'Deposits that a payer’s bank took back, entered by one and confirmed by another: from balance or debt',
  columns: [
    ...['payment', 'amount', 'reason', 'entered_at', 'entered_by', 'confirmed_at', 'confirmed_by'],
    ...['from_balance', 'to_debt'],
  ],
  read: async (tx, { from, end }) =>
    named(
      await rowsOf(
        tx,
        sql<Record<string, Cell>>`
          SELECT c.payment_id AS payment, c.amount, c.reason, c.entered_at, c.entered_by,
            b.posted_at AS confirmed_at, b.confirmed_by, b.from_wallet AS from_balance,
            c.amount - b.from_wallet AS to_debt
          FROM chargebacks c
          LEFT JOIN chargeback_postings b ON b.chargeback_id = c.chargeback_id AND b.posted_at < ${end}
          WHERE c.kind = 'taken' AND c.entered_at < ${end} AND coalesce(b.posted_at, ${from}) >= ${from}
          ORDER BY c.entered_at, c.payment_id, c.chargeback_id`,
      ),
    ),
};

export const wonDisputes: Table = {
  file: 'won-disputes.csv',
  holds: 'Chargebacks that the payer’s bank gave back, entered by one and confirmed by another',
  columns: ['payment', 'amount', 'reason', 'entered_at', 'entered_by', 'confirmed_at', 'confirmed_by'],
  read: async (tx, { from, end }) =>
    named(
      await rowsOf(
        tx,
        sql<Record<string, Cell>>`
          SELECT c.payment_id AS payment, c.amount, c.reason, c.entered_at, c.entered_by,
            b.posted_at AS confirmed_at, b.confirmed_by
          FROM chargebacks c
          LEFT JOIN chargeback_postings b ON b.chargeback_id = c.chargeback_id AND b.posted_at < ${end}
          WHERE c.kind = 'won' AND c.entered_at < ${end} AND coalesce(b.posted_at, ${from}) >= ${from}
          ORDER BY c.entered_at, c.payment_id, c.chargeback_id`,
      ),
    ),
};

export const reconciliations: Table = {
  file: 'reconciliations.csv',
  holds: 'Comparisons with the books of those outside that were made in the period, and how many differences',
  columns: ['at', 'day', 'actor', 'compared', 'differences', 'complete', 'player_money', 'outside_money'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT at, day::text AS day, actor, compared, jsonb_array_length(differences) AS differences,
          complete, player_money, outside_money
        FROM reconciliations WHERE ${within('at', period)} ORDER BY reconciliation_id`,
    ),
};

export const money: Table = {
  file: 'money.csv',
  holds: 'At the end of each day: what players have with us, and what card gateway, Aur and bank hold for us',
  columns: ['day', 'player_money', 'held_for_withdrawals', 'outside_money'],
  // From the sealed days, which `ledger check` compares with the movements.
  read: (tx, { from, end }) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT to_char(g.day, 'YYYY-MM-DD') AS day,
          coalesce(sum(balance) FILTER (
            WHERE kind IN ('wallet', 'prepaid', 'syndicate', 'withdrawals')), 0)::bigint AS player_money,
          coalesce(sum(balance) FILTER (WHERE kind = 'withdrawals'), 0)::bigint AS held_for_withdrawals,
          coalesce(-sum(balance) FILTER (
            WHERE kind IN ('card_gateway', 'aur', 'bank', 'sandbox')), 0)::bigint AS outside_money
        FROM generate_series(${from}::timestamptz AT TIME ZONE 'UTC',
          ${end}::timestamptz AT TIME ZONE 'UTC' - interval '1 day', interval '1 day') g(day)
        LEFT JOIN ledger_days d ON d.day = g.day::date
        LEFT JOIN LATERAL unnest(kinds, kind_balances) u(kind, balance) ON true
        GROUP BY g.day ORDER BY g.day`,
    ),
};
