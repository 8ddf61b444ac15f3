/** Tickets of syndicates, for those who have a share: they belong to player 0. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { systemIdOf } from '#rules/pools/systems.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { proofOf } from '#server/draws/seal/evidence.ts';
import { readCoupons } from '#server/draws/ticket.ts';
import { selectionsOf, type TicketParts, totoTicket } from '#server/games/pools/ticket.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, encodeId } from '#server/platform/ids.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

type ListedTicket = ApiAnswer<'clubsale.tickets'>['tickets'][number];
type Held = {
  ticketId: string;
  couponId: string;
  syndicateId: string;
  poolName: string;
  stakeCollected: number;
  playerStake: number;
  playerWin: number;
};

const owner = 0;
const pageSize = 20;

const columns = sql`t.ticket_id AS "ticketId", t.coupon_id AS "couponId", t.syndicate_id AS "syndicateId",
  s.name AS "poolName", p.collected AS "stakeCollected", h.stake AS "playerStake",
  coalesce(div(x.amount::numeric * h.stake, p.collected), 0)::bigint AS "playerWin"`;

/** Of the player's held shares `h`. */
const heldBy = (playerId: number) => sql`
  syndicate_tickets t JOIN syndicates s USING (syndicate_id) JOIN syndicate_stops p USING (syndicate_id)
  JOIN (
    SELECT syndicate_id, sum(stake)::bigint AS stake FROM held_shares WHERE player_id = ${playerId}
    GROUP BY syndicate_id
  ) h USING (syndicate_id)
  JOIN tickets k ON k.player_id = 0 AND k.ticket_id = t.ticket_id
  LEFT JOIN syndicate_splits x ON x.ticket_id = t.ticket_id`;

type Page = { limit: number; offset: number };

/** Newest first. @param wanted of a ticket `t` */
export async function ticketsOf(
  db: Db,
  playerId: number,
  wanted: Sql,
  { limit, offset }: Page,
): Promise<ListedTicket[]> {
  const { rows } = await sql<Held>`
    SELECT ${columns} FROM ${heldBy(playerId)} WHERE ${wanted}
    ORDER BY k.purchased_at DESC, t.ticket_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return Promise.all(rows.map((held) => listedTicket(db, held)));
}

async function listedTicket(db: Db, held: Held): Promise<ListedTicket> {
  const [coupon] = await readCoupons(db, owner, held.ticketId);
  if (!coupon) throw new Error(`ticket ${held.ticketId} of a syndicate has no coupon`);
  return {
    ...{ id: encodeId(coupon.ticketId), gameId: coupon.game, draw: coupon.draw, status: coupon.status },
    week: isoWeekOf(coupon.plannedDate).week,
    drawDate: coupon.drawDate.toISOString(),
    saleCloseTime: coupon.closeDate.toISOString(),
    purchaseDate: coupon.purchasedAt.toISOString(),
    ...{ stake: coupon.stake, amountWin: coupon.amountWin, rowCount: coupon.rowCount },
    system: systemIdOf(coupon.system) ?? '',
    selections: selectionsOf(coupon),
    ...fieldsOf(held),
  };
}

const fieldsOf = ({ syndicateId, poolName, stakeCollected, playerStake, playerWin }: Held) => ({
  poolId: encodeId(syndicateId),
  ...{ poolName, stakeCollected, playerStake, playerWin },
});

export async function listTickets(
  db: Db,
  playerId: number,
  page: number,
): Promise<ApiAnswer<'clubsale.tickets'>> {
  const place = { limit: pageSize, offset: pageOffset(page, pageSize) };
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${heldBy(playerId)}`.execute(db);
  const ticketCount = rows[0]?.count ?? 0;
  const tickets = await ticketsOf(db, playerId, sql`true`, place);
  return { ticketCount, tickets, pageCount: Math.ceil(ticketCount / pageSize), page };
}

type Asked = { playerId: number; ticketId: string };

/** Refuses with EC_TICKET_NOT_FOUND, also where the player has no share. */
async function heldTicket(db: Db, { playerId, ticketId }: Asked): Promise<Held> {
  const id = decodeId(ticketId) ?? refuse('EC_TICKET_NOT_FOUND');
  const { rows } = await sql<Held>`
    SELECT ${columns} FROM ${heldBy(playerId)} WHERE t.ticket_id = ${id}`.execute(db);
  return rows[0] ?? refuse('EC_TICKET_NOT_FOUND');
}

/** Whether the player has a share of it. */
export async function holdsTicket(db: Db, playerId: number, ticketId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${heldBy(playerId)} WHERE t.ticket_id = ${decodeId(ticketId)}::uuid`.execute(db);
  return rows.length > 0;
}

export async function ticketDetail(
  parts: TicketParts,
  asked: Asked & Pick<ApiInput<'clubsale.ticket'>['query'], 'locale'>,
): Promise<ApiAnswer<'clubsale.ticket'>> {
  const held = await heldTicket(parts.pages, asked);
  const shown = await totoTicket(parts, { ...asked, playerId: owner });
  const { receipt: _, channel: __, ...ticket } = shown;
  return { ...ticket, ...fieldsOf(held), channel: 'clubSale' };
}

export async function ticketProof(db: Db, kinds: Kinds, asked: Asked) {
  const { couponId } = await heldTicket(db, asked);
  return proofOf(db, kinds, owner, { ticketId: asked.ticketId, couponId: encodeId(couponId) });
}
