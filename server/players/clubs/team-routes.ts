/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { availableNumbers, createTeam, listTeams, ownTeams, reportTeam } from './teams.ts';

export function teamRoutes(db: Db) {
  return {
    'club.teams': async ({ params }) => ({ teams: await listTeams(db, params.clubId) }),
    'club.availableNumbers': async ({ params }) => ({ numbers: await availableNumbers(db, params.clubId) }),
    'club.ownTeams': async (_, { caller }) => ({ teams: await ownTeams(db, caller.playerId) }),
    'club.createTeam': ({ body }, { caller }) => createTeam(db, caller.playerId, body),
    'club.reportTeam': ({ params }, { caller }) => reportTeam(db, caller.playerId, params.teamId),
  } satisfies Partial<Handlers>;
}
