/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { listClubs, listContributions } from './clubs.ts';

export function clubRoutes(db: Db) {
  return {
    'club.list': async () => ({ clubs: await listClubs(db) }),
    'system.contributions': async ({ query }) => ({ contributions: await listContributions(db, query) }),
  } satisfies Partial<Handlers>;
}
