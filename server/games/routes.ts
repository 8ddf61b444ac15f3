/** Contract entry → function, for calls that every kind of game answers; no conditions. */
import { shownCheck } from '#server/draws/check/check.ts';
import { gameNamed } from '#server/draws/game-named.ts';
import { heldDraw } from '#server/draws/held-draw.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { raffleOfDraw } from '#server/draws/raffles/read.ts';
import { proofOf, shownEvidence } from '#server/draws/seal/evidence.ts';
import type { ReadPublishedBook } from '#server/draws/seal/published-book.ts';
import { shownCoupon } from '#server/draws/ticket.ts';
import { undrawn } from '#server/draws/undrawn.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { networkOf } from '#server/platform/networks.ts';
import { createWindowLimiter } from '#server/platform/rate-limiter.ts';
import { refuse } from '#server/platform/refusal.ts';

type Parts = {
  db: Db;
  /** For reads of a single ticket. */
  pages: Db;
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

export function gameRoutes(parts: Parts) {
  const { db, kinds } = parts;
  const limitChecks = createWindowLimiter(parts.monotonicMs, checksPerMinute);
  return {
    'lotto.undrawn': async ({ params }) => undrawn(db, kinds.weekOf, gameNamed(kinds, params.gameId)),
    'lotto.draw': async ({ params }) =>
      heldDraw(db, kinds.weekOf, gameNamed(kinds, params.gameId), params.draw),
    'lotto.raffle': async ({ params, query }) =>
      raffleOfDraw(db, gameNamed(kinds, params.gameId), params.draw, query.locale),
    'lotto.ticket': ({ params, query }, { caller }) =>
      shownCoupon({ ...parts, ...query }, caller.playerId, params),
    'lotto.check': async ({ params }, { ip }) => {
      limitChecks(networkOf(ip));
      return shownCheck(parts, params.code);
    },
    'lotto.evidence': ({ params }) => shownEvidence(db, kinds, params),
    'lotto.book': async ({ params }) => parts.publishedBook(gameNamed(kinds, params.gameId), params.draw),
    'lotto.rules': async ({ params }) => rulesNamed(kinds, params.rulesId),
    'lotto.signingKeys': async () => ({
      keys: parts.signingKeys.map((publicKey) => ({ publicKey, algorithm: 'Ed25519' as const })),
    }),
    'lotto.proof': ({ params }, { caller }) => proofOf(db, kinds, caller.playerId, params),
  } satisfies Partial<Handlers>;
}

function rulesNamed(kinds: Kinds, rulesId: string) {
  for (const { showing } of kinds.all) {
    const rules = showing.rules(rulesId);
    if (rules !== null) return rules;
  }
  return refuse('EC_NO_DATA_FOUND');
}
