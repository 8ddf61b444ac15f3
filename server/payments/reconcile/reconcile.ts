/**
 * A day of our books beside those of the card gateway, Aur and the bank. Differences are written down and
 * told; nothing is repaired here. What they booked and we gave up is only asked about again, by the ways that
 * every payment has.
 */
import { hash } from 'node:crypto';
import type { CardBooking } from '#integrations/card-gateway/face.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { isUuid } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { securityEvent } from '#server/security/events.ts';
import type { PaymentParts } from '../parts.ts';
import type { PaymentKind } from '../store.ts';
import {
  type BookDifference,
  type Booking,
  compareBooks,
  type OwnPayment,
  openStatuses,
  type Party,
} from './compare.ts';
import { compareDisputes, type DisputeLines, storeDisputeLines } from './disputes.ts';

export type Reconciliation = {
  /** `YYYY-MM-DD`. */
  day: string;
  /** Payments that were looked at on either side. */
  compared: number;
  differences: BookDifference[];
  complete: boolean;
  /** At the end of the day, whole krónur: what players have with us, and what those outside hold. */
  playerMoney: number;
  outsideMoney: number;
};

const kindsOf: Record<Party, readonly PaymentKind[]> = {
  cardGateway: ['cardDeposit', 'subscriptionCharge'],
  aur: ['aurDeposit'],
  bank: ['withdrawal'],
};
const parties = Object.keys(kindsOf) as Party[];

export async function reconcileDay(parts: PaymentParts, day: string, actor: string): Promise<Reconciliation> {
  const results = [];
  for (const party of parties) results.push(await compareParty(parts, party, day));
  const differences = results.flatMap((each) => each.differences);
  const disputes = results.flatMap((each) => each.disputes);
  const compared = results.reduce((sum, each) => sum + each.compared, 0);
  const complete = !differences.some(({ what }) => what === 'silent');
  return transaction(parts.db, async (tx) => {
    if (disputes.length > 0) {
      await storeDisputeLines(tx, disputes);
      differences.push(...(await compareDisputes(tx, day)));
    }
    await askAgain(tx, differences);
    const { rows } = await sql<{ playerMoney: number; outsideMoney: number }>`
      INSERT INTO reconciliations (day, at, actor, player_money, outside_money, compared, differences,
        complete)
      SELECT ${day}::date, domain_now(), ${actor},
        coalesce(sum(e.amount) FILTER (
          WHERE a.kind IN ('wallet', 'prepaid', 'syndicate', 'withdrawals')), 0)::bigint,
        coalesce(-sum(e.amount) FILTER (WHERE a.kind IN ('card_gateway', 'aur', 'bank', 'sandbox')),
          0)::bigint,
        ${compared}, ${JSON.stringify(differences)}::jsonb, ${complete}
      FROM ledger_entries e JOIN ledger_accounts a USING (account_id)
      WHERE e.at < ${day}::date + 1
      RETURNING player_money AS "playerMoney", outside_money AS "outsideMoney"`.execute(tx);
    if (differences.length > 0) {
      parts.log.error({ day, differences }, 'the books of a day differ from those outside');
      await securityEvent(tx, { kind: 'booksDiffer', details: { count: differences.length, reason: day } });
      await raiseGaps(tx, day, differences, actor);
    }
    return {
      day,
      compared,
      differences,
      complete,
      ...(rows[0] as { playerMoney: number; outsideMoney: number }),
    };
  });
}

/**
 * One alarm for each party. The daily comparison repeats a day while a party is silent and raises
 * the same gap only once. A comparison by an operator raises it again.
 */
async function raiseGaps(
  tx: Tx,
  day: string,
  differences: readonly BookDifference[],
  actor: string,
): Promise<void> {
  for (const [party, gaps = []] of Map.groupBy(differences, (gap) => gap.party)) {
    const isSilent = gaps.some(({ what }) => what === 'silent');
    const digest = hash('sha256', JSON.stringify(gaps)).slice(0, 8);
    await raiseAlarm(tx, {
      kind: isSilent ? 'silentBooks' : 'bookGap',
      reference: `${day} ${party} ${digest}`,
      message: isSilent
        ? `${party} does not show its books of ${day}; they are asked for again each hour.`
        : `Our books of ${day} and those of ${party} differ in ${gaps.length} payments.`,
      once: actor === daily,
    });
  }
}

async function compareParty(parts: PaymentParts, party: Party, day: string) {
  let bookings: Booking[] = [];
  const disputes: DisputeLines[] = [];
  for (const date of [dayBeside(day, -1), day, dayBeside(day, 1)]) {
    const books = await bookingsOf(parts, party, date);
    const silent: BookDifference = { party, what: 'silent' };
    if (!books) return { compared: 0, differences: [silent], disputes: [] };
    // Of a billing day there are hundreds of thousands.
    bookings = bookings.concat(books.bookings);
    if (party === 'cardGateway') disputes.push({ day: date, lines: books.disputes });
  }
  const own = await ownPayments(parts.db, party, day, bookings);
  return { ...compareBooks(party, day, own, bookings), disputes };
}

