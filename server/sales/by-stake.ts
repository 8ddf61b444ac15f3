/** Tickets of a player by their stakes in the ledger, which is in order of time; newest first. */

import { type Listed, movementPage, movementsOf } from '#server/ledger/movement-pages.ts';
import { ticketStakeKinds } from '#server/ledger/transfer-kinds.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { type ItemRow, itemsAt } from './item.ts';

/** @param pages of `Database` */
export async function ticketsByStake(
  pages: Db,
  playerId: number,
  wanted: Omit<Listed, 'kinds'>,
  asked: { page: number; pageSize: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const listed = { ...wanted, kinds: ticketStakeKinds };
  const place = await movementPage(pages, playerId, listed, asked);
  const columns = sql`x.player_id, x.draw_id, x.ticket_id`;
  const { pageSize } = asked;
  const keys = movementsOf(playerId, listed, place, { columns, order: 'ASC', pageSize });
  const { rows } = await itemsAt(keys).execute(pages);
  return { rows, total: place.total };
}
