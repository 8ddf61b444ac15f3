/**
 * Every call of the product, once. Router, documentation, handler types and clients derive from this table.
 */
import { authCalls } from './auth.ts';
import type { AnswerOf, Call, InputOf, RequestOf } from './call.ts';
import { claimCalls } from './claims.ts';
import { clubCalls } from './clubs.ts';
import { contentCalls } from './content-calls.ts';
import { drawCalls } from './draws.ts';
import { lottoCalls } from './games/numbers.ts';
import { poolCalls } from './games/pools.ts';
import { leagueCalls } from './league.ts';
import { limitCalls } from './limits.ts';
import { paymentCalls } from './payments.ts';
import { playerCalls } from './players.ts';
import { recoveryCalls } from './recovery.ts';
import { resultCalls } from './results.ts';
import { savedRowsCalls } from './saved-rows.ts';
import { statisticsCalls } from './statistics.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { syndicateCalls } from './syndicates.ts';
import { systemCalls } from './system.ts';
import { teamCalls } from './teams.ts';
import { ticketCalls } from './tickets.ts';

export const api = {
  ...lottoCalls,
  ...poolCalls,
  ...drawCalls,
  ...resultCalls,
  ...statisticsCalls,
  ...ticketCalls,
  ...claimCalls,
  ...subscriptionCalls,
  ...authCalls,
  ...recoveryCalls,
  ...playerCalls,
  ...paymentCalls,
  ...limitCalls,
  ...savedRowsCalls,
  ...systemCalls,
  ...contentCalls,
  ...clubCalls,
  ...syndicateCalls,
  ...teamCalls,
  ...leagueCalls,
} as const satisfies Record<string, Call>;

export type Api = typeof api;
export type CallName = keyof Api;
export type ApiInput<K extends CallName> = InputOf<Api[K]>;
export type ApiRequest<K extends CallName> = RequestOf<Api[K]>;
export type ApiAnswer<K extends CallName> = AnswerOf<Api[K]>;
