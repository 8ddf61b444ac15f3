/** The review of a slip of numbers, and what the slip lacks before it can be reviewed. */
import { useCallback, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { focusWayOn } from '#web/shared/purchase/focus-way-on.ts';
import type { Send } from '#web/shared/purchase/use-purchase.ts';
import { useReview } from '#web/shared/purchase/use-review.ts';
import { focusGrid, focusJoker } from './focus.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { type Wager, wagerOf } from './wager.ts';

type Parts = { quote: Quote; draw: PlayDraw; isClosed: boolean; clear: () => void };

const send: Send<Wager> = (body, options) => laterApi('lotto.buy', { body }, options);

export function useNumbersReview({ quote, draw, ...parts }: Parts) {
  const [isJokerAsked, setJokerAsked] = useState(false);
  const wagerNow = useCallback(() => wagerOf(quote, draw), [quote, draw]);

  const isReady = (): boolean => {
    const lacksJoker = quote.total > 0 && quote.jokerLeft > 0;
    setJokerAsked(lacksJoker);
    // Nothing to review yet: to the numbers, where the row says how many it lacks.
    if (quote.total === 0) focusGrid();
    else if (lacksJoker) focusJoker();
    return quote.total > 0 && !lacksJoker;
  };

  const { gameId } = draw;
  const review = useReview({ gameId, quote, wagerNow, send, isReady, focusWayOn, ...parts });
  return { ...review, isJokerAsked };
}
