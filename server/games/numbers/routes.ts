/** Contract entry → function; no conditions. */
import type pg from 'pg';
import type { Kinds } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import type { BuyParts } from './buy.ts';
import { buyLotto } from './buy.ts';
import { cancelLotto } from './cancel.ts';
import { currentDraw, currentDraws } from './current.ts';
import { saveNumberRows } from './saved-rows.ts';

export type LottoParts = BuyParts & {
  db: Db;
  pool: pg.Pool;
  kinds: Kinds;
};

export function lottoRoutes(parts: LottoParts) {
  const { db, pool, kinds } = parts;
  return {
    'lotto.currentDraws': () => currentDraws(db, kinds),
    'lotto.currentDraw': (input) => currentDraw(db, kinds, input.params.gameId),
    'lotto.buy': (input, context) => buyLotto(parts, input, context),
    'lotto.cancel': (input, context) => cancelLotto(pool, input, context),
    'savedRows.save': (input, { caller }) => saveNumberRows(db, caller, input),
  } satisfies Partial<Handlers>;
}
