/** Wiring of the API, on one page. */
import { Hono } from 'hono';
import type { Progress } from '#contract/draws.ts';
import { createContentService } from '#integrations/content-service/client.ts';
import type { ContentService } from '#integrations/content-service/face.ts';
import { createFetchPicture } from '#integrations/content-service/pictures.ts';
import { listClubs } from '#server/clubs/clubs.ts';
import { clubRoutes } from '#server/clubs/routes.ts';
import { type Content, createContent } from '#server/content/content.ts';
import { contentRoutes } from '#server/content/routes.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { createBoardReader } from '#server/draws/on-sale.ts';
import { readProgress } from '#server/draws/progress.ts';
import { createPublishedBooks } from '#server/draws/seal/published-book.ts';
import { lottoRoutes } from '#server/games/numbers/routes.ts';
import { statisticsRoutes } from '#server/games/numbers/statistics/routes.ts';
import { createAddressFinder, createVisitorFinder } from '#server/http/address.ts';
import { answerError } from '#server/http/answer-error.ts';
import { createAuthRouter } from '#server/http/auth/auth-router.ts';
import { eLoginWay, passwordWay } from '#server/http/auth/sign-in-ways.ts';
import { headAsGet } from '#server/http/conditional.ts';
import { createContentPictureRouter } from '#server/http/content-pictures.ts';
import { createDocsRouter } from '#server/http/docs.ts';
import { createHealthRouter } from '#server/http/health.ts';
import { createPictureCache } from '#server/http/picture-cache.ts';
import { createAnswerPublic } from '#server/http/public-answers.ts';
import { withPublicCache } from '#server/http/public-cache.ts';
import { createResultFileRouter } from '#server/http/result-file-router.ts';
import { createReturnRouter } from '#server/http/return-pages.ts';
import { createAnswerCall, createApiRouter } from '#server/http/router.ts';
import { createSaleFastPath } from '#server/http/sale-fast-path.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { createUnsubscribeRouter } from '#server/http/unsubscribe-pages.ts';
import { requireWellFormed } from '#server/http/well-formed.ts';
import { createPaymentParts, type Outside } from '#server/outside.ts';
import { createAurCallback } from '#server/payments/aur/callback.ts';
import { createForwardVerification, type ForwardVerification } from '#server/payments/forward.ts';
import type { PaymentParts } from '#server/payments/parts.ts';
import { paymentRoutes } from '#server/payments/routes.ts';
import { type ChargeCard, createChargeCard } from '#server/payments/subscription-charge.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Database, type Db, transaction } from '#server/platform/database.ts';
import { createFeed, type Feed } from '#server/platform/feed.ts';
import type { CallContext, Caller, Handlers } from '#server/platform/handler.ts';
import { type Log, logFault } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import type { Streams } from '#server/platform/streams.ts';
import { machineTimers } from '#server/platform/timers.ts';
import type { WriteProbe } from '#server/platform/write-probe.ts';
import { accountRoutes } from '#server/players/account/account-routes.ts';
import { declineLetters } from '#server/players/account/decline-letters.ts';
import { identityRoutes } from '#server/players/e-id/identity-routes.ts';
import { limitRoutes } from '#server/players/limits/limit-routes.ts';
import { recoveryRoutes } from '#server/players/recovery/recovery-routes.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import { createResultFiles } from '#server/results/result-files.ts';
import { resultRoutes } from '#server/results/routes.ts';
import { ticketRoutes } from '#server/sales/routes.ts';
import { createSell, type Sell } from '#server/sales/sell.ts';
import { searchRoutes } from '#server/search/routes.ts';
import { type SecurityEvent, securityEvent } from '#server/security/events.ts';
import { createBuySubscription } from '#server/subscriptions/buy.ts';
import { agreementsOf } from '#server/subscriptions/read.ts';
import { subscriptionRoutes } from '#server/subscriptions/routes.ts';
import { storedBuying } from '#server/subscriptions/stored-purchase.ts';

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
  streams: Streams;
  /** Told when content changed. */
  contentChanged?: () => void;
};

/**
 * The API, without sockets: `app.request` answers in process. `forget` drops what was read from the database.
 */
