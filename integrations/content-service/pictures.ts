/** Fetches the pictures that records of the content service name. */
import { readBody, unreachable } from './body.ts';
import { ContentServiceError, type FetchPicture } from './face.ts';

type PictureOptions = {
  timeoutMs?: number;
  /** A larger picture is not read to its end. */
  maxBytes?: number;
  fetch?: typeof fetch;
};

const types = ['avif', 'gif', 'jpeg', 'png', 'svg+xml', 'webp'].map((format) => `image/${format}`);
const lastingSeconds = 30 * 86_400;

/** Whoever asks tells nothing of its own: no cookie, no header but `accept`. A redirect is not followed. */
export function createFetchPicture(options: PictureOptions = {}): FetchPicture {
  const { timeoutMs = 5_000, maxBytes = 5_000_000 } = options;
  return async (address, accept) => {
    const response = await (options.fetch ?? fetch)(address, {
      headers: { accept },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unreachable);
    const type = typeOf(response);
    if (!response.ok || type === undefined) {
      await response.body?.cancel();
      throw response.ok ? noPicture(response) : refused(response);
    }
    return { bytes: await readBody(response, maxBytes), type, isLasting: isLasting(response) };
  };
}

function typeOf({ headers }: Response): string | undefined {
  const [sent] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  return types.find((type) => type === sent?.trim());
}

function isLasting({ headers }: Response): boolean {
  const caching = headers.get('cache-control') ?? '';
  return /\bimmutable\b/i.test(caching) || Number(/\bmax-age=(\d+)/i.exec(caching)?.[1]) >= lastingSeconds;
}

function refused({ status }: Response): ContentServiceError {
  return new ContentServiceError('refused', `The content service answers ${status} for a picture`, status);
}

function noPicture({ status, headers }: Response): ContentServiceError {
  const type = headers.get('content-type');
  return new ContentServiceError('unreadable', `The content service answers ${type}, no picture`, status);
}
