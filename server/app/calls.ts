/** From the handlers of all calls to their answers: over HTTP, by the fast path, and for pages. */
import type { FindVisitor } from '#server/http/address.ts';
import { createAnswerPublic } from '#server/http/public-answers.ts';
import { createAnswerCall, createApiRouter } from '#server/http/router.ts';
import { createSaleFastPath } from '#server/http/sale-fast-path.ts';
import { transaction } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import { type SecurityEvent, securityEvent } from '#server/security/events.ts';
import type { AppParts } from './parts.ts';

export function wireCalls(parts: AppParts, handlers: Handlers, findVisitor: FindVisitor) {
  const { config, database, log, streams } = parts;
  const { webhookSecret } = config.content;
  const sessions = createSessionReader(database);
  const checkAnswers = config.dev || config.version === 'test';
  const noteEvent = (event: SecurityEvent) => transaction(database.db, (tx) => securityEvent(tx, event));
  const callParts = { handlers, sessions, streams, log, checkAnswers, webhookSecret, noteEvent };
  const answerCall = createAnswerCall(callParts);
  return {
    apiRouter: createApiRouter(answerCall),
    saleFastPath: createSaleFastPath(answerCall, findVisitor),
    answerPublic: createAnswerPublic(handlers, log),
  };
}
