/**
 * Keeps pictures of the content service in memory, so that they are quick and stay when the service is away.
 * The least recently used make room.
 */
import { LRUCache } from 'lru-cache';
import {
  type ContentPicture,
  ContentServiceError,
  type FetchPicture,
} from '#integrations/content-service/face.ts';
import { isAway } from '#server/content/failures.ts';
import type { Log } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';

type Kept = { picture: ContentPicture; until: number };

type Parts = {
  fetchPicture: FetchPicture;
  log: Log;
  /** Milliseconds that only grow. */
  monotonicMs: () => number;
  bytesMax?: number;
};

const dayMs = 86_400_000;
/** After a picture that was kept could not be fetched anew. */
const againMs = 60_000;
/** A stranger may ask for many at once, each as large as a picture may be. */
const inFlightMax = 40;

export type PictureCache = ReturnType<typeof createPictureCache>;

export function createPictureCache({ fetchPicture, log, monotonicMs, bytesMax = 64_000_000 }: Parts) {
  const kept = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ picture }) => Math.max(1, picture.bytes.length),
  });
  const inFlight = new Map<string, Promise<ContentPicture>>();

  async function ask(key: string, address: string, accept: string): Promise<ContentPicture> {
    try {
      const picture = await fetchPicture(address, accept);
      kept.set(key, { picture, until: picture.isLasting ? Infinity : monotonicMs() + dayMs });
      return picture;
    } catch (error) {
      log.warn({ address, reason: String(error) }, 'picture not fetched');
      const known = kept.peek(key);
      if (isGone(error)) kept.delete(key);
      else if (known) known.until = monotonicMs() + againMs;
      throw error;
    }
  }

  function askOnce(key: string, address: string, accept: string): Promise<ContentPicture> {
    const known = inFlight.get(key);
    if (known !== undefined) return known;
    if (inFlight.size >= inFlightMax) refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
    const asked = ask(key, address, accept).finally(() => inFlight.delete(key));
    inFlight.set(key, asked);
    return asked;
  }

  /**
   * The picture at an address in a format of `accept`. Nobody waits for one that is kept. Throws the
   * `ContentServiceError` of the service; refuses with EC_SYSTEM_CLOSED when too many are under way.
   */
  async function answer(address: string, accept: string): Promise<ContentPicture> {
    const key = `${accept} ${address}`;
    const known = kept.get(key);
    if (known === undefined) return askOnce(key, address, accept);
    if (known.until <= monotonicMs() && inFlight.size < inFlightMax)
      askOnce(key, address, accept).catch(() => {});
    return known.picture;
  }

  return { answer };
}

/** The service says that there is no such picture. */
function isGone(error: unknown): boolean {
  return error instanceof ContentServiceError && error.kind === 'refused' && !isAway(error);
}
