/** Serves the built web: files, and pages rendered by React Router with an in-process client. */
import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type Next } from 'hono';
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { OwnPage } from '#contract/own-page.ts';
import type { CountingConfig } from '#server/platform/config.ts';
import { isConnectionLost, isUnavailable } from '#server/platform/database-failures.ts';
import { type Log, logFault } from '#server/platform/log.ts';
import { refuseMethod } from '#server/platform/refusal.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { originOf } from './address.ts';
import { answerError } from './answer-error.ts';
import { compressed } from './compressed.ts';
import { conditional } from './conditional.ts';
import { readCookie } from './cookies.ts';
import type { ReadOwnPage } from './own-page.ts';
import type { Moment, PageCache, Places, Rendered } from './page-cache.ts';
import type { Drawing } from './pictures/drawing.ts';
import type { Pictures } from './pictures/pictures.ts';
import type { AnswerPublic } from './public-answers.ts';
import { type PageOrigins, pagePolicy } from './security-headers.ts';
import { createSpellingRedirect } from './spelling.ts';

/** What `web/entry.server` exports beside React Router's own; taken from the build, never from source. */
type WebEntry = {
  apiContext: RouterContext<unknown>;
  sessionContext: RouterContext<unknown>;
  requestContext: RouterContext<unknown>;
  createPageApi: (
    fetchLike: (path: string, init: RequestInit) => Promise<Response>,
    answerPublic: AnswerPublic,
  ) => unknown;
  pageUrl: (request: { url: string }) => URL;
  isOfAllPlayers: (url: URL) => boolean;
  showsTickets: (url: URL) => boolean;
  createOwnPlaces: () => Pick<Places, 'fill'> & object;
  placeMark: RegExp;
  /** Where the page of maintenance lies, in the language of a path. */
  maintenancePath: (path: string) => string;
  pageRoutesPath: string;
  pageRoutes: (routes: ServerBuild['assets']['routes']) => object;
};

