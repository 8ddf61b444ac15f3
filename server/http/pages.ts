/** Serves the built web: files, and pages rendered by React Router with an in-process client. */
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type Next } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { CountingConfig } from '#server/platform/config.ts';
import { type Db, isConnectionLost, isUnavailable } from '#server/platform/database.ts';
import { type Log, logFault } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';
import { hashToken, readSession, viewSession } from '#server/players/sessions/sessions.ts';
import { originOf } from './address.ts';
import { answerError } from './answer-error.ts';
import { brotli } from './brotli.ts';
import { readCookie } from './cookies.ts';
import type { Moment, PageCache } from './page-cache.ts';
import type { Drawing } from './pictures/drawing.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { AnswerPublic } from './public-answers.ts';
import { type PageOrigins, pagePolicy } from './security-headers.ts';

/** What `web/entry.server` exports beside React Router's own; taken from the build, never from source. */
type WebEntry = {
  apiContext: RouterContext<unknown>;
  sessionContext: RouterContext<unknown>;
  requestContext: RouterContext<unknown>;
  createPageApi: (
    fetchLike: (path: string, init: RequestInit) => Promise<Response>,
    answerPublic: AnswerPublic,
  ) => unknown;
  /** Where the page of maintenance lies, in the language of a path. */
  maintenancePath: (path: string) => string;
  pageRoutesPath: string;
  pageRoutes: (routes: ServerBuild['assets']['routes']) => object;
};

export type PageParts = {
  db: Db;
  now: () => Date;
  pageCache: PageCache;
  origins: PageOrigins;
  counting: CountingConfig | null;
  sessionPollSeconds: number;
  log: Log;
  /** Texts by language, as the content service says them. */
  texts: () => Promise<object>;
  catalogue: boolean;
  pictures: Pictures;
  /** Answers a call of this origin in process. */
  request: (path: string, init: RequestInit, context: Context) => Promise<Response>;
  /** Whether the database takes writes, as far as is known. */
  isWell: () => boolean;
  answerPublic: AnswerPublic;
};

/** The built web from `buildDir`. */
export async function createPageRouter(parts: PageParts, buildDir: string): Promise<Hono> {
  const build = (await import(pathToFileURL(`${buildDir}/server/index.js`).href)) as ServerBuild;
  const render = pageRenderer(parts, build, 'production');
  const { pageRoutesPath, pageRoutes } = build.entry.module as unknown as WebEntry;
  const routes = pageRoutes(build.assets.routes);
  const answer = async (context: Context, moment: Moment): Promise<Response> => {
    const key = cacheKey(context);
    if (key === null) return render(context, moment);
    return parts.pageCache.answer(key, moment, (at) => render(context, at));
  };
  const onFound = (_: string, context: Context) => context.header('Cache-Control', immutable);
  const onIcon = (_: string, context: Context) => context.header('Cache-Control', 'public, max-age=86400');
  return new Hono()
    .use(compress())
    .use(brotli)
    .use('/assets/*', serveStatic({ root: `${buildDir}/client`, onFound, precompressed: true }))
    .use('/:file{[\\w-]+\\.(?:ico|png)}', serveStatic({ root: `${buildDir}/client`, onFound: onIcon }))
    .get(pageRoutesPath, etag(), (context) => {
      context.header('Cache-Control', 'no-cache');
      return context.json(routes);
    })
    .use(readOnly)
    .use(redirectSlash)
    .all('*', async (context) => {
      const moment = { nonce: randomBytes(16).toString('base64url'), now: parts.now().toISOString() };
      const patienceMs = parts.isWell() ? pagePatienceMs.well : pagePatienceMs.unwell;
      const response = await inTime(answer(context, moment), patienceMs).catch((error: unknown) => {
        const isAway = error === tooLate || isUnavailable(error) || isConnectionLost(error);
        if (isAway) return render(context, moment, true);
        throw error;
      });
      response.headers.set('Content-Security-Policy', pagePolicy(context, moment.nonce, parts.origins));
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store');
      return response;
    });
}

