/** A player ends a subscription: at once while nothing is paid, else with what is, after four weeks. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { lastDay, termDays } from '#rules/draws/subscriptions.ts';
import { addDays } from '#rules/values/weeks.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { type Db, retrying, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { billingInstant, type Charged, chargeOf, termsOfGame } from './terms.ts';

type ShownWay = ApiAnswer<'subscriptions.detail'>['cancel'][number];
type Way = Pick<ShownWay, 'cancelType' | 'endDate'>;

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

type Chargeable = Cancellable & Omit<Charged, 'endsOn'> & { game: string; chargeAt: Date | null };

/** The ways with what each would still take, and the last draw that it would play. */
export async function shownWays(db: Db, kinds: Kinds, row: Chargeable, today: string): Promise<ShownWay[]> {
  const shown = waysToCancel(row, today).map(async (way): Promise<ShownWay> => {
    if (way.cancelType === 'immediate') return way;
    const charge = await stillToTake(db, kinds, row, way.endDate);
    const lastDraw = lastDrawOf(row, way.endDate, charge);
    return { ...way, ...(charge && { charge }), ...(lastDraw !== undefined && { lastDraw }) };
  });
  return Promise.all(shown);
}

function lastDrawOf(
  { drawDates }: Pick<Chargeable, 'drawDates'>,
  endDate: string,
  charge: ShownWay['charge'] | null,
): string | undefined {
  return [...drawDates.filter((date) => date <= endDate), ...(charge?.drawDates ?? [])].at(-1);
}

async function stillToTake(
  db: Db,
  kinds: Kinds,
  { game, chargeAt, ...of }: Chargeable,
  endsOn: string,
): Promise<ShownWay['charge'] | null> {
  if (!chargeAt || chargeAt > billingInstant(endsOn)) return null;
  const terms = await termsOfGame(db, kinds, game, chargeAt);
  if (!terms) return null;
  const { amount, dates } = chargeOf(terms, { ...of, endsOn });
  return dates.length === 0 ? null : { at: chargeAt.toISOString(), amount, drawDates: [...dates] };
}

type Row = Chargeable & { stake: number; today: string };

export function cancelSubscription(
  db: Db,
  kinds: Kinds,
  playerId: number,
  { params, body }: ApiInput<'subscriptions.cancel'>,
): Promise<ApiAnswer<'subscriptions.cancel'>> {
  const id = decodeId(params.subscriptionId) ?? refuse('EC_NO_DATA_FOUND');
  const work = () =>
    transaction(db, async (tx) => {
      const { rows } = await sql<Row>`
        SELECT s.status, s.price AS stake, s.prepaid, s.draw_dates::text[] AS "drawDates",
          s.paid_through::text AS "paidThrough", s.paid_left AS "paidLeft", s.charge_at AS "chargeAt",
          f.game, f.days, f.row_count AS "rowCount", f.side,
          (f.purchased_at AT TIME ZONE 'UTC')::date::text AS "startDate",
          (domain_now() AT TIME ZONE 'UTC')::date::text AS today
        FROM subscription_states s JOIN subscriptions f USING (player_id, subscription_id)
        WHERE s.player_id = ${playerId} AND s.subscription_id = ${id} FOR UPDATE OF s`.execute(tx);
      const [row = refuse('EC_NO_DATA_FOUND')] = rows;
      const ways = waysToCancel(row, row.today);
      if (ways.length === 0) refuse('EC_NO_CHANGE');
      const [firstWay] = ways;
      const way = body.cancelType ? ways.find(({ cancelType }) => cancelType === body.cancelType) : firstWay;
      const { cancelType, endDate } = way ?? refuse('EC_CANCEL_NOT_ALLOWED');
      const charge = cancelType === 'endOfPeriod' ? await stillToTake(tx, kinds, row, endDate) : null;
      const lastDraw = lastDrawOf(row, endDate, charge);
      const goesOn = cancelType === 'endOfPeriod' && row.chargeAt && row.chargeAt <= billingInstant(endDate);
      await sql`
        WITH moved AS (
          UPDATE subscription_states SET status = 'cancelled', ends_on = ${endDate},
            charge_at = ${goesOn ? row.chargeAt : null}, waits_for = NULL
          WHERE player_id = ${playerId} AND subscription_id = ${id}
        )
        INSERT INTO subscription_events (player_id, subscription_id, at, kind, code, actor, detail)
        VALUES (${playerId}, ${id}, domain_now(), 'cancelled', ${cancelType}, 'player',
          ${JSON.stringify({ endDate, ...(charge && { charge }), lastDraw })}::jsonb)`.execute(tx);
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