export function createApp(parts: AppParts) {
  const { config, database, log, kinds, outside, probe, streams, contentChanged } = parts;
  const { db, pool, pipeline } = database;
  const { url, key, includeDrafts, webhookSecret, assetOrigins: origins } = config.content;
  const service = parts.contentService ?? createContentService({ url, key, includeDrafts });
  const changed = () => {
    forget();
    contentChanged?.();
  };
  const content = createContent({ db, pool, log, includeDrafts, monotonicMs, service, changed });
  const signIn = { db, secret: config.secrets.session };
  const payments = createPaymentParts({ config, db: database.payments, log, outside });
  const forward = createForwardVerification(payments, monotonicMs);
  const board = createBoardReader(db, kinds, monotonicMs);
  const sell = watchSale(createSell(pipeline, log), probe);
  const progress = progressFeed(parts);
  const { handlers: kept, forget } = withPublicCache(
    routesOf(parts, { content, payments, forward, board, sell, signIn, progress }),
    monotonicMs,
  );
  const handlers: Handlers = { ...kept, ...contentRoutes(content) };

  const texts = () => readTexts(content);
  const app = new Hono();
  app.use(securityHeaders);
  const findVisitor = createVisitorFinder(config.trustedProxies);
  app.use(createAddressFinder(findVisitor));
  app.onError((error) => answerError(error, log));
  app.use(requireWellFormed, headAsGet);
  app.route('/', createHealthRouter({ config, isWell: probe.isWell, log }));
  app.route('/', createDocsRouter(config.version));
  const pictures = createPictureCache({ fetchPicture: createFetchPicture(), log, monotonicMs });
  const resultFiles = resultFilesOf(parts);
  app.route('/', createResultFileRouter(resultFiles));
  app.route('/', createContentPictureRouter({ origins, pictures, log }));
  const signInWays = { credentials: passwordWay(signIn), elogin: eLoginWay(signIn) };
  app.route('/', createAuthRouter({ ...signIn, log, texts, signInWays }));
  const sessions = createSessionReader(database);
  const checkAnswers = config.dev || config.version === 'test';
  const noteEvent = (event: SecurityEvent) => transaction(db, (tx) => securityEvent(tx, event));
  const callParts = { handlers, sessions, streams, log, checkAnswers, webhookSecret, noteEvent };
  const answerCall = createAnswerCall(callParts);
  app.route('/', createReturnRouter({ ...returnsOf(payments), forward, texts, log }));
  app.route('/', unsubscribeRouterOf(parts));
  app.route('/', createApiRouter(answerCall));
  app.all('/api/*', () => answerError(new Refusal('EC_NO_DATA_FOUND', { status: 404 }), log));
  return {
    app,
    saleFastPath: createSaleFastPath(answerCall, findVisitor),
    content,
    texts,
    resultFiles,
    progress,
    answerPublic: createAnswerPublic(handlers, log),
    forget: () => {
      board.markStale();
      forget();
    },
  };
}

type Made = {
  content: Content;
  payments: PaymentParts;
  forward: ForwardVerification;
  board: ReturnType<typeof createBoardReader>;
  sell: ReturnType<typeof createSell>;
  signIn: { db: Db; secret: string };
  progress: Feed<Progress>;
};

/** The answers to every call but those of the content service. */
function routesOf(parts: AppParts, made: Made) {
  const { config, database, log, outside } = parts;
  const { content, payments, forward, board, sell, signIn, progress } = made;
  const { db } = database;
  return {
    ...lottoRoutes({ ...numbersParts(parts, createChargeCard(payments)), board, sell, isOn: content.isOn }),
    ...resultRoutes(db),
    ...drawRoutes(db, progress),
    ...statisticsRoutes(db),
    ...clubRoutes(db),
    ...identityRoutes({ ...signIn, ...outside, log }),
    ...recoveryRoutes(signIn),
    ...ticketRoutes(database.pages),
    ...subscriptionRoutes(db, database.pages),
    ...paymentRoutes(payments, database.pages, forward),
    ...accountRoutes({ ...signIn, pages: database.pages }, config.messages.siteUrl, agreementsOf),
    ...limitRoutes(db),
    ...searchRoutes(db, content, () => listClubs(db)),
  };
}

function drawRoutes(db: Db, progress: Feed<Progress>) {
  return {
    'draws.progress': () => readProgress(db),
    'draws.watch': async () => progress,
  } satisfies Partial<Handlers>;
}

function progressFeed({ database: { db }, log }: AppParts): Feed<Progress> {
  const onError = (error: unknown) => logFault(log, error);
  return createFeed({ read: () => readProgress(db), timers: machineTimers, onError });
}

/** What comes back through browsers, and what Aur tells by itself. */
function returnsOf({ aur, db, log }: PaymentParts) {
  return { aur, changed: createAurCallback(db, (error) => logFault(log, error)), monotonicMs };
}

function unsubscribeRouterOf({ database: { db }, config }: AppParts) {
  const decline = (wanted: Parameters<typeof declineLetters>[1]) => declineLetters(db, wanted);
  return createUnsubscribeRouter({ secret: config.secrets.seal, decline, monotonicMs });
}

function resultFilesOf({ config: { dataDir, secrets }, database: { db }, log }: AppParts) {
  return createResultFiles({ db, log, dataDir, signingKey: secrets.signingKey });
}

function numbersParts({ database: { db, pages, pool }, config, kinds }: AppParts, chargeCard: ChargeCard) {
  return {
    db,
    pages,
    pool,
    kinds,
    buySubscription: createBuySubscription(db, chargeCard),
    secret: config.secrets.seal,
    monotonicMs,
    signingKeys: publishedKeys(config.secrets),
    publishedBook: createPublishedBooks({ db, config }),
    storedPurchase: (context: CallContext & { caller: Caller }) => storedBuying(db, context),
  };
}

export type App = ReturnType<typeof createApp>;

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
