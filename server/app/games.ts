/** Games, their draws and results. */

import { contributionWeekOf } from '#server/clubs/weeks.ts';
import type { Content } from '#server/content/content.ts';
import { readFacts } from '#server/draws/facts.ts';
import { createOnSaleReader } from '#server/draws/games-on-sale.ts';
import { readProgress } from '#server/draws/progress.ts';
import { createPublishedBooks } from '#server/draws/seal/published-book.ts';
import { lottoRoutes } from '#server/games/numbers/routes.ts';
import { statisticsRoutes } from '#server/games/numbers/statistics/routes.ts';
import { poolRoutes } from '#server/games/pools/routes.ts';
import { gameRoutes } from '#server/games/routes.ts';
import { createFeed } from '#server/platform/feed.ts';
import type { Handlers, OwnCalls } from '#server/platform/handler.ts';
import { logFault } from '#server/platform/log.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import { machineTimers } from '#server/platform/timers.ts';
import { createResultFiles } from '#server/results/result-files.ts';
import { resultRoutes } from '#server/results/routes.ts';
import { type AppParts, monotonicMs } from './parts.ts';
import type { Sales } from './sales.ts';

export function wireGames(parts: AppParts, { isOn }: Content, { routes: _, ...selling }: Sales) {
  const { config, database, kinds, log } = parts;
  const { db, pages, pool } = database;
  const { dataDir, secrets } = config;
  const publishedBook = createPublishedBooks({ db, config: { ...config, kinds } });
  const ofAllKinds = gameRoutes({
    ...{ db, pages, kinds, monotonicMs },
    secret: secrets.seal,
    signingKeys: publishedKeys(secrets),
    publishedBook,
  });
  const pools = poolRoutes({
    ...{ ...selling, isOn, db, pages, pool, kinds, publishedBook, secret: secrets.seal },
    contributionWeekOf: (drawId, clubId) => contributionWeekOf(pages, drawId, clubId),
  });
  const lotto = lottoRoutes({ ...selling, ...{ isOn, db, pool, kinds } });
  const progress = createFeed({
    read: () => readProgress(db),
    timers: machineTimers,
    onError: (error) => logFault(log, error),
  });
  const draws = {
    'draws.onSale': createOnSaleReader(selling.board),
    'draws.progress': () => readProgress(db),
    'draws.watch': async () => progress,
    'draws.facts': ({ params }) => readFacts(db, kinds, params.gameId, params.draw),
  } satisfies Partial<Handlers>;
  return {
    progress,
    routes: {
      ...ofAllKinds,
      ...lotto,
      ...pools,
      ...draws,
      ...resultRoutes({ db, kinds }),
      ...statisticsRoutes(db),
    },
    resultFiles: createResultFiles({ db, kinds, log, dataDir, signingKey: secrets.signingKey }),
  };
}

/** What kinds sell by calls of their own, beside the contract's. */
export function ownCallsOf({ kinds }: AppParts, { board, sell }: Sales): OwnCalls {
  const calls = kinds.all.map((kind) => kind.calls?.({ board, sell }) ?? {});
  return Object.assign({}, ...calls) as OwnCalls;
}
