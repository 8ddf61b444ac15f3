/** Club pools: shares, and the tickets of clubs. */
import { contributionWeekOf } from '#server/clubs/weeks.ts';
import { createSellShare } from '#server/syndicates/buy-share.ts';
import { syndicateRoutes } from '#server/syndicates/routes.ts';
import type { AppParts } from './parts.ts';

export function wireSyndicates({ config, database, kinds, log }: AppParts) {
  const { db, pages, pipeline } = database;
  return syndicateRoutes({
    ...{ db, pages, kinds, secret: config.secrets.seal },
    contributionWeekOf: (drawId, clubId) => contributionWeekOf(pages, drawId, clubId, 'clubSale'),
    sellShare: createSellShare(pipeline, log),
  });
}
