/** Wiring of the web role, on one page. */
import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { createContentService } from '#integrations/content-service/client.ts';
import type { ContentService } from '#integrations/content-service/face.ts';
import { createFetchPicture } from '#integrations/content-service/pictures.ts';
import { listClubs } from '#server/clubs/clubs.ts';
import { clubRoutes } from '#server/clubs/routes.ts';
import { contentChannel, createContent } from '#server/content/content.ts';
import { contentRoutes } from '#server/content/routes.ts';
import { search } from '#server/content/search.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { createBoardReader } from '#server/draws/on-sale.ts';
import { publishedKeys } from '#server/draws/seal/signing.ts';
import { lottoRoutes } from '#server/games/numbers/routes.ts';
import { createAddressFinder, createHolderFinder, createVisitorFinder } from '#server/http/address.ts';
import { answerError } from '#server/http/answer-error.ts';
import { eLoginWay, passwordWay } from '#server/http/auth/sign-in-ways.ts';
import { createAuthRouter } from '#server/http/auth.ts';
import { createContentPictureRouter } from '#server/http/content-pictures.ts';
import { createDocsRouter } from '#server/http/docs.ts';
import { createHealthRouter } from '#server/http/health.ts';
import { callInside } from '#server/http/inside-call.ts';
import { createPageCache } from '#server/http/page-cache.ts';
import { createPageRouter } from '#server/http/pages.ts';
import { createPictureCache } from '#server/http/picture-cache.ts';
import { createPictures } from '#server/http/pictures/pictures.ts';
import { createAnswerPublic } from '#server/http/public-answers.ts';
import { withPublicCache } from '#server/http/public-cache.ts';
import { createAnswerCall, createApiRouter } from '#server/http/router.ts';
import { createSaleFastPath } from '#server/http/sale-fast-path.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createOutside, type Outside } from '#server/outside.ts';
import type { Service } from '#server/platform/child.ts';
import { startClock } from '#server/platform/clock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Database, openDatabase, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller, Handlers } from '#server/platform/handler.ts';
import { listen } from '#server/platform/listen.ts';
import { listenHttp } from '#server/platform/listen-http.ts';
import { createLog, type Log, takeConsole } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { startWriteProbe, type WriteProbe } from '#server/platform/write-probe.ts';
import { accountRoutes } from '#server/players/account/account-routes.ts';
import { identityRoutes } from '#server/players/e-id/identity-routes.ts';
import { limitRoutes } from '#server/players/limits/limit-routes.ts';
import { systemLimits } from '#server/players/limits/system-limits.ts';
import { recoveryRoutes } from '#server/players/recovery/recovery-routes.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import { resultRoutes } from '#server/results/routes.ts';
import { ticketRoutes } from '#server/sales/routes.ts';
import { createSell, type Sell } from '#server/sales/sell.ts';
import { storedPurchase } from '#server/sales/stored-purchase.ts';
import { type SecurityEvent, securityEvent } from '#server/security/events.ts';

const monotonicMs = () => performance.now();

type AppParts = {
  config: ServiceConfig;
  database: Database;
  log: Log;
  /** Another than the configured one, for tests. */
  contentService?: ContentService;
  kinds: Kinds;
  /** Who is asked about people. */
  outside: Outside;
  probe: WriteProbe;
  /** Told when content changed. */
  contentChanged?: () => void;
};

/**
 * The API, without sockets: `app.request` answers in process. `forget` drops what was read from the database.
 */
export function createApp(parts: AppParts) {
  const { config, database, log, kinds, outside, probe, contentChanged } = parts;
  const { db, pool, pipeline } = database;
  const { url, key, includeDrafts, webhookSecret, assetOrigins: origins } = config.content;
  const content = createContent({
    db,
    pool,
    log,
    includeDrafts,
    monotonicMs,
    service: parts.contentService ?? createContentService({ url, key, includeDrafts }),
    changed: () => {
      forget();
      contentChanged?.();
    },
  });
  const signIn = { db, secret: config.secrets.session };
  const board = createBoardReader(db, kinds, monotonicMs);
  const sell = watchSale(createSell(pipeline, log), probe);
  const { handlers: kept, forget } = withPublicCache(
    {
      ...lottoRoutes({ ...numbersParts(parts), board, sell, isOn: content.isOn }),
      ...resultRoutes(db),
      ...clubRoutes(db),
      ...identityRoutes({ ...signIn, ...outside, log }),
      ...recoveryRoutes(signIn),
      ...ticketRoutes(db),
      ...accountRoutes(signIn, config.messages.siteUrl),
      ...limitRoutes(db),
      'system.limits': async () => systemLimits,
      'content.search': ({ query }) => search(content, () => listClubs(db), query),
    } satisfies Partial<Handlers>,
    monotonicMs,
  );
  const handlers: Handlers = { ...kept, ...contentRoutes(content) };

  const texts = () => readTexts(content);
  const app = new Hono();
  app.use(securityHeaders);
  const findVisitor = createVisitorFinder(config.trustedProxies);
  app.use(createAddressFinder(findVisitor));
  app.onError((error) => answerError(error, log));
  app.route('/', createHealthRouter({ config, isWell: probe.isWell, log }));
  app.route('/', createDocsRouter(config.version));
  const pictures = createPictureCache({ fetchPicture: createFetchPicture(), log, monotonicMs });
  app.route('/', createContentPictureRouter({ origins, pictures, log }));
  const signInWays = { credentials: passwordWay(signIn), elogin: eLoginWay(db) };
  app.route('/', createAuthRouter({ ...signIn, log, texts, signInWays }));
  const sessions = createSessionReader(database);
  const checkAnswers = config.dev || config.version === 'test';
  const noteEvent = (event: SecurityEvent) => transaction(db, (tx) => securityEvent(tx, event));
  const answerCall = createAnswerCall({ handlers, sessions, log, checkAnswers, webhookSecret, noteEvent });
  app.route('/', createApiRouter(answerCall));
  app.all('/api/*', () => answerError(new Refusal('EC_NO_DATA_FOUND', { status: 404 }), log));
  return {
    app,
    saleFastPath: createSaleFastPath(answerCall, findVisitor),
    content,
    texts,
    answerPublic: createAnswerPublic(handlers, log),
    forget: () => {
      board.markStale();
      forget();
    },
  };
}

