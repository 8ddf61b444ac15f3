/** What waits for a player, read for the personal part of home and of my pages. */

import type { OwnPage } from '#contract/own-page.ts';
import { limitFields } from '#rules/values/limits.ts';
import {
  byUrgency,
  lastDays,
  type Matter,
  type PrizeMatter,
  type TicketMatter,
} from '#rules/values/matters.ts';
import { addDays } from '#rules/values/weeks.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { instant, type Sql, sql } from '#server/platform/sql.ts';
import { type Charged, chargeOf, termsOfGame } from '#server/subscriptions/terms.ts';

/** Draws that lie no further ahead are "the next draws". */
const daysAhead = 8;

type TicketRow = Omit<TicketMatter, 'kind'>;
type PrizeRow = Omit<PrizeMatter, 'kind'>;
type SubscriptionRow = Charged & { game: string; chargeAt: string };

/** What decides the matters of one player, as JSON: instants and ids as PostgreSQL writes them. */
export type MatterFacts = {
  at: string;
  balance: number;
  debt: number;
  lockedUntil: string | null;
  /** The last day of the electronic ID. */
  certificate: string;
  card: { last4: string; lastDay: string } | null;
  prizes: readonly PrizeRow[] | null;
  /** The newest ticket of each draw that is ahead or has no result yet. */
  tickets: readonly TicketRow[] | null;
  subscriptions: readonly SubscriptionRow[] | null;
  raises: readonly { field: string; from: number; to: number }[] | null;
};

/**
 * SQL: one row of `MatterFacts`. `playerId` is a column of the statement around it, under an alias that is
 * not used in here.
 */
export function matterFacts(playerId: Sql): Sql {
  return sql`
    SELECT at, balance, debt, CASE WHEN locked_until > at THEN locked_until END AS "lockedUntil",
      certificate_expires::text AS certificate,
      (SELECT to_jsonb(line) FROM (${cardOf(playerId)}) line) AS card,
      (SELECT jsonb_agg(line) FROM (${prizesOf(playerId)}) line) AS prizes,
      (SELECT jsonb_agg(line) FROM (${ticketsOf(playerId)}) line) AS tickets,
      (SELECT jsonb_agg(line) FROM (${subscriptionsOf(playerId)}) line) AS subscriptions,
      (SELECT jsonb_agg(line) FROM (${raisesOf(playerId)}) line) AS raises
    FROM (SELECT domain_now() AS at OFFSET 0) AS moment, wallets WHERE player_id = ${playerId}`;
}

const today = sql`(domain_now() AT TIME ZONE 'UTC')::date`;

/** The card of subscriptions; a card is good to the end of its month. */
const cardOf = (playerId: Sql): Sql => sql`
  SELECT last4, (to_date('20' || substr(expires, 3) || substr(expires, 1, 2), 'YYYYMM')
    + interval '1 month - 1 day')::date::text AS "lastDay"
  FROM saved_cards WHERE player_id = ${playerId} AND purpose = 'subscription' AND stopped_at IS NULL`;

const prizesOf = (playerId: Sql): Sql => sql`
  SELECT coalesce(d.game, t.game) AS "gameId", d.draw_date AS "drawDate", p.ticket_id AS "ticketId",
    p.coupon_id AS "couponId", p.amount, p.claim_by AS "claimBy", p.status = 'claimed' AS "isClaimed"
  FROM large_prizes p LEFT JOIN draws d USING (draw_id)
  LEFT JOIN tickets t ON p.draw_id IS NULL AND t.player_id = p.player_id AND t.ticket_id = p.ticket_id
  WHERE p.player_id = ${playerId}
    AND (p.status = 'claimed' OR p.status = 'waiting' AND p.claim_by >= ${today})
  ORDER BY p.amount DESC LIMIT 10`;

const ticketsOf = (playerId: Sql): Sql => sql`
  SELECT d.game AS "gameId", d.draw_date AS "drawDate", c.* FROM (
    SELECT draw_id, game, draw_date FROM draws
    WHERE state NOT IN ('payout', 'closed', 'settled', 'cancelled')
      AND draw_date >= ${today}::timestamp AT TIME ZONE 'UTC'
      AND draw_date < (${today} + ${sql.lit(daysAhead)})::timestamp AT TIME ZONE 'UTC' OFFSET 0
  ) d CROSS JOIN LATERAL (
    SELECT ticket_id AS "ticketId", coupon_id AS "couponId", coalesce(row_count, 1) AS "rowCount",
      side IS NOT NULL AS "hasSideGame", (count(*) OVER ())::integer AS tickets
    FROM player_coupons WHERE player_id = ${playerId} AND draw_id = d.draw_id AND status = 'pending'
    ORDER BY purchased_at DESC, coupon_id LIMIT 1
  ) c ORDER BY d.draw_date, d.draw_id`;

const subscriptionsOf = (playerId: Sql): Sql => sql`
  SELECT state.game, ends_on AS "endsOn", prepaid, paid_left AS "paidLeft", charge_at AS "chargeAt", days,
    row_count AS "rowCount", side
  FROM subscription_states state JOIN subscriptions USING (player_id, subscription_id)
  WHERE state.player_id = ${playerId} AND charge_at > domain_now() ORDER BY charge_at, state.game LIMIT 50`;

