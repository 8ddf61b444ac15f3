/** From the handlers of all calls to their answers: over HTTP, by the fast path, and for pages. */
import { api } from '#contract/api.ts';
import type { Calls } from '#contract/call.ts';
import type { FindVisitor } from '#server/http/address.ts';
import { createAnswerPublic } from '#server/http/public-answers.ts';
import { createAnswerCall, createApiRouter } from '#server/http/router.ts';
import { createSaleFastPath } from '#server/http/sale-fast-path.ts';
import { transaction } from '#server/platform/database.ts';
import type { Handlers, OwnCalls } from '#server/platform/handler.ts';
import { createSessionReader } from '#server/players/sessions/sessions.ts';
import { type SecurityEvent, securityEvent } from '#server/security/events.ts';
import type { AppParts } from './parts.ts';

type Answering = { handlers: Handlers; ownCalls: OwnCalls };

export function wireCalls(parts: AppParts, { handlers, ownCalls }: Answering, findVisitor: FindVisitor) {
  const { config, database, log, streams } = parts;
  const { webhookSecret } = config.content;
  const sessions = createSessionReader(database);
  const checkAnswers = config.dev || config.version === 'test';
  const noteEvent = (event: SecurityEvent) => transaction(database.db, (tx) => securityEvent(tx, event));
  const own = Object.entries(ownCalls);
  const table: Calls = { ...api, ...Object.fromEntries(own.map(([name, { call }]) => [name, call])) };
  const handled = { ...handlers, ...Object.fromEntries(own.map(([name, { handle }]) => [name, handle])) };
  const callParts = { handlers: handled, sessions, streams, log, checkAnswers, webhookSecret, noteEvent };
  const answerCall = createAnswerCall(callParts, table);
  return {
    table,
    apiRouter: createApiRouter(answerCall, table),
    saleFastPath: createSaleFastPath(answerCall, findVisitor, table),
    answerPublic: createAnswerPublic(handlers, log),
  };
}
