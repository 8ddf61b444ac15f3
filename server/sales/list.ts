/** The tickets of a player across games, newest first, and by their number. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { WeekOfGame } from '#rules/values/weeks.ts';
import { isListed } from '#server/ledger/movement-pages.ts';
import { ticketStakeKinds } from '#server/ledger/transfer-kinds.ts';
import type { Db } from '#server/platform/database.ts';
import { decodeId, idsBeginning } from '#server/platform/ids.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { ticketsByStake } from './by-stake.ts';
import { isStatus, ticketsOfStatus } from './by-status.ts';
import { type Item, type ItemRow, itemColumns, itemsAt, itemsWhere, viewItem } from './item.ts';

const pageSize = 20;

/** @param pages of `Database` */
export async function listTickets(
  pages: Db,
  weekOf: WeekOfGame,
  playerId: number,
  { params, query }: ApiInput<'tickets.list'>,
): Promise<ApiAnswer<'tickets.list'>> {
  const { page } = params;
  const until = query.first === undefined ? null : await instantOf(pages, playerId, query.first);
  const { filter = 'all' } = query;
  const { rows, total } = await (isStatus(filter)
    ? ticketsOfStatus(pages, playerId, filter, { page, pageSize, until })
    : ticketsByStake(
        pages,
        playerId,
        { until, ...(filter !== 'all' && { game: filter }) },
        { page, pageSize },
      ));
  return {
    tickets: rows.map(viewItem(weekOf)),
    page,
    pageCount: Math.ceil(total / pageSize),
    ticketCount: total,
  };
}

/** When a ticket of that player was bought, as PostgreSQL writes it; null when there is none. */
async function instantOf(pages: Db, playerId: number, id: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT purchased_at::text AS at FROM tickets
    WHERE player_id = ${playerId} AND ticket_id = ${decodeId(id)}::uuid`.execute(pages);
  return rows[0]?.at ?? null;
}

const nameLength = 8;

/**
 * By the number of a ticket as it is shown, whole or its first eight; what belongs to others is not found.
 * Read as people copy it: o is 0, i and l are 1, whatever stands between does not count.
 * @param pages of `Database`
 */
export async function findTickets(
  pages: Db,
  weekOf: WeekOfGame,
  playerId: number,
  { query }: ApiInput<'tickets.find'>,
): Promise<ApiAnswer<'tickets.find'>> {
  const typed = query.number.toLowerCase().replace(/[\s.·–-]/g, '');
  const number = typed.replace(/o/g, '0').replace(/[il]/g, '1');
  const ids = number.length < nameLength ? null : idsBeginning(number);
  if (ids === null) return { tickets: [] };
  const wanted = sql`player_id = ${playerId} AND ticket_id BETWEEN ${ids[0]} AND ${ids[1]}`;
  return { tickets: await read(pages, weekOf, wanted, pageSize, 0) };
}

/** The newest few, for a statement around it. */
export function newestItems(playerId: Sql, count: number): Sql {
  const listed = isListed({ kinds: ticketStakeKinds });
  return itemsAt(sql`
    SELECT x.player_id, x.draw_id, x.ticket_id, row_number() OVER (ORDER BY at DESC, transfer_id) AS place
    FROM ledger_transfers x WHERE x.player_id = ${playerId} AND ${listed}
    ORDER BY at DESC, transfer_id LIMIT ${sql.lit(count)}`);
}

async function read(db: Db, weekOf: WeekOfGame, wanted: Sql, limit: number, offset: number): Promise<Item[]> {
  const { rows } = await sql<ItemRow>`
    SELECT ${itemColumns} FROM ${itemsWhere(wanted)}
    ORDER BY v.purchased_at DESC, v.ticket_id, v.draw_date, v.coupon_id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(viewItem(weekOf));
}