const raisesOf = (playerId: Sql): Sql => sql`
  SELECT field, before::bigint AS "from", after::bigint AS "to" FROM (
    SELECT DISTINCT ON (field) field, step, before, after, effective_at FROM limit_changes
    WHERE player_id = ${playerId} AND field = ANY (${limitFields}) ORDER BY field, change_id DESC
  ) newest WHERE step = 'requested' AND effective_at <= domain_now()`;

/** @param db reads the prices of subscriptions, and only if a charge or a card is among the matters */
export async function mattersOf(
  db: Db,
  kinds: Kinds,
  facts: MatterFacts,
): Promise<Pick<OwnPage, 'matters' | 'ahead'>> {
  const day = instant(facts.at).slice(0, 10);
  const tickets = (facts.tickets ?? []).map(({ ticketId, couponId, drawDate, ...rest }) => ({
    ...rest,
    ...{ kind: 'ticket' as const, drawDate: instant(drawDate) },
    ...{ ticketId: encodeId(ticketId), couponId: encodeId(couponId) },
  }));
  const charges = (facts.subscriptions ?? []).filter((each) => isTaken(facts, each));
  const candidates: (Matter | null)[] = [
    ...(facts.prizes ?? []).map(prizeMatter),
    facts.certificate <= addDays(day, lastDays) ? { kind: 'certificate', lastDay: facts.certificate } : null,
    await cardMatter(db, kinds, facts, day),
    await chargeMatter(
      db,
      kinds,
      facts,
      charges.filter(({ chargeAt }) => dayOf(chargeAt) <= addDays(day, 1)),
    ),
    ...tickets.filter(({ drawDate }) => drawDate.slice(0, 10) === day),
    ...(facts.raises ?? []).map((raise) => ({ kind: 'raise' as const, ...raise })),
  ];
  const [next] = tickets;
  const [charge] = charges;
  const chargeOn = charge ? dayOf(charge.chargeAt) : null;
  return {
    matters: byUrgency(
      candidates.filter((matter) => matter !== null),
      day,
    ),
    ahead: {
      draw: next ? { gameId: next.gameId, drawDate: next.drawDate } : null,
      chargeOn: chargeOn !== null && chargeOn <= addDays(day, daysAhead) ? chargeOn : null,
    },
  };
}

const dayOf = (at: string): string => instant(at).slice(0, 10);

/** Nothing is charged in a break, nor without a valid electronic ID. */
function isTaken({ lockedUntil, certificate }: MatterFacts, { chargeAt }: SubscriptionRow): boolean {
  const isLocked = lockedUntil !== null && instant(lockedUntil) > instant(chargeAt);
  return !isLocked && certificate >= dayOf(chargeAt);
}

function prizeMatter({ ticketId, couponId, drawDate, ...rest }: PrizeRow): PrizeMatter {
  const ids = { ticketId: encodeId(ticketId), couponId: couponId && encodeId(couponId) };
  return { ...rest, ...ids, kind: 'prize', drawDate: drawDate && instant(drawDate) };
}

/** Only where a subscription still needs it. */
async function cardMatter(db: Db, kinds: Kinds, facts: MatterFacts, day: string): Promise<Matter | null> {
  const { card, subscriptions } = facts;
  const [first] = subscriptions ?? [];
  if (!card || !first || card.lastDay > addDays(day, lastDays)) return null;
  const next = (subscriptions ?? []).filter(({ chargeAt }) => chargeAt === first.chargeAt);
  const amount = sumOf(await priced(db, kinds, next));
  return { kind: 'card', ...card, nextCharge: amount > 0 ? { at: instant(first.chargeAt), amount } : null };
}

async function chargeMatter(
  db: Db,
  kinds: Kinds,
  { balance, debt }: MatterFacts,
  due: readonly SubscriptionRow[],
): Promise<Matter | null> {
  const [first] = due;
  if (!first) return null;
  const together = due.filter(({ chargeAt }) => dayOf(chargeAt) === dayOf(first.chargeAt));
  const games = await priced(db, kinds, together);
  const amount = sumOf(games);
  if (amount === 0) return null;
  const isCovered = debt === 0 && balance >= amount;
  const balanceAfter = isCovered ? balance - amount : null;
  return { kind: 'charge', at: instant(first.chargeAt), amount, games, balanceAfter };
}

type PricedGame = { gameId: string; amount: number };

/** What these charges take, game by game. */
async function priced(db: Db, kinds: Kinds, due: readonly SubscriptionRow[]): Promise<PricedGame[]> {
  const sums = new Map<string, number>();
  for (const { game, chargeAt, ...charged } of due) {
    const terms = await termsOfGame(db, kinds, game, new Date(instant(chargeAt)));
    const charge = terms && chargeOf(terms, charged);
    if (charge && charge.dates.length > 0) sums.set(game, (sums.get(game) ?? 0) + charge.amount);
  }
  return [...sums].map(([gameId, amount]) => ({ gameId, amount })).filter(({ amount }) => amount > 0);
}

const sumOf = (games: readonly PricedGame[]): number => games.reduce((sum, { amount }) => sum + amount, 0);
