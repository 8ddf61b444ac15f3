/** Contract entry → function; no conditions. */
import type pg from 'pg';
import { drawByNumber } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { proofOf, shownEvidence } from '#server/draws/seal/evidence.ts';
import type { ReadPublishedBook } from '#server/draws/seal/published-book.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type BuyParts, buyRows, buyToto, buyXg } from './buy.ts';
import { cancelPool } from './cancel.ts';
import { createGroupReader, currentOf } from './current.ts';
import { type PoolKindName, programNamed, totoGameOf } from './program-id.ts';
import { totoView, xgView } from './program-view.ts';
import { createSalesReader } from './sales-now.ts';
import { shownSystems } from './shown-systems.ts';
import { couponIdOf, totoTicket, xgTicket } from './ticket.ts';

export type PoolParts = Omit<BuyParts, 'groupOf'> & {
  db: Db;
  pool: pg.Pool;
  kinds: Kinds;
  /** Keys the code on the receipt. */
  secret: string;
  publishedBook: ReadPublishedBook;
  monotonicMs: () => number;
};

export function poolRoutes(given: PoolParts) {
  const { db, pool, pages, kinds, monotonicMs, publishedBook } = given;
  const groupOf = createGroupReader(pages);
  const parts = { ...given, groupOf, salesOf: createSalesReader(monotonicMs) };

  async function drawOf(kind: PoolKindName, programId: string): Promise<number> {
    const { game, number } = programNamed(kind, programId);
    return (await drawByNumber(db, game, number)).drawId;
  }
  const evidence =
    (kind: PoolKindName) =>
    ({ params }: { params: { programId: string } }) => {
      const { game, number } = programNamed(kind, params.programId);
      return shownEvidence(db, kinds, { gameId: game, draw: number });
    };
  const book =
    (kind: PoolKindName) =>
    async ({ params }: { params: { programId: string } }) => {
      const { game, number } = programNamed(kind, params.programId);
      return publishedBook(game, number);
    };
  const rules =
    (game: string) =>
    async ({ params }: { params: { rulesId: string } }) =>
      kinds.of(game).showing.rules(params.rulesId) ?? refuse('EC_NO_DATA_FOUND');
  type Own = { params: { ticketId: string } };
  const proof =
    (kind: PoolKindName) =>
    async ({ params }: Own, { caller }: { caller: { playerId: number } }) => {
      const couponId = await couponIdOf(pages, kind, { ...params, ...caller });
      return proofOf(db, kinds, caller.playerId, { ...params, couponId });
    };

  return {
    'toto.systems': async () => shownSystems,
    'toto.currentProgram': async ({ params, query }) => {
      const { drawId } = await currentOf(parts, totoGameOf(params.gameId), query.groupId);
      return totoView(db, drawId, query.locale);
    },
    'toto.program': async ({ params, query }) =>
      totoView(db, await drawOf('toto', params.programId), query.locale),
    'toto.buy': (input, context) => buyToto(parts, input, context),
    'toto.buyRows': (input, context) => buyRows(parts, input, context),
    'toto.ticket': ({ params, query }, { caller }) => totoTicket(parts, { ...params, ...query, ...caller }),
    'toto.cancel': (input, context) => cancelPool(pool, pages, 'toto', input, context),
    'toto.evidence': evidence('toto'),
    'toto.book': book('toto'),
    'toto.rules': rules('totoeng'),
    'toto.proof': proof('toto'),
    'xg.currentProgram': async ({ query }) => xgView(db, (await currentOf(parts, 'xg')).drawId, query.locale),
    'xg.program': async ({ params, query }) => xgView(db, await drawOf('xg', params.programId), query.locale),
    'xg.buy': (input, context) => buyXg(parts, input, context),
    'xg.ticket': ({ params, query }, { caller }) => xgTicket(parts, { ...params, ...query, ...caller }),
    'xg.cancel': (input, context) => cancelPool(pool, pages, 'xg', input, context),
    'xg.evidence': evidence('xg'),
    'xg.book': book('xg'),
    'xg.rules': rules('xg'),
    'xg.proof': proof('xg'),
  } satisfies Partial<Handlers>;
}
