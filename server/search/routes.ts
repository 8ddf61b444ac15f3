/** Contract entry → function; no conditions. */
import type { Content } from '#server/content/content.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { type Club, createIndexReader } from './entries.ts';
import { search } from './search.ts';

/** @param readClubs every club, by number */
export function searchRoutes(db: Db, content: Content, readClubs: () => Promise<readonly Club[]>) {
  const readIndex = createIndexReader(content, readClubs);
  return {
    'content.search': ({ query }) => search(db, readIndex, query),
  } satisfies Partial<Handlers>;
}