/** A database that stands still says nothing: after so long a page is the page of maintenance. */
const pagePatienceMs = { well: 5_000, unwell: 1_000 };
const tooLate = new Error('The page took too long.');

async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** No page takes anything: forms are sent to calls. */
export async function readOnly({ req }: Context, next: Next): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') refuse('EC_INVALID_INPUT', { status: 405 });
  await next();
}

/** One address for each page: what ends with a slash is the same without it. */
export async function redirectSlash({ req, redirect }: Context, next: Next): Promise<Response | undefined> {
  if (req.method === 'GET' && req.path.endsWith('/')) {
    const { pathname, search } = new URL(req.url);
    let end = pathname.length;
    while (pathname[end - 1] === '/') end -= 1;
    // Home stays, and two slashes at the front would name another host.
    if (end > 1 && pathname[1] !== '/') return redirect(pathname.slice(0, end) + search, 308);
  }
  await next();
  return undefined;
}

/** What a page of a signed-out visitor depends on; null where it may be somebody's own. */
function cacheKey(context: Context): string | null {
  if (context.req.method !== 'GET' || readCookie(context, 'session') !== undefined) return null;
  // Holds a token of its visitor.
  if (context.req.query('login') === 'true') return null;
  const cookies = (context.req.header('cookie') ?? '').split(/;\s*/);
  const seen = cookies.filter((cookie) => cookie.startsWith('hending-')).sort();
  return [originOf(context), context.req.path, new URL(context.req.url).search, ...seen].join(' ');
}

const immutable = 'public, max-age=31536000, immutable';

/**
 * Renders the page that a request asks for, with React Router's context filled; `isClosed`: the page of
 * maintenance instead, which asks nothing of the database.
 */
export function pageRenderer(parts: PageParts, build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  const entry = build.entry.module as unknown as WebEntry;
  return async (context: Context, moment: Moment, isClosed = false): Promise<Response> => {
    if (!isClosed) {
      const session = await sessionOf(parts.db, context);
      return handle(readable(context.req.raw), await pageContext(parts, entry, context, moment, session));
    }
    const instead = new URL(entry.maintenancePath(context.req.path), context.req.url);
    return handle(new Request(instead), await pageContext(parts, entry, context, moment, null));
  };
}

/** What stands for no letter in an address is taken as it is written: then there is no such page. */
function readable(request: Request): Request {
  const url = new URL(request.url);
  if (canDecode(url.pathname)) return request;
  url.pathname = url.pathname.replaceAll('%', '%25');
  return new Request(url, { method: request.method, headers: request.headers });
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

async function answerPicture({ pictures, log }: PageParts, drawing: Drawing): Promise<Response> {
  try {
    const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' };
    return new Response(new Uint8Array(await pictures.png(drawing)), { headers });
  } catch (error) {
    return answerError(error, log);
  }
}

async function sessionOf(db: Db, context: Context): Promise<object | null> {
  const token = readCookie(context, 'session');
  const session = token === undefined ? null : await readSession(db, hashToken(token));
  return session && viewSession(session);
}

async function pageContext(
  parts: PageParts,
  entry: WebEntry,
  context: Context,
  moment: Moment,
  session: object | null,
) {
  const provider = new RouterContextProvider();
  const fetchHere = (path: string, init: RequestInit) => parts.request(path, init, context);
  provider.set(entry.apiContext, entry.createPageApi(fetchHere, parts.answerPublic));
  const draw = (drawing: Drawing) => answerPicture(parts, drawing);
  const warn = (details: object, message: string) => parts.log.warn(details, message);
  const fault = (error: unknown) => void logFault(parts.log, error, { path: context.req.path });
  provider.set(entry.requestContext, {
    ...moment,
    origin: originOf(context),
    fetch: fetchHere,
    draw,
    warn,
    fault,
    texts: await parts.texts(),
    counting: parts.counting,
    catalogue: parts.catalogue,
    sessionPollSeconds: parts.sessionPollSeconds,
  });
  provider.set(entry.sessionContext, session);
  return provider;
}
