/** Contract entry → function; no conditions. */
import type pg from 'pg';
import { evidence, proofOf } from '#server/draws/seal/evidence.ts';
import { undrawn } from '#server/draws/undrawn.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import type { BuyParts } from './buy.ts';
import { buyLotto } from './buy.ts';
import { cancelLotto } from './cancel.ts';
import { currentDraw, currentDraws } from './current.ts';
import { lottoTicket } from './ticket.ts';

export type LottoParts = BuyParts & {
  db: Db;
  pool: pg.Pool;
  /** Keys the code on the receipt. */
  secret: string;
  /** Public keys of our signatures, as `publishedKeys` gives them. */
  signingKeys: readonly string[];
};

export function lottoRoutes(parts: LottoParts) {
  const { db, pool } = parts;
  return {
    'lotto.currentDraws': () => currentDraws(db),
    'lotto.currentDraw': (input) => currentDraw(db, input.params.gameId),
    'lotto.undrawn': (input) => undrawn(db, input.params.gameId),
    'lotto.buy': (input, context) => buyLotto(parts, input, context),
    'lotto.cancel': (input, context) => cancelLotto(pool, input, context),
    'lotto.ticket': (input, { caller }) => lottoTicket(parts, caller.playerId, input.params),
    'lotto.evidence': (input) => evidence(db, input.params),
    'lotto.signingKeys': async () => ({
      keys: parts.signingKeys.map((publicKey) => ({ publicKey, algorithm: 'Ed25519' as const })),
    }),
    'lotto.proof': (input, { caller }) => proofOf(db, caller.playerId, input.params),
  } satisfies Partial<Handlers>;
}
