/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { listClubs, listContributions } from './clubs.ts';
import { clubWeeks, weekFile } from './weeks.ts';

export function clubRoutes(db: Db, signingKey: string) {
  return {
    'club.list': async () => ({ clubs: await listClubs(db) }),
    'club.weeks': (input) => clubWeeks(db, input),
    'club.week': (input) => weekFile(db, input, signingKey),
    'system.contributions': async ({ query }) => ({ contributions: await listContributions(db, query) }),
  } satisfies Partial<Handlers>;
}
