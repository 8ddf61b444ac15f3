/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { listCompetitions, ownStandings, readCompetition } from './competitions.ts';

export function leagueRoutes(db: Db) {
  return {
    'league.competitions': async ({ query }) => ({ competitions: await listCompetitions(db, query.locale) }),
    'league.competition': (input) => readCompetition(db, input),
    'league.own': ({ params }, { caller }) => ownStandings(db, caller.playerId, params.competitionId),
  } satisfies Partial<Handlers>;
}
