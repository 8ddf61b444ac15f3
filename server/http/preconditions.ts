/** Conditions and ranges of a request as RFC 9110 evaluates them (13.2.2, 14.2). */

type ReadHeader = (name: string) => string | undefined;
/** Of the representation that would be sent. */
export type Validators = { etag: string; lastModified?: string | undefined };

/** Evaluates the conditional headers of a GET (RFC 9110, 13.2.2). */
export function evaluate(header: ReadHeader, { etag, lastModified }: Validators): 'send' | 304 | 412 {
  const ifMatch = header('if-match');
  if (ifMatch !== undefined) {
    if (!listHas(ifMatch, etag, 'strong')) return 412;
  } else if (isAfter(lastModified, header('if-unmodified-since'))) return 412;
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) return listHas(ifNoneMatch, etag, 'weak') ? 304 : 'send';
  const since = header('if-modified-since');
  const isKnown = lastModified !== undefined && isDate(since) && !isAfter(lastModified, since);
  return isKnown ? 304 : 'send';
}

function listHas(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (comparison === 'weak') return tags.some((tag) => opaque(tag) === opaque(etag));
  return !etag.startsWith('W/') && tags.some((tag) => tag === etag);
}

const isDate = (text: string | undefined): text is string => !Number.isNaN(Date.parse(text ?? ''));

function isAfter(lastModified: string | undefined, moment: string | undefined): boolean {
  return isDate(lastModified) && isDate(moment) && Date.parse(lastModified) > Date.parse(moment);
}

/** First and last byte to send; `all` if the range is ignored, null if it cannot be satisfied (416). */
export type Range = { first: number; last: number } | 'all' | null;

/** Unknown units, several ranges and malformed ranges get the whole response. */
export function rangeOf(header: ReadHeader, { etag, lastModified }: Validators, length: number): Range {
  const [, from = '', to = ''] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header('range') ?? '') ?? [];
  if (from === '' && to === '') return 'all';
  const ifRange = header('if-range')?.trim();
  const isSame = ifRange === etag || (lastModified !== undefined && ifRange === lastModified);
  if (ifRange !== undefined && (!isSame || ifRange.startsWith('W/'))) return 'all';
  if (from === '') {
    const count = Math.min(Number(to), length);
    return count === 0 ? null : { first: length - count, last: length - 1 };
  }
  const first = Number(from);
  const last = to === '' ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return 'all';
  return first >= length ? null : { first, last: Math.min(last, length - 1) };
}
