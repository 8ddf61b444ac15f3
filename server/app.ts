/** The API: its subjects are wired in the folder app/, and put together here. */
import { Hono } from 'hono';
import { createAddressFinder, createVisitorFinder } from '#server/http/address.ts';
import { answerError } from '#server/http/answer-error.ts';
import { headAsGet } from '#server/http/conditional.ts';
import { createDocsRouter } from '#server/http/docs.ts';
import { createHealthRouter } from '#server/http/health.ts';
import { createPublicCache } from '#server/http/public-cache.ts';
import { createResultFileRouter } from '#server/http/result-file-router.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { requireWellFormed } from '#server/http/well-formed.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { wireCalls } from './app/calls.ts';
import { wireClubs } from './app/clubs.ts';
import { wireContent } from './app/content.ts';
import { ownCallsOf, wireGames } from './app/games.ts';
import { type AppParts, monotonicMs } from './app/parts.ts';
import { wirePayments } from './app/payments.ts';
import { wirePlayers } from './app/players.ts';
import { wireSales } from './app/sales.ts';

export type App = ReturnType<typeof createApp>;

/**
 * The API, without sockets: `app.request` answers in process. `forget` drops what was read from the database.
 */
export function createApp(parts: AppParts) {
  const { config, log, probe, contentChanged } = parts;
  const publicCache = createPublicCache(monotonicMs);
  const content = wireContent(parts, () => {
    publicCache.forget();
    contentChanged?.();
  });
  const payments = wirePayments(parts, content.texts);
  const players = wirePlayers(parts, content.texts);
  const sales = wireSales(parts, payments.chargeCard);
  const games = wireGames(parts, content.content, sales);
  const bought = { ...games.routes, ...sales.routes, ...wireClubs(parts) };
  const subjects = { ...bought, ...payments.routes, ...players.routes };
  const handlers: Handlers = {
    ...publicCache.keep({ ...subjects, ...content.routes }),
    ...content.contentRoutes,
  };
  const findVisitor = createVisitorFinder(config.trustedProxies);
  const ownCalls = ownCallsOf(parts, sales);
  const calls = wireCalls(parts, { handlers, ownCalls }, findVisitor);

  const app = new Hono();
  app.use(securityHeaders);
  app.use(createAddressFinder(findVisitor));
  app.onError((error) => answerError(error, log));
  app.use(requireWellFormed(calls.table), headAsGet);
  const routers = [
    createHealthRouter({ config, isWell: probe.isWell, log }),
    createDocsRouter(config.version),
    createResultFileRouter(games.resultFiles),
    content.pictureRouter,
    players.authRouter,
    payments.returnRouter,
    players.unsubscribeRouter,
    calls.apiRouter,
  ];
  for (const router of routers) app.route('/', router);
  app.all('/api/*', () => answerError(new Refusal('EC_NO_DATA_FOUND', { status: 404 }), log));
  return {
    app,
    saleFastPath: calls.saleFastPath,
    content: content.content,
    texts: content.texts,
    resultFiles: games.resultFiles,
    progress: games.progress,
    answerPublic: calls.answerPublic,
    forget: () => {
      sales.board.markStale();
      publicCache.forget();
    },
  };
}
