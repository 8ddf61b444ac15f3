/**
 * Chargebacks of the gateway's books beside our postings (docs/rules/payments.md, Reconciliation). Their line
 * and our posting fall on different days: a posting must meet its line within `meetDays`.
 */
import type { CardBooking } from '#integrations/card-gateway/face.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { isUuid } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import type { BookDifference } from './compare.ts';

export const meetDays = 7;

/** Lines of one day of the gateway's books. */
export type DisputeLines = { day: string; lines: readonly CardBooking[] };

/** Keeps the lines of these days as they are shown now. */
export async function storeDisputeLines(tx: Tx, days: readonly DisputeLines[]): Promise<void> {
  for (const { day, lines } of days) {
    const linesOfPayments = lines.filter(({ correlationId }) => isUuid(correlationId));
    await sql`DELETE FROM chargeback_lines WHERE day = ${day}::date`.execute(tx);
    await sql`
      INSERT INTO chargeback_lines (day, request_id, transaction_id, amount)
      SELECT ${day}::date, * FROM unnest(${linesOfPayments.map(({ correlationId }) => correlationId)}::uuid[],
        ${linesOfPayments.map(({ transactionId }) => transactionId)}::text[],
        ${linesOfPayments.map(({ amount }) => -amount)}::bigint[])
      ON CONFLICT DO NOTHING`.execute(tx);
  }
}

type Row = { id: string; paymentId: string | null; ours: number; theirs: number; hasLine: boolean };

/**
 * Compares payments that have a line on the day or whose posting must have met its line by now. A
 * posting is due after `meetDays`. The amount held back by the bank must lie between two bounds
 * from our postings: `low` leaves out takings that are not due yet, `high` leaves out won disputes
 * that are not due yet.
 */
export async function compareDisputes(db: Db, day: string): Promise<BookDifference[]> {
  const { rows } = await sql<Row>`
    WITH line AS MATERIALIZED (
      SELECT request_id, sum(amount)::bigint AS net,
        coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS taken,
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS won, bool_or(day = ${day}::date) AS on_day
      FROM chargeback_lines WHERE day <= ${day}::date + 1 GROUP BY request_id
    ), posted AS MATERIALIZED (
      SELECT payment_id, sum(c.amount) FILTER (WHERE kind = 'taken') AS taken,
        sum(c.amount) FILTER (WHERE kind = 'won') AS won,
        sum(c.amount) FILTER (WHERE kind = 'taken' AND is_due) AS taken_due,
        sum(c.amount) FILTER (WHERE kind = 'won' AND is_due) AS won_due,
        bool_or(posted_on = ${day}::date - ${meetDays}::integer) AS due_on_day
      FROM chargebacks c JOIN LATERAL (
        SELECT posted_at::date AS posted_on, posted_at < ${day}::date - ${meetDays}::integer + 1 AS is_due
        FROM chargeback_postings b WHERE b.chargeback_id = c.chargeback_id
      ) b ON true
      GROUP BY payment_id
    ), compared AS (
      SELECT coalesce(l.request_id, p.request_id) AS id, p.payment_id, coalesce(l.on_day, false) AS has_line,
        coalesce(l.net, 0) AS theirs, coalesce(l.taken, 0) AS lines_taken, coalesce(l.won, 0) AS lines_won,
        coalesce(b.taken, 0) AS taken, coalesce(b.won, 0) AS won,
        coalesce(b.taken_due, 0) - coalesce(b.won, 0) AS low,
        coalesce(b.taken, 0) - coalesce(b.won_due, 0) AS high
      FROM posted b JOIN payments p USING (payment_id)
      FULL JOIN line l ON l.request_id = p.request_id
      WHERE l.on_day OR b.due_on_day
    )
    SELECT c.id::text AS id, coalesce(c.payment_id, p.payment_id) AS "paymentId",
      (won - taken)::bigint AS ours, -theirs::bigint AS theirs, has_line AS "hasLine"
    FROM compared c LEFT JOIN payments p ON p.request_id = c.id
    WHERE theirs < low OR theirs > high OR has_line AND (lines_taken > taken OR lines_won > won)
    ORDER BY c.id`.execute(db);
  return rows.map(({ id, paymentId, ours, theirs, hasLine }) => ({
    party: 'cardGateway',
    what: hasLine ? 'onlyThere' : 'onlyHere',
    id,
    ...(paymentId !== null && { paymentId }),
    ours,
    theirs,
  }));
}
