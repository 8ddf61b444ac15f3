/** What a subscription has paid and won since it was bought, and each of its charges. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { itemsAt, itemsOfKeys, viewItem } from '#server/sales/item.ts';
import type { SubscriptionId } from './charge.ts';

type Detail = ApiAnswer<'subscriptions.detail'>;
type Charge = Detail['charges'][number];

const chargesShown = 100;
/** Two years of them, or one where it has two days. */
const ticketsShown = 100;

/** Payments less returns are the prepaid rest and the part that coupons took, without cancelled ones. */
export async function sumsOf(db: Db, { playerId, subscriptionId }: SubscriptionId): Promise<Detail['sums']> {
  const { rows } = await sql<Detail['sums']>`
    SELECT count(*)::integer AS draws, coalesce(sum(amount_win), 0)::bigint AS won,
      coalesce(sum(from_prepaid) FILTER (WHERE v.status <> 'cancelled'), 0)::bigint + (
        SELECT prepaid FROM subscription_states
        WHERE player_id = ${playerId} AND subscription_id = ${subscriptionId}) AS paid
    FROM ${itemsOfKeys(sql`SELECT player_id, draw_id, ticket_id, from_prepaid FROM subscription_coupons
      WHERE player_id = ${playerId} AND subscription_id = ${subscriptionId}`)}
  `.execute(db);
  return rows[0] as Detail['sums'];
}

/** Its tickets, the newest. @param pages of `Database` */
export async function ticketsOf(
  pages: Db,
  kinds: Kinds,
  { playerId, subscriptionId }: SubscriptionId,
): Promise<Detail['tickets']> {
  const keys = sql`
    SELECT l.player_id, l.draw_id, l.ticket_id,
      row_number() OVER (ORDER BY t.purchased_at DESC, l.ticket_id) AS place
    FROM subscription_coupons l JOIN tickets t USING (player_id, ticket_id)
    WHERE l.player_id = ${playerId} AND l.subscription_id = ${subscriptionId}
    ORDER BY place LIMIT ${ticketsShown}`;
  return (await itemsAt(keys).execute(pages)).rows.map(viewItem(kinds.weekOf));
}

type Event = {
  at: Date;
  kind: string;
  amount: number;
  code: string | null;
  dates: string[];
  free: number;
};

/** The kinds of events by what they say of money. */
const outcomes: Record<string, Charge['outcome']> = {
  charged: 'paid',
  declined: 'declined',
  limit: 'limit',
  certificate: 'certificate',
  locked: 'locked',
  paused: 'returned',
  returned: 'returned',
  terminated: 'returned',
};
const returning = ['paused', 'returned', 'terminated'];

/** What ended without anything left, and a break in which nothing was paid, returned nothing. */
export async function chargesOf(db: Db, { playerId, subscriptionId }: SubscriptionId): Promise<Charge[]> {
  const { rows } = await sql<Event>`
    SELECT at, kind, amount, code,
      ARRAY(SELECT jsonb_array_elements_text(detail->'dates')) AS dates,
      coalesce((detail->>'free')::integer, 0) AS free
    FROM subscription_events
    WHERE player_id = ${playerId} AND subscription_id = ${subscriptionId}
      AND kind = ANY (${Object.keys(outcomes)}) AND (amount > 0 OR NOT kind = ANY (${returning}))
    ORDER BY event_id DESC LIMIT ${chargesShown}`.execute(db);
  return rows.map(({ at, kind, amount, code, dates, free }) => ({
    at: at.toISOString(),
    amount,
    outcome: outcomes[kind] ?? 'paid',
    dates: returning.includes(kind) ? [] : dates,
    free,
    ...(code !== null && !returning.includes(kind) && { code }),
  }));
}
