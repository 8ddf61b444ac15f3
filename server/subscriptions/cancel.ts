/** A player ends a subscription: at once while nothing is paid, else with what is, after four weeks. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { lastDay, termDays } from '#rules/draws/subscriptions.ts';
import { addDays } from '#rules/values/weeks.ts';
import { type Db, retrying, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { billingInstant } from './terms.ts';

type Way = ApiAnswer<'subscriptions.detail'>['cancel'][number];

export type Cancellable = {
  status: 'pending' | 'active' | 'cancelled' | 'terminated';
  startDate: string;
  paidThrough: string | null;
  prepaid: number;
  drawDates: readonly string[];
};

/**
 * The default way first. `immediate` takes nothing back that was paid: it stands open only where there is
 * nothing.
 */
export function waysToCancel(of: Cancellable, today: string): Way[] {
  if (of.status !== 'pending' && of.status !== 'active') return [];
  const isUnpaid = of.prepaid === 0 && of.drawDates.length === 0;
  const isTermOver = addDays(of.startDate, termDays) <= today;
  const atOnce = of.status === 'pending' || (isUnpaid && isTermOver && (of.paidThrough ?? '') < today);
  const endDate = lastDay({ start: of.startDate, today, paidThrough: of.paidThrough });
  return [
    ...(atOnce ? [{ cancelType: 'immediate' as const, endDate: today }] : []),
    { cancelType: 'endOfPeriod', endDate },
  ];
}

type Row = Cancellable & { stake: number; chargeAt: Date | null; today: string };

export function cancelSubscription(
  db: Db,
  playerId: number,
  { params, body }: ApiInput<'subscriptions.cancel'>,
): Promise<ApiAnswer<'subscriptions.cancel'>> {
  const id = decodeId(params.subscriptionId) ?? refuse('EC_NO_DATA_FOUND');
  const work = () =>
    transaction(db, async (tx) => {
      const { rows } = await sql<Row>`
        SELECT status, price AS stake, prepaid, draw_dates::text[] AS "drawDates",
          paid_through::text AS "paidThrough", charge_at AS "chargeAt",
          (SELECT (purchased_at AT TIME ZONE 'UTC')::date::text FROM subscriptions f
            WHERE f.player_id = s.player_id AND f.subscription_id = s.subscription_id) AS "startDate",
          (domain_now() AT TIME ZONE 'UTC')::date::text AS today
        FROM subscription_states s
        WHERE player_id = ${playerId} AND subscription_id = ${id} FOR UPDATE`.execute(tx);
      const [row = refuse('EC_NO_DATA_FOUND')] = rows;
      const ways = waysToCancel(row, row.today);
      if (ways.length === 0) refuse('EC_NO_CHANGE');
      const [firstWay] = ways;
      const way = body.cancelType ? ways.find(({ cancelType }) => cancelType === body.cancelType) : firstWay;
      const { cancelType, endDate } = way ?? refuse('EC_CANCEL_NOT_ALLOWED');
      const goesOn = cancelType === 'endOfPeriod' && row.chargeAt && row.chargeAt <= billingInstant(endDate);
      await sql`
        WITH moved AS (
          UPDATE subscription_states SET status = 'cancelled', ends_on = ${endDate},
            charge_at = ${goesOn ? row.chargeAt : null}, waits_for = NULL
          WHERE player_id = ${playerId} AND subscription_id = ${id}
        )
        INSERT INTO subscription_events (player_id, subscription_id, at, kind, code, actor, detail)
        VALUES (${playerId}, ${id}, domain_now(), 'cancelled', ${cancelType}, 'player',
          jsonb_build_object('endDate', ${endDate}::text))`.execute(tx);
      return { subscriptionId: encodeId(id), endDate, stake: row.stake, cancelType };
    });
  return retrying(work);
}

const isLeft = sql`s.status = 'cancelled' AND s.prepaid > 0 AND s.draw_dates = '{}' AND s.charge_at IS NULL`;

/** What a cancelled subscription has left after its last draw goes back to the balance. */
export const leftoverDeadline: Deadline = {
  name: 'subscription leftovers',
  due: sql`SELECT domain_now() FROM subscription_states s WHERE ${isLeft} LIMIT 1`,
  async run(db) {
    const { rows } = await sql<{ playerId: number; subscriptionId: string }>`
      SELECT player_id AS "playerId", subscription_id AS "subscriptionId" FROM subscription_states s
      WHERE ${isLeft} ORDER BY player_id LIMIT 100`.execute(db);
    for (const { playerId, subscriptionId } of rows) {
      await transaction(db, async (tx) => {
        await sql`SELECT settle_ended_subscription(${playerId}, ${subscriptionId})`.execute(tx);
      });
    }
    return rows.length;
  },
};
