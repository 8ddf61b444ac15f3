/** Pools of clubs, their shares and tickets, and the betting league. */
import { contributionWeekOf } from '#server/clubs/weeks.ts';
import { leagueRoutes } from '#server/league/routes.ts';
import { createSellShare } from '#server/syndicates/buy-share.ts';
import { syndicateRoutes } from '#server/syndicates/routes.ts';
import type { AppParts } from './parts.ts';

export function wireClubs({ config, database, kinds, log }: AppParts) {
  const { db, pages, pipeline } = database;
  const syndicates = syndicateRoutes({
    ...{ db, pages, kinds, secret: config.secrets.seal },
    contributionWeekOf: (drawId, clubId) => contributionWeekOf(pages, drawId, clubId, 'clubSale'),
    sellShare: createSellShare(pipeline, log),
  });
  return { ...syndicates, ...leagueRoutes(pages) };
}