export type PageParts = {
  readOwnPage: ReadOwnPage;
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
  const { entry, visitorOf, render, renderClosed } = pageRenderer(parts, build, 'production');
  const { pageRoutesPath } = entry;
  const routes = entry.pageRoutes(build.assets.routes);
  const answer = async (context: Context, at: Omit<Moment, 'own'>): Promise<Response> => {
    const visitor = await visitorOf(context);
    const moment = { ...at, own: visitor.own };
    const key = cacheKey(context, visitor);
    if (key === null) return (await render(context, moment, visitor)).response;
    const response = await parts.pageCache.answer(key, moment, () => render(context, moment, visitor));
    if (mayComeBack(context) && !response.headers.has('Cache-Control'))
      response.headers.set('Cache-Control', 'private, no-cache');
    return response;
  };
  const onFound = (_: string, context: Context) => context.header('Cache-Control', immutable);
  const onIcon = (_: string, context: Context) => context.header('Cache-Control', 'public, max-age=86400');
  return new Hono()
    .use(compressed)
    .use('/assets/*', conditional, serveStatic({ root: `${buildDir}/client`, onFound, precompressed: true }))
    .use(
      '/:file{[\\w-]+\\.(?:ico|png)}',
      conditional,
      serveStatic({ root: `${buildDir}/client`, onFound: onIcon }),
    )
    .get(pageRoutesPath, conditional, (context) => {
      context.header('Cache-Control', 'no-cache');
      return context.json(routes);
    })
    .use(readOnly)
    .use(createSpellingRedirect(build.routes))
    .all('*', async (context) => {
      const moment = { nonce: randomBytes(16).toString('base64url'), now: parts.now().toISOString() };
      const patienceMs = parts.isWell() ? pagePatienceMs.well : pagePatienceMs.unwell;
      const response = await inTime(answer(context, moment), patienceMs).catch((error: unknown) => {
        const isAway = error === tooLate || isUnavailable(error) || isConnectionLost(error);
        if (isAway) return renderClosed(context, { ...moment, own: null });
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

/**
 * Whether a page may stay in the browser's back-forward cache, where `no-store` is not kept: one that was
 * asked for without a session, at an address that holds no code.
 */
const mayComeBack = (context: Context) =>
  readCookie(context, 'session') === undefined && !context.req.url.includes('?');

/** No page takes anything: forms are sent to calls. */
export async function readOnly({ req }: Context, next: Next): Promise<void> {
  if (req.method !== 'GET' && req.method !== 'HEAD') refuseMethod(['GET', 'HEAD']);
  await next();
}

type Visitor = {
  state: 'out' | 'open' | 'locked';
  own: OwnPage | null;
  /** Whether the page is made for all players in that state. */
  isShared: boolean;
};

const nobody: Visitor = { state: 'out', own: null, isShared: false };

async function visitorOf({ readOwnPage }: PageParts, entry: WebEntry, context: Context): Promise<Visitor> {
  const token = readCookie(context, 'session');
  if (token === undefined) return nobody;
  const page = entry.pageUrl(context.req);
  const own = await readOwnPage({
    tokenHash: hashToken(token),
    showsTickets: entry.showsTickets(page),
    keepsAlive: context.req.method === 'GET',
  });
  if (own === null) return nobody;
  const state = own.account.lockedUntil === null ? 'open' : 'locked';
  return { state, own, isShared: context.req.method === 'GET' && entry.isOfAllPlayers(page) };
}

/** What a page depends on beside its visitor's own; null where it is made for one visitor alone. */
function cacheKey(context: Context, { state, isShared }: Visitor): string | null {
  if (context.req.method !== 'GET' || (state !== 'out' && !isShared)) return null;
  // Holds a token of its visitor.
  if (context.req.query('login') === 'true') return null;
  const { search } = new URL(context.req.url);
  return [state, originOf(context), context.req.path, search, lookOf(context)].join(' ');
}

/** The cookies that say how pages look. */
function lookOf(context: Context): string {
  const cookies = (context.req.header('cookie') ?? '').split(/;\s*/);
  return cookies
    .filter((cookie) => cookie.startsWith('hending-'))
    .sort()
    .join('; ');
}

const immutable = 'public, max-age=31536000, immutable';

/** Renders the page that a request asks for, with React Router's context filled. */
export function pageRenderer(parts: PageParts, build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  const entry = build.entry.module as unknown as WebEntry;
  const answer = async (request: Request, context: Context, of: Made): Promise<Response> =>
    handle(request, await pageContext(parts, entry, context, of));

  return {
    entry,
    visitorOf: (context: Context) => visitorOf(parts, entry, context),
    async render(context: Context, moment: Moment, visitor: Visitor): Promise<Rendered> {
      const request = readable(context.req.raw);
      if (!visitor.isShared) {
        const made = { moment, visitor, own: JSON.stringify(visitor.own), places: null };
        return { response: await answer(request, context, made), own: null, places: null };
      }
      const places = entry.createOwnPlaces();
      const own = `own-${moment.nonce}`;
      const anybody = new Request(request.url, { headers: { Cookie: lookOf(context) } });
      const made = { moment, visitor: { ...visitor, own: null }, own, places };
      const response = await answer(anybody, context, made);
      return { response, own, places: { mark: entry.placeMark, fill: places.fill } };
    },
    /** The page of maintenance instead, which asks nothing of the database. */
    renderClosed(context: Context, moment: Moment): Promise<Response> {
      const instead = new URL(entry.maintenancePath(context.req.path), context.req.url);
      return answer(new Request(instead), context, { moment, visitor: nobody, own: 'null', places: null });
    },
  };
}

/** What a page is made of beside its request. */
type Made = { moment: Omit<Moment, 'own'>; visitor: Visitor; own: string; places: object | null };

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

async function pageContext(
  parts: PageParts,
  entry: WebEntry,
  context: Context,
  { moment: { nonce, now }, visitor, own, places }: Made,
) {
  const provider = new RouterContextProvider();
  const fetchHere = async (path: string, init: RequestInit): Promise<Response> => {
    if (places !== null) throw new Error(`${path}: a page of all players asks for none of them`);
    return parts.request(path, init, context);
  };
  provider.set(entry.apiContext, entry.createPageApi(fetchHere, parts.answerPublic));
  const draw = (drawing: Drawing) => answerPicture(parts, drawing);
  const warn = (details: object, message: string) => parts.log.warn(details, message);
  const fault = (error: unknown) => void logFault(parts.log, error, { path: context.req.path });
  provider.set(entry.requestContext, {
    ...{ nonce, now, own, places, state: visitor.state },
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
  provider.set(entry.sessionContext, visitor.own && { user: visitor.own.player });
  return provider;
}
