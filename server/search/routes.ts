/** Contract entry → function; no conditions. */
import type { Content } from '#server/content/content.ts';
import type { Handlers } from '#server/platform/handler.ts';
import type { Parts } from './draws.ts';
import { type Club, createIndexReader } from './entries.ts';
import { search } from './search.ts';

/** @param readClubs every club, by number */
export function searchRoutes(parts: Parts, content: Content, readClubs: () => Promise<readonly Club[]>) {
  const readIndex = createIndexReader(content, readClubs);
  return {
    'content.search': ({ query }) => search(parts, readIndex, query),
  } satisfies Partial<Handlers>;
}