type Books = { bookings: Booking[]; disputes: CardBooking[] };

async function bookingsOf(
  { cardGateway, aur, bank }: PaymentParts,
  party: Party,
  day: string,
): Promise<Books | null> {
  if (party === 'cardGateway') {
    const lines = await cardGateway.bookings(day);
    return (
      lines && {
        bookings: lines
          .filter(({ chargeback }) => !chargeback)
          .map(({ correlationId: id, ...rest }) => ({ id, ...rest })),
        disputes: lines.filter(({ chargeback }) => chargeback),
      }
    );
  }
  const bookings =
    party === 'aur'
      ? (await aur.bookings(day))?.map(({ orderId: id, ...rest }) => ({ id, ...rest }))
      : (await bank.bookings(day))?.map(({ requestId: id, ...rest }) => ({ id, ...rest }));
  return bookings ? { bookings, disputes: [] } : null;
}

const paid = sql`
  SELECT payment_id, request_id, kind, status, amount, changed_at, sent_at, asked_at FROM payments`;

/** To the bank a payment to a club is one like any other. */
const paidClubs = sql`
  SELECT payout_id, payout_id, 'withdrawal', CASE status WHEN 'ordered' THEN 'held' ELSE status END, amount,
    changed_at, approved_at, approved_at
  FROM club_payouts WHERE approved_at IS NOT NULL`;

/** Aur knows a deposit by our own id, the others by that of the attempt. */
function ownPayments(db: Db, party: Party, day: string, bookings: readonly Booking[]): Promise<OwnPayment[]> {
  const name = party === 'aur' ? sql`payment_id` : sql`request_id`;
  const ids = bookings.map(({ id }) => id).filter(isUuid);
  return sql<OwnPayment>`
    SELECT payment_id AS "paymentId", ${name}::text AS id, kind, status, amount,
      status = 'settled' AND changed_at >= ${day}::date AND changed_at < ${day}::date + 1
        OR status = ANY (${openStatuses}) AND changed_at >= ${day}::date - 1 AND changed_at < ${day}::date
        AS "isOfDay",
      changed_at < domain_now() - interval '1 day' AS "isOverdue",
      coalesce(sent_at, asked_at)::date::text AS "sentOn", changed_at::date::text AS "changedOn"
    FROM (${party === 'bank' ? sql`${paid} UNION ALL ${paidClubs}` : paid}) p
    WHERE kind = ANY (${kindsOf[party]}) AND (${name} = ANY (${ids}::uuid[])
      OR changed_at >= ${day}::date - 1 AND changed_at < ${day}::date + 1)`
    .execute(db)
    .then(({ rows }) => rows);
}

function dayBeside(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** They have booked what we had given up: the worker asks once more, and undoes or credits it. */
async function askAgain(tx: Tx, differences: readonly BookDifference[]): Promise<void> {
  const ids = differences.flatMap(({ what, paymentId }) =>
    what === 'onlyThere' && paymentId ? [paymentId] : [],
  );
  if (ids.length === 0) return;
  await sql`
    UPDATE payments SET look_at = domain_now()
    WHERE payment_id = ANY (${ids}::uuid[]) AND status IN ('notBooked', 'unknown', 'cancelled')`.execute(tx);
}

/** Actor of the automatic comparison. */
const daily = 'daily';

/** In the morning, when everybody outside has closed the day before. */
const hourOfDay = 6;

/** Covers every day since the first payment. A day with a silent party is compared again each hour. */
export const reconciliationDeadline = (parts: PaymentParts): Deadline => ({
  name: 'reconciliation',
  lane: 'reconciliation',
  due: sql`SELECT at FROM (${nextDay}) AS next_day`,
  run: async (db) => {
    const { rows } = await nextDay.execute(db);
    for (const { day } of rows) await reconcileDay(parts, day, daily);
    return rows.length;
  },
});

/** Ignores comparisons made while the machine's clock ran ahead: those days were not over. */
const nextDay = sql<{ day: string; at: Date }>`
  SELECT day::text, greatest((day + 1 + make_interval(hours => ${hourOfDay})) AT TIME ZONE 'UTC',
    (SELECT max(at) + interval '1 hour' FROM reconciliations r
      WHERE r.day = next.day AND actor = ${daily} AND at <= domain_now())
  ) AS at
  FROM (SELECT coalesce(
    (SELECT max(day) + 1 FROM reconciliations WHERE complete AND actor = ${daily} AND at <= domain_now()),
    (SELECT (at AT TIME ZONE 'UTC')::date FROM payment_steps ORDER BY step_id LIMIT 1)
  ) AS day) next WHERE day IS NOT NULL`;
