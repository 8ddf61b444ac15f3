/**
 * `/myndir/{scheme}/{host}/{path}?{query}`: pictures of the content service from our own origin, as
 * `web/blocks/own-picture.ts` spells their addresses (docs/decisions/031-pictures-from-our-own-origin.md).
 */
import { type Context, Hono } from 'hono';
import { type ContentPicture, ContentServiceError } from '#integrations/content-service/face.ts';
import { isAway } from '#server/content/failures.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { answerError } from './answer-error.ts';
import { compressed } from './compressed.ts';
import { conditional } from './conditional.ts';
import type { PictureCache } from './picture-cache.ts';

type Parts = {
  /** Nothing else is fetched for anybody. */
  origins: readonly string[];
  pictures: PictureCache;
  log: Log;
};

export function createContentPictureRouter({ origins, pictures, log }: Parts): Hono {
  return new Hono().get('/myndir/:scheme/:host/*', compressed, conditional, async (context) => {
    try {
      const address = pictureAt(context.req.url, origins);
      if (address === null) refuse('EC_NO_DATA_FOUND', { status: 404 });
      return send(context, await pictures.answer(address, formatsOf(context.req.header('accept'))));
    } catch (error) {
      return answerError(refusalFor(error), log);
    }
  });
}

/** Where the picture lies that `url` asks for; null unless at one of `origins`. */
function pictureAt(url: string, origins: readonly string[]): string | null {
  const { pathname, search } = new URL(url);
  const [, scheme, host, path] = /^\/myndir\/([^/]+)\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
  const origin = `${scheme}://${host}`.toLowerCase();
  return origins.includes(origin) ? origin + path + search : null;
}

/** Of what browsers say, only what the content service chooses by: few kinds, each kept once. */
function formatsOf(accept = ''): string {
  const formats = ['image/avif', 'image/webp'].filter((format) => accept.includes(format));
  return [...formats, '*/*'].join(',');
}

/** A drawing that is opened by itself would be a page of ours by anybody's hand: it is saved as a file. */
function send(context: Context, { bytes, type, isLasting }: ContentPicture): Response {
  if (type === 'image/svg+xml') context.header('Content-Disposition', 'attachment');
  return context.body(bytes, 200, {
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'Cache-Control': isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept',
  });
}

function refusalFor(error: unknown): unknown {
  if (!(error instanceof ContentServiceError)) return error;
  return isAway(error)
    ? new Refusal('EC_INVALID_OUTPUT', {})
    : new Refusal('EC_NO_DATA_FOUND', { status: 404 });
}
