/** The programs that can be played now. */
import type { PoolId } from '#rules/pools/games.ts';
import type { BoardReader, SaleDraw } from '#server/draws/sale-board.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** Reads the group of a program, which never changes. The board does not have it. */
export type GroupReader = (drawId: number) => Promise<string | null>;

export function createGroupReader(db: Db): GroupReader {
  const groups = new Map<number, string | null>();
  return async (drawId) => {
    if (!groups.has(drawId)) {
      const { rows } = await sql<{ groupId: string | null }>`
        SELECT group_id AS "groupId" FROM programs WHERE draw_id = ${drawId}`.execute(db);
      groups.set(drawId, rows[0]?.groupId ?? null);
    }
    return groups.get(drawId) ?? null;
  };
}

type CurrentParts = { board: BoardReader; groupOf: GroupReader; isOn: (game: PoolId) => boolean };

/** The one that closes first. Refuses with EC_NO_DATA_FOUND where none is on sale. */
export async function currentOf(
  { board, groupOf, isOn }: CurrentParts,
  game: PoolId,
  groupId?: string | undefined,
): Promise<SaleDraw> {
  if (!isOn(game)) refuse('EC_PRODUCT_CLOSED');
  for (const draw of (await board.read()).get(game) ?? [])
    if (groupId === undefined || (await groupOf(draw.drawId)) === groupId) return draw;
  return refuse('EC_NO_DATA_FOUND');
}
