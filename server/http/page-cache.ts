/**
 * Keeps rendered pages for a moment, so that a rush at closing time costs one rendering a second instead of
 * one each: those of signed-out visitors, and those of players, who see the same but for what is their own.
 * The nonce and the player's own data are filled in for each visitor. The domain time of the first rendering
 * stays: browsers render the page again from it and must get the same words, such as the time left.
 */
import type { OwnPage } from '#contract/own-page.ts';

/** What a page is made with for its visitor. */
export type Moment = {
  nonce: string;
  now: string;
  /** Null when signed out, and where the page is made for this player alone. */
  own: OwnPage | null;
};

/** A page as it was made, with `own` where the player's own goes as text, and marked places. */
export type Rendered = { response: Response; own: string | null; places: Places | null };

export type Places = {
  /** Matches a place; its number is the first group. */
  mark: RegExp;
  fill(own: OwnPage): readonly string[];
};

type Hole = 'nonce' | 'own' | number;
type Kept = {
  status: number;
  headers: Headers;
  pieces: readonly (Buffer | Hole)[];
  fill: Places['fill'];
  /** Not what failed, sets a cookie or is too large. */
  isForAll: boolean;
  /** How the player's own is written within the text around it. */
  write: (own: string) => string;
};

const keptMs = 1000;
const pagesMax = 200;
const bytesMax = 1_000_000;

/** @param monotonicMs milliseconds that only grow */
export function createPageCache(monotonicMs: () => number) {
  const pages = new Map<string, { page: Promise<Kept>; until: number }>();

  /** @param key all that the page depends on beside data and the moment */
  async function answer(
    key: string,
    moment: Moment,
    render: (moment: Moment) => Promise<Rendered>,
  ): Promise<Response> {
    const known = pages.get(key);
    if (known && known.until > monotonicMs()) {
      const page = await known.page;
      if (page.isForAll) return fillIn(page, moment);
    }
    const page = render(moment).then((rendered) => cut(rendered, moment));
    if (pages.size >= pagesMax) pages.clear();
    pages.set(key, { page, until: monotonicMs() + keptMs });
    page.catch(() => pages.delete(key));
    return fillIn(await page, moment);
  }

  return { answer, forget: () => pages.clear() };
}

export type PageCache = ReturnType<typeof createPageCache>;

async function cut({ response, own, places }: Rendered, { nonce }: Moment): Promise<Kept> {
  const { status, headers } = response;
  const whole = Buffer.from(await response.arrayBuffer());
  const type = headers.get('Content-Type') ?? '';
  const isPage = type.startsWith('text/html');
  let pieces: Kept['pieces'] = [whole];
  // A picture is no text: read as such, its bytes would change.
  if (!type.startsWith('image/')) {
    if (own !== null) pieces = splitAt(pieces, 'own', own);
    pieces = splitAt(pieces, 'nonce', nonce);
    if (places !== null) pieces = splitAtPlaces(pieces, places.mark);
  }
  return {
    ...{ status, headers: new Headers(headers), pieces },
    isForAll: status === 200 && !headers.has('Set-Cookie') && whole.length <= bytesMax,
    fill: places?.fill ?? (() => []),
    // React Router writes data as JSON, which stands in a page as a string of a script.
    write: isPage ? (text) => inScript(inString(text)) : inString,
  };
}

const inString = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As a string within a script of a page. */
const inScript = (text: string): string =>
  inString(text).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const isHole = (piece: Buffer | Hole): piece is Hole =>
  typeof piece === 'string' || typeof piece === 'number';

function splitAt(pieces: Kept['pieces'], hole: Hole, value: string): Kept['pieces'] {
  return pieces.flatMap((piece) => {
    if (isHole(piece)) return [piece];
    const parts: (Buffer | Hole)[] = [];
    let from = 0;
    for (let at = piece.indexOf(value); at >= 0; at = piece.indexOf(value, from)) {
      parts.push(piece.subarray(from, at), hole);
      from = at + value.length;
    }
    return [...parts, piece.subarray(from)];
  });
}

function splitAtPlaces(pieces: Kept['pieces'], mark: RegExp): Kept['pieces'] {
  return pieces.flatMap((piece): (Buffer | Hole)[] => {
    if (isHole(piece)) return [piece];
    const parts = piece.toString().split(mark);
    return parts.map((part, nth) => (nth % 2 === 0 ? Buffer.from(part) : Number(part)));
  });
}

function fillIn({ status, headers, pieces, fill, write }: Kept, { nonce, own }: Moment): Response {
  const places = own === null ? [] : fill(own);
  const written = { nonce, own: write(JSON.stringify(own)) };
  const body = pieces.map((piece) => {
    if (!isHole(piece)) return piece;
    return Buffer.from(typeof piece === 'number' ? (places[piece] ?? '') : written[piece]);
  });
  return new Response(Buffer.concat(body), { status, headers: new Headers(headers) });
}
