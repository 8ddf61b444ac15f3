/**
 * Keeps the pages of signed-out visitors for a moment, so that a rush at closing time costs one
 * rendering a second instead of one each. What differs from visitor to visitor, the nonce and domain
 * time, is put in anew.
 */

/** The parts of a page that are its visitor's own, each written into it as such. */
export type Moment = { nonce: string; now: string };

type Kept = { status: number; headers: Headers; pieces: readonly (Buffer | keyof Moment)[] };

const keptMs = 1000;
const pagesMax = 200;
const bytesMax = 1_000_000;

/** @param monotonicMs milliseconds that only grow */
export function createPageCache(monotonicMs: () => number) {
  const pages = new Map<string, { page: Promise<Kept | null>; until: number }>();

  /** @param key all that the page depends on beside data and the moment */
  async function answer(
    key: string,
    moment: Moment,
    render: (moment: Moment) => Promise<Response>,
  ): Promise<Response> {
    const known = pages.get(key);
    if (known && known.until > monotonicMs()) {
      const page = await known.page;
      return page === null ? render(moment) : write(page, moment);
    }
    const rendered = render(moment);
    const page = rendered.then((response) => keep(response, moment));
    if (pages.size >= pagesMax) pages.clear();
    pages.set(key, { page, until: monotonicMs() + keptMs });
    page.catch(() => pages.delete(key));
    return rendered;
  }

  return { answer, forget: () => pages.clear() };
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Null for what is not everybody's: failures, cookies, what asks not to be kept, and what is too large. */
async function keep(response: Response, moment: Moment): Promise<Kept | null> {
  if (response.status !== 200 || response.headers.has('Set-Cookie')) return null;
  const body = Buffer.from(await response.clone().arrayBuffer());
  if (body.length > bytesMax) return null;
  const pieces = split([body], 'nonce', moment.nonce);
  return {
    status: response.status,
    headers: new Headers(response.headers),
    pieces: split(pieces, 'now', moment.now),
  };
}

function split(pieces: Kept['pieces'], name: keyof Moment, value: string): Kept['pieces'] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [piece];
    const parts: (Buffer | keyof Moment)[] = [];
    let from = 0;
    for (let at = piece.indexOf(value); at >= 0; at = piece.indexOf(value, from)) {
      parts.push(piece.subarray(from, at), name);
      from = at + value.length;
    }
    return [...parts, piece.subarray(from)];
  });
}

function write({ status, headers, pieces }: Kept, moment: Moment): Response {
  const body = Buffer.concat(
    pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(moment[piece]) : piece)),
  );
  return new Response(body, { status, headers: new Headers(headers) });
}
