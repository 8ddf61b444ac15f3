/** The one spelling of a page's address, to which all others lead (308). */
import type { HttpBindings } from '@hono/node-server';
import type { Context, Next } from 'hono';

/** As React Router writes it: `en/lottoleikir/:gameId/spila`, `urslit/:gameId?`, `reset-password/*`. */
type Pattern = readonly string[];
type Routes = Readonly<
  Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>
>;

/**
 * The address as sent: the URL of a `Request` has its dot segments resolved. Requests inside the
 * process only have the URL.
 */
export function targetOf(context: Context): { path: string; query: string } {
  const { incoming } = (context.env ?? {}) as Partial<HttpBindings>;
  const target = incoming?.url ?? context.req.url;
  const [, path = '', query = ''] = /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)(?:\?(.*))?/is.exec(target) ?? [];
  return { path: path === '' ? '/' : path, query };
}

/** @param routes of the build; without them letters keep their case */
export function createSpellingRedirect(routes: Routes = {}) {
  const patterns = patternsOf(routes);
  const canonicalPaths = new Set(patterns.map((pattern) => `/${pattern.join('/')}`));
  return async (context: Context, next: Next): Promise<Response | undefined> => {
    const { req } = context;
    if (req.method === 'GET' || req.method === 'HEAD') {
      const { path } = targetOf(context);
      const spelled = canonicalPaths.has(path) ? path : spell(path, patterns);
      const isOther = spelled !== null && spelled !== path;
      if (isOther) return context.redirect(spelled + new URL(req.url).search, 308);
    }
    await next();
    return undefined;
  };
}

function patternsOf(routes: Routes): Pattern[] {
  const pathOf = (id: string): string[] => {
    const { path, parentId } = routes[id] ?? {};
    return [...(parentId === undefined ? [] : pathOf(parentId)), ...(path?.split('/') ?? [])];
  };
  return Object.keys(routes).map((id) => pathOf(id).filter((part) => part !== ''));
}

/**
 * One slash between segments and none at the end, no dots to resolve, nothing percent-encoded that need not
 * be, and the fixed parts of a page's address in the letters of its route. The answer begins with one slash,
 * so that it names no other host.
 * @returns null where the path cannot be decoded: there is no such page
 */
export function spell(path: string, patterns: readonly Pattern[] = []): string | null {
  if (patterns.length === 0 && /^(?:\/|(?:\/[\w-]+)+)$/.test(path)) return path;
  const resolved = URL.parse(`http://host${path}`)?.pathname;
  if (resolved === undefined || !path.startsWith('/')) return null;
  const isData = resolved.endsWith('.data');
  const page = isData ? resolved.replace(/(?:(?<=\/)_)?\.data$/, '') : resolved;
  const segments: string[] = [];
  for (const segment of page.split('/').filter((part) => part !== '')) {
    const spelled = spellSegment(segment);
    if (spelled === null) return null;
    segments.push(spelled);
  }
  const spelled = `/${inLettersOf(patterns, segments).join('/')}`;
  if (!isData) return spelled;
  return spelled === '/' ? '/_.data' : `${spelled}.data`;
}

/** Encoded as browsers do in a path; they leave these marks as they are. */
function spellSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text).replace(/%(?:2[1467-9a-c]|3[abd]|40)/gi, decodeURIComponent);
  } catch {
    return null;
  }
}

/** Spells the fixed parts as the matching route with the most fixed parts does. */
function inLettersOf(patterns: readonly Pattern[], segments: readonly string[]): readonly string[] {
  let best: { fixed: number; segments: readonly string[] } = { fixed: 0, segments };
  for (const pattern of patterns) {
    const match = fit(pattern, segments);
    if (match && match.fixed > best.fixed) best = match;
  }
  return best.segments;
}

function fit(pattern: Pattern, segments: readonly string[]): { fixed: number; segments: string[] } | null {
  const hasRest = pattern.at(-1) === '*';
  const parts = hasRest ? pattern.slice(0, -1) : pattern;
  const least = parts.filter((part) => !part.endsWith('?')).length;
  if (segments.length < least || (!hasRest && segments.length > parts.length)) return null;
  const spelled = [...segments];
  let fixed = 0;
  for (const [at, part] of parts.entries()) {
    const segment = segments[at];
    if (part.startsWith(':') || segment === undefined) continue;
    if (segment.toLowerCase() !== part.toLowerCase()) return null;
    spelled[at] = part;
    fixed += 1;
  }
  return { fixed, segments: spelled };
}
