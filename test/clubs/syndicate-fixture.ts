/** Club pools for tests: opened, bought, placed and brought to their end. */
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { syndicateDeadline } from '#server/syndicates/advance.ts';
import { placeTicket } from '#server/syndicates/place-ticket.ts';
import { openSyndicate, syndicateNamed } from '#server/syndicates/syndicates.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { untilHeld } from '#test/harness/draws.ts';

export const price = 13;
export const right = '1X21X21X21X21';
/** With so many right. */
export const wrong = (count: number) =>
  [...right].map((sign, index) => (index < count ? (sign === '1' ? '2' : '1') : sign)).join('');

export type Pool = { poolId: string; syndicateId: string; draw: Draw };

let opened = 0;

export function syndicateFixture(own: TestDatabase) {
  const { db } = own;
  return {
    async open(
      draw: Draw,
      { club = 112, minutes = 30, name }: { club?: number; minutes?: number; name?: string } = {},
    ) {
      opened += 1;
      const opening = {
        ...{ clubId: club, drawId: draw.drawId, name: name ?? `Kerfi ${opened}` },
        ...{ minutesBeforeClose: minutes, actor: 'gunna' },
      };
      const { id } = await transaction(db, (tx) => openSyndicate(tx, opening));
      return { poolId: encodeId(id), syndicateId: id, draw } satisfies Pool;
    },
    /** To just after the pool has stopped. */
    async stop({ syndicateId }: Pick<Pool, 'syndicateId'>) {
      const { collectsUntil } = await syndicateNamed(db, syndicateId);
      const left = collectsUntil.getTime() + 1_000 - (await databaseNow(db)).getTime();
      await transaction(db, (tx) => moveSessions(tx, left / 1000));
      await setClock(db, new Date(collectsUntil.getTime() + 1_000));
    },
    async place({ syndicateId }: Pool, panels: string, { nth = 1 } = {}) {
      const rows = panels.split('|').length;
      const wager = { rows, stake: rows * price, nth, ...(rows > 10 ? { pcRows: panels } : { panels }) };
      const syndicate = await syndicateNamed(db, syndicateId);
      return transaction(db, (tx) => placeTicket(tx, syndicate, wager, 'gunna'));
    },
    async close({ draw: { drawId } }: Pool) {
      await closeDraw(db, drawId, { actor: 'gunna', reason: 'test' });
      await sealDraw(db, own.config, drawId);
      await untilHeld(db, drawId);
    },
    /** Until nothing is due. */
    async advance() {
      for (let turn = 0; turn < 20; turn += 1) if ((await syndicateDeadline.run(db)) === 0) return;
      throw new Error('syndicates never come to rest');
    },
    async status({ syndicateId }: Pool) {
      return (await syndicateNamed(db, syndicateId)).status;
    },
    async moved(pool: Pool, kind: string, playerId?: number): Promise<number> {
      const { rows } = await sql<{ sum: number }>`
        SELECT coalesce(sum(amount), 0)::bigint AS sum FROM ledger_transfers
        WHERE syndicate_id = ${pool.syndicateId} AND kind = ${kind}
          AND (${playerId ?? null}::bigint IS NULL OR player_id = ${playerId ?? null}::bigint)`.execute(db);
      return rows[0]?.sum ?? 0;
    },
  };
}
