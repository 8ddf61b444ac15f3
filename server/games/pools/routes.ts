/** Contract entry → function; no conditions. */
import { drawByNumber } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { proofOf, shownEvidence } from '#server/draws/seal/evidence.ts';
import type { ReadPublishedBook } from '#server/draws/seal/published-book.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type BuyParts, buyRows, buyToto, buyXg } from './buy.ts';
import { type CancelParts, cancelPool } from './cancel.ts';
import { createGroupReader, currentOf } from './current.ts';
import { type PoolKindName, programNamed, totoGameOf } from './program-id.ts';
import { totoView, xgView } from './program-view.ts';
import { latestToto, latestXg, totoResults, xgResults } from './result.ts';
import { saveMarks } from './saved-marks.ts';
import { shownSystems } from './shown-systems.ts';
import { poolStatistics } from './statistics.ts';
import { couponIdOf, type TicketParts, totoTicket, xgTicket } from './ticket.ts';
import { poolWhatIf } from './what-if.ts';

type Given = Omit<BuyParts, 'groupOf'> &
  CancelParts &
  Pick<TicketParts, 'contributionWeekOf'> & {
    db: Db;
    kinds: Kinds;
    /** Keys the code on the receipt. */
    secret: string;
    publishedBook: ReadPublishedBook;
  };
type Parts = Given & BuyParts & TicketParts;

export function poolRoutes(given: Given) {
  const groupOf = createGroupReader(given.pages);
  const parts = { ...given, groupOf };
  return {
    ...totoRoutes(parts),
    ...xgRoutes(parts),
    'savedRows.saveMarks': (input, { caller }) => saveMarks(given.db, caller, input),
    'pools.statistics': (input) => poolStatistics(given.db, input),
    'pools.whatIf': (input) => poolWhatIf(given.db, input),
  } satisfies Partial<Handlers>;
}

function totoRoutes(parts: Parts) {
  const { db } = parts;
  const { drawOf, evidence, book, rules, proof } = sharedRoutes(parts, 'toto', 'totoeng');
  return {
    'toto.systems': async () => shownSystems,
    'toto.currentProgram': async ({ params, query }) => {
      const { drawId } = await currentOf(parts, totoGameOf(params.gameId), query.groupId);
      return totoView(db, drawId, query.locale);
    },
    'toto.results': ({ query }) => totoResults(db, query),
    'toto.latestResult': async ({ query }) =>
      (await latestToto(db, totoGameOf(query.gameId), query.locale)) ?? refuse('EC_NO_DATA_FOUND'),
    'toto.program': async ({ params, query }) => totoView(db, await drawOf(params.programId), query.locale),
    'toto.buy': (input, context) => buyToto(parts, input, context),
    'toto.buyRows': (input, context) => buyRows(parts, input, context),
    'toto.ticket': ({ params, query }, { caller }) => totoTicket(parts, { ...params, ...query, ...caller }),
    'toto.cancel': (input, context) => cancelPool(parts, 'toto', input, context),
    'toto.evidence': evidence,
    'toto.book': book,
    'toto.rules': rules,
    'toto.proof': proof,
  } satisfies Partial<Handlers>;
}

function xgRoutes(parts: Parts) {
  const { db } = parts;
  const { drawOf, evidence, book, rules, proof } = sharedRoutes(parts, 'xg', 'xg');
  return {
    'xg.currentProgram': async ({ query }) => xgView(db, (await currentOf(parts, 'xg')).drawId, query.locale),
    'xg.results': ({ query }) => xgResults(db, query),
    'xg.latestResult': async ({ query }) => (await latestXg(db, query.locale)) ?? refuse('EC_NO_DATA_FOUND'),
    'xg.program': async ({ params, query }) => xgView(db, await drawOf(params.programId), query.locale),
    'xg.buy': (input, context) => buyXg(parts, input, context),
    'xg.ticket': ({ params, query }, { caller }) => xgTicket(parts, { ...params, ...query, ...caller }),
    'xg.cancel': (input, context) => cancelPool(parts, 'xg', input, context),
    'xg.evidence': evidence,
    'xg.book': book,
    'xg.rules': rules,
    'xg.proof': proof,
  } satisfies Partial<Handlers>;
}

type OfProgram = { params: { programId: string } };
type OfTicket = { params: { ticketId: string } };

/** @param game any of the kind: they have their rules in one list */
function sharedRoutes({ db, pages, kinds, publishedBook }: Parts, kind: PoolKindName, game: string) {
  return {
    async drawOf(programId: string): Promise<number> {
      const named = programNamed(kind, programId);
      return (await drawByNumber(db, named.game, named.number)).drawId;
    },
    async evidence({ params }: OfProgram) {
      const named = programNamed(kind, params.programId);
      return shownEvidence(db, kinds, { gameId: named.game, draw: named.number });
    },
    async book({ params }: OfProgram) {
      const named = programNamed(kind, params.programId);
      return publishedBook(named.game, named.number);
    },
    rules: async ({ params }: { params: { rulesId: string } }) =>
      kinds.of(game).showing.rules(params.rulesId) ?? refuse('EC_NO_DATA_FOUND'),
    async proof({ params }: OfTicket, { caller }: { caller: { playerId: number } }) {
      const couponId = await couponIdOf(pages, kind, { ...params, ...caller });
      return proofOf(db, kinds, caller.playerId, { ...params, couponId });
    },
  };
}
