/**
 * Keeps pictures of the content service in memory, so that they are quick and stay when the service is away.
 * Those that nobody asked for longest make room.
 */
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
  const kept = new Map<string, Kept>();
  const inFlight = new Map<string, Promise<ContentPicture>>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.picture.bytes.length ?? 0;
    kept.delete(key);
  }

  function keep(key: string, picture: ContentPicture): void {
    drop(key);
    kept.set(key, { picture, until: picture.isLasting ? Infinity : monotonicMs() + dayMs });
    bytes += picture.bytes.length;
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) break;
      drop(oldest);
    }
  }

  async function ask(key: string, address: string, accept: string): Promise<ContentPicture> {
    try {
      const picture = await fetchPicture(address, accept);
      keep(key, picture);
      return picture;
    } catch (error) {
      log.warn({ address, reason: String(error) }, 'picture not fetched');
      const known = kept.get(key);
      if (isGone(error)) drop(key);
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
    kept.delete(key);
    kept.set(key, known);
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
