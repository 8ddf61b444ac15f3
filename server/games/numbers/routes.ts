/** Contract entry → function; no conditions. */
import type pg from 'pg';
import { heldDraw } from '#server/draws/held-draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { raffleOfDraw } from '#server/draws/raffles/read.ts';
import { proofOf } from '#server/draws/seal/evidence.ts';
import type { ReadPublishedBook } from '#server/draws/seal/published-book.ts';
import { undrawn } from '#server/draws/undrawn.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';
import type { BuyParts } from './buy.ts';
import { buyLotto } from './buy.ts';
import { cancelLotto } from './cancel.ts';
import { checkNumbers } from './check.ts';
import { currentDraw, currentDraws } from './current.ts';
import { numbersEvidence } from './evidence.ts';
import { gameIdOf } from './game-id.ts';
import { numbers } from './kind.ts';
import { shownRules } from './shown-rules.ts';
import { lottoTicket } from './ticket.ts';

export type LottoParts = BuyParts & {
  db: Db;
  /** For what is asked of one ticket. */
  pages: Db;
  pool: pg.Pool;
  kinds: Kinds;
  /** Keys the code on the receipt. */
  secret: string;
  publishedBook: ReadPublishedBook;
  /** Public keys of our signatures, as `publishedKeys` gives them. */
  signingKeys: readonly string[];
  monotonicMs: () => number;
};

/** A pocket full of tickets passes, a search for codes does not. */
const checksPerMinute = { perKey: 30, ofAllKeys: 3000 };

export function lottoRoutes(parts: LottoParts) {
  const { db, pages, pool, kinds, secret } = parts;
  const limitChecks = createWindowLimiter(parts.monotonicMs, checksPerMinute);
  return {
    'lotto.currentDraws': () => currentDraws(db, kinds),
    'lotto.currentDraw': (input) => currentDraw(db, kinds, input.params.gameId),
    'lotto.undrawn': (input) => undrawn(db, numbers, gameIdOf(input.params.gameId)),
    'lotto.draw': ({ params }) => heldDraw(db, numbers, gameIdOf(params.gameId), params.draw),
    'lotto.raffle': ({ params, query }) =>
      raffleOfDraw(db, gameIdOf(params.gameId), params.draw, query.locale),
    'lotto.buy': (input, context) => buyLotto(parts, input, context),
    'lotto.cancel': (input, context) => cancelLotto(pool, input, context),
    'lotto.ticket': (input, { caller }) =>
      lottoTicket({ ...parts, ...input.query }, caller.playerId, input.params),
    'lotto.check': async ({ params }, { ip }) => {
      limitChecks(networkOf(ip));
      return checkNumbers({ pages, secret }, params.code);
    },
    'lotto.evidence': (input) => numbersEvidence(db, input.params),
    'lotto.book': (input) => parts.publishedBook(gameIdOf(input.params.gameId), input.params.draw),
    'lotto.rules': async (input) => shownRules(input.params.rulesId),
    'lotto.signingKeys': async () => ({
      keys: parts.signingKeys.map((publicKey) => ({ publicKey, algorithm: 'Ed25519' as const })),
    }),
    'lotto.proof': (input, { caller }) => proofOf(db, kinds, caller.playerId, input.params),
  } satisfies Partial<Handlers>;
}
