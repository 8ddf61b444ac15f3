/** The review of a slip of numbers, and what the slip lacks before it can be reviewed. */
import { useCallback, useEffect, useState } from 'react';
import { laterApi } from '#web/api/later-api.ts';
import { focusWayOn } from '#web/shared/purchase/focus-way-on.ts';
import type { Send } from '#web/shared/purchase/use-purchase.ts';
import { useReview } from '#web/shared/purchase/use-review.ts';
import { focusJoker } from './focus.ts';
import type { PlayDraw, Quote } from './quote.ts';
import { type Wager, wagerOf } from './wager.ts';

type Parts = {
  quote: Quote;
  draw: PlayDraw;
  isClosed: boolean;
  clear: () => void;
  /** Called when a row lacks numbers, to edit that row. */
  onLack: () => void;
};

const send: Send<Wager> = (body, options) => laterApi('lotto.buy', { body }, options);

export function useNumbersReview({ quote, draw, onLack, ...parts }: Parts) {
  const lacksNumbers = quote.total === 0 || quote.unfinished.length > 0;
  const [isRowAsked, setRowAsked] = useState(false);
  const [isJokerAsked, setJokerAsked] = useState(false);
  const wagerNow = useCallback(() => wagerOf(quote, draw), [quote, draw]);

  const isReady = (): boolean => {
    const lacksJoker = !lacksNumbers && quote.jokerLeft > 0;
    setJokerAsked(lacksJoker);
    // The page does not scroll: the notice stands at the button, and the grid is marked.
    setRowAsked(lacksNumbers);
    if (lacksNumbers) onLack();
    if (lacksJoker) focusJoker();
    return !lacksNumbers && !lacksJoker;
  };
  useEffect(() => {
    if (!lacksNumbers) setRowAsked(false);
  }, [lacksNumbers]);

  const { gameId } = draw;
  const review = useReview({ gameId, quote, wagerNow, send, isReady, focusWayOn, ...parts });
  return { ...review, isJokerAsked, isRowAsked };
}
