/** What a slip asks the server to sell. */
import type { ApiRequestOf } from '#web/api/browser-api.ts';
import { affiliateId } from '#web/visits/affiliate.ts';
import type { PlayDraw, Quote } from './quote.ts';

export type Wager = ApiRequestOf<'lotto.buy'>['body'];

export function wagerOf({ rows, joker, system, draws, days, total }: Quote, draw: PlayDraw): Wager {
  const affiliate = affiliateId();
  return {
    gameId: draw.gameId,
    draw: draw.draw,
    rows: rows.map(({ numbers, bonusNumbers, isQuickPick }) => ({
      numbers: [...numbers],
      ...(bonusNumbers.length > 0 && { bonusNumbers: [...bonusNumbers] }),
      isQuickPick,
    })),
    stake: total,
    channel: window.innerWidth <= 1024 ? 'mobile' : 'web',
    // It is sent after the terms were accepted.
    ...(days === null
      ? { drawCount: draws }
      : { subscriptionDrawDays: [...days], acceptedSubscriptionTerms: true }),
    ...(joker && { joker }),
    ...(system > 0 && { system }),
    ...(affiliate !== undefined && { affiliateId: affiliate }),
  };
}