function numbersParts({ database: { db, pool }, config, kinds }: AppParts) {
  return {
    db,
    pool,
    kinds,
    secret: config.secrets.seal,
    signingKeys: publishedKeys(config.secrets),
    storedPurchase: (context: CallContext & { caller: Caller }) => storedPurchase(db, context),
  };
}

type App = ReturnType<typeof createApp>;

async function readTexts({ read }: ReturnType<typeof createContent>) {
  return { is: await read('translations', 'is'), en: await read('translations', 'en') };
}

/** A refusal says nothing of whether the database takes writes: it was decided. */
function watchSale(sell: Sell, probe: WriteProbe): Sell {
  return async (purchase) => {
    try {
      const sold = await sell(purchase);
      if (!sold.replayed) probe.wrote();
      return sold;
    } catch (error) {
      if (!(error instanceof Refusal)) probe.failed(error);
      throw error;
    }
  };
}

export async function startWeb(config: ServiceConfig, kinds: Kinds): Promise<Service> {
  const log = createLog('web');
  if (!config.dev) takeConsole(log);
  const database = openDatabase(config.databaseUrl, 'web', {
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const clock = await startClock(config.databaseUrl, database.db);
  const pageCache = createPageCache(monotonicMs);
  const outside = createOutside(config, clock.now);
  const probe = startWriteProbe(config.databaseUrl, log);
  const parts = { config, database, log, kinds, outside, probe, contentChanged: pageCache.forget };
  const { app, saleFastPath, answerPublic, content, texts, forget } = createApp(parts);
  const channels = ['draws_changed', 'clock_changed', contentChannel];
  const listener = listen(config.databaseUrl, channels, (channel, payload) => {
    if (channel === contentChannel || channel === null) content.onNotify(channel && payload);
    if (channel === contentChannel) return;
    forget();
    pageCache.forget();
  });
  const warm = content.start();

  const request = (path: string, init: RequestInit, context: Context) => callInside(app, path, init, context);
  const root = resolve(import.meta.dirname, '..');
  const { catalogue, counting, sessionPollSeconds } = config;
  const origins = {
    media: config.content.assetOrigins,
    counting: counting === null ? [] : [new URL(counting.url).origin],
  };
  const pictures = createPictures(config.dataDir);
  const pageParts = {
    db: database.db,
    now: clock.now,
    pageCache,
    log,
    texts,
    catalogue,
    origins,
    counting,
    sessionPollSeconds,
    request,
    answerPublic,
    pictures,
    isWell: probe.isWell,
  };
  const dev = config.dev
    ? await (await import('./http/dev-pages.ts')).createDevPageRouter(pageParts, root)
    : null;
  app.route('/', dev?.router ?? (await createPageRouter(pageParts, `${root}/build`)));

  await warm;
  const visitorOf = createHolderFinder(config.trustedProxies);
  const server = await listenHttp(requestListener({ app, saleFastPath }), {
    port: config.port,
    log,
    visitorOf,
  });
  return {
    stop: async () => {
      await server.stop();
      await probe.stop();
      await dev?.stop();
      await pictures.stop();
      await listener.stop();
      content.stop();
      await clock.stop();
      await database.close();
    },
  };
}

/** What Node calls for each request: the fast path of a sale where it takes it, Hono otherwise. */
export function requestListener({ app, saleFastPath }: Pick<App, 'app' | 'saleFastPath'>): RequestListener {
  const ordinary = getRequestListener(app.fetch);
  return (request, response) => {
    if (!saleFastPath(request, response)) void ordinary(request, response);
  };
}
