/** Written by tools/api-table.ts from contract/api.ts; a test compares. */
import type { CallName } from '#contract/api.ts';

export const apiTable = {
  'lotto.currentDraws': ['GET', '/lotto/current-draw'],
  'lotto.currentDraw': ['GET', '/lotto/current-draw/{gameId}'],
  'lotto.buy': ['POST', '/lotto/buy'],
  'lotto.cancel': ['POST', '/lotto/cancel'],
  'lotto.ticket': ['GET', '/lotto/ticket/{ticketId}/{couponId}'],
  'lotto.evidence': ['GET', '/lotto/evidence/{gameId}/{draw}'],
  'lotto.proof': ['GET', '/lotto/proof/{ticketId}/{couponId}'],
  'results.latest': ['GET', '/result/latest'],
  'results.lotto': ['GET', '/result/lotto'],
  'results.lottoLatest': ['GET', '/result/lotto/latest'],
  'tickets.list': ['GET', '/user/tickets/{page}'],
  'account.details': ['GET', '/user/account/details'],
  'account.transactions': ['GET', '/user/transactions/{page}'],
  'system.limits': ['GET', '/system/limits'],
} as const satisfies Record<CallName, readonly ['GET' | 'POST', string]>;
