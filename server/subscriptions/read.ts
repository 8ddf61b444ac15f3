/** The subscriptions of a player as they stand, and one of them with its numbers and its tickets. */

import type { ApiAnswer } from '#contract/api.ts';
import { drawsPaid } from '#rules/draws/subscriptions.ts';
import type { Kinds, Played } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { countActiveTickets } from '#server/sales/activity.ts';
import { shownWays } from './cancel.ts';
import { chargesOf, sumsOf, ticketsOf } from './history.ts';
import { chargeOf, type GameTerms, subscriptionRulesOf, termsOfGame } from './terms.ts';

type Shown = ApiAnswer<'subscriptions.list'>['subscriptions'][number];

export type Row = Played & {
  playerId: number;
  subscriptionId: string;
  game: Shown['gameId'];
  startDate: string;
  status: Shown['status'];
  price: number;
  days: number[];
  quickPicks: number;
  firstCharge: number;
  prepaid: number;
  paidLeft: number;
  drawDates: string[];
  paidThrough: string | null;
  chargeAt: Date | null;
  endsOn: string | null;
  terminated: Shown['terminated'] | null;
  lockedUntil: Date | null;
  lastAt: Date | null;
  lastKind: 'charged' | 'declined' | 'limit' | 'certificate' | 'locked' | null;
  lastAmount: number;
  lastCode: string | null;
};

/** @param subscriptionId of one; null for all of the player, newest first */
export async function readSubscriptions(
  db: Db,
  playerId: number,
  subscriptionId: string | null = null,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT f.player_id AS "playerId", f.subscription_id AS "subscriptionId", f.game,
      (f.purchased_at AT TIME ZONE 'UTC')::date::text AS "startDate", s.status, s.price, f.days,
      f.row_masks AS "rowMasks", f.second_masks AS "secondMasks", f.quick_picks AS "quickPicks", f.system,
      f.row_count AS "rowCount", f.side, f.first_charge AS "firstCharge", s.prepaid,
      s.paid_left AS "paidLeft", s.draw_dates::text[] AS "drawDates", s.paid_through::text AS "paidThrough",
      s.charge_at AS "chargeAt", s.ends_on::text AS "endsOn",
      (SELECT e.code FROM subscription_events e WHERE e.player_id = f.player_id
        AND e.subscription_id = f.subscription_id AND e.kind = 'terminated') AS terminated,
      CASE WHEN w.locked_until > domain_now() THEN w.locked_until END AS "lockedUntil",
      l.at AS "lastAt", l.kind AS "lastKind", coalesce(l.amount, 0) AS "lastAmount", l.code AS "lastCode"
    FROM subscriptions f JOIN subscription_states s USING (player_id, subscription_id)
    JOIN wallets w USING (player_id)
    LEFT JOIN LATERAL (
      SELECT at, kind, amount, code FROM subscription_events e
      WHERE e.player_id = f.player_id AND e.subscription_id = f.subscription_id
        AND e.kind IN ('charged', 'declined', 'limit', 'certificate', 'locked')
      ORDER BY event_id DESC LIMIT 1
    ) l ON true
    WHERE f.player_id = ${playerId} AND f.subscription_id = coalesce(${subscriptionId}, f.subscription_id)
    ORDER BY f.purchased_at DESC, f.subscription_id`.execute(db);
  return rows;
}

export async function listSubscriptions(
  db: Db,
  kinds: Kinds,
  playerId: number,
): Promise<ApiAnswer<'subscriptions.list'>> {
  const rows = await readSubscriptions(db, playerId);
  const shown = rows.map(async (row) => ({
    ...(await agreement(db, kinds, row)),
    sums: await sumsOf(db, row),
  }));
  return { subscriptions: await Promise.all(shown) };
}

/** Another player's is answered as one that does not exist. */
export async function showSubscription(
  db: Db,
  kinds: Kinds,
  playerId: number,
  shownId: string,
): Promise<ApiAnswer<'subscriptions.detail'>> {
  const id = decodeId(shownId) ?? refuse('EC_NO_DATA_FOUND');
  const [row = refuse('EC_NO_DATA_FOUND')] = await readSubscriptions(db, playerId, id);
  const today = (await databaseNow(db)).toISOString().slice(0, 10);
  return {
    ...(await agreement(db, kinds, row)),
    sums: await sumsOf(db, row),
    charges: await chargesOf(db, row),
    tickets: await ticketsOf(db, kinds, row),
    cancel: await shownWays(db, kinds, row, today),
  };
}

export type Agreement = Omit<Shown, 'sums'>;

/** How each stands and what is played in it, newest first. */
export async function agreementsOf(db: Db, kinds: Kinds, playerId: number): Promise<Agreement[]> {
  const rows = await readSubscriptions(db, playerId);
  return Promise.all(rows.map((row) => agreement(db, kinds, row)));
}

async function agreement(db: Db, kinds: Kinds, row: Row): Promise<Agreement> {
  const terms = row.chargeAt && (await termsOfGame(db, kinds, row.game, row.chargeAt));
  return {
    id: encodeId(row.subscriptionId),
    ...subscriptionRulesOf(kinds, row.game).show(row),
    startDate: row.startDate,
    status: row.status,
    stake: row.price,
    gameId: row.game,
    drawDates: row.drawDates,
    drawJokerDates: row.side === null ? [] : row.drawDates,
    drawDayNo: row.days,
    monthly: drawsPaid * row.days.length * row.price,
    firstCharge: row.firstCharge,
    prepaid: row.prepaid,
    ...nextCharge(row, terms),
    ...lastCharge(row),
    ...(row.endsOn && { endDate: row.endsOn }),
    ...(row.terminated && { terminated: row.terminated }),
    ...(row.lockedUntil && { pausedUntil: row.lockedUntil.toISOString() }),
  };
}

/** Nothing is told of a charge that would be for no draw. */
function nextCharge(row: Row, terms: GameTerms | null): Pick<Shown, 'nextCharge'> {
  if (!row.chargeAt || !terms) return {};
  const { amount, dates } = chargeOf(terms, row);
  return dates.length === 0 ? {} : { nextCharge: { at: row.chargeAt.toISOString(), amount } };
}

function lastCharge(row: Row): Pick<Shown, 'lastCharge'> {
  if (!row.lastAt || !row.lastKind) return {};
  const outcome = row.lastKind === 'charged' ? 'paid' : row.lastKind;
  const code = row.lastCode === null ? {} : { code: row.lastCode };
  return { lastCharge: { at: row.lastAt.toISOString(), amount: row.lastAmount, outcome, ...code } };
}

/** What is still open if the player closes the account or takes a break. */
export async function checkActivity(db: Db, playerId: number): Promise<ApiAnswer<'limits.activity'>> {
  const { rows } = await sql<{ active: number; prepaid: number }>`
    SELECT count(*) FILTER (WHERE status IN ('pending', 'active')
        OR status = 'cancelled' AND (draw_dates <> '{}' OR charge_at IS NOT NULL)) AS active,
      coalesce(sum(prepaid), 0)::bigint AS prepaid
    FROM subscription_states WHERE player_id = ${playerId}`.execute(db);
  const activeTickets = await countActiveTickets(db, playerId);
  const activeSubscriptions = rows[0]?.active ?? 0;
  return {
    hasActiveTickets: activeTickets > 0,
    activeTickets,
    hasActiveSubscriptions: activeSubscriptions > 0,
    activeSubscriptions,
    prepaid: rows[0]?.prepaid ?? 0,
  };
}
