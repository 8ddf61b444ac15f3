/** The review of a pools slip, and what the slip lacks before it can be reviewed. */
import { useCallback } from 'react';
import { focusWayOn } from '#web/shared/purchase/focus-way-on.ts';
import { useReview } from '#web/shared/purchase/use-review.ts';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import type { RowsFile } from './rows-file.ts';
import { sendWager, wagerOf } from './wager.ts';

type Parts = {
  quote: Quote;
  program: PlayProgram;
  file: RowsFile | null;
  isClosed: boolean;
  clear: () => void;
};

export function usePoolReview({ quote, program, file, ...parts }: Parts) {
  const wagerNow = useCallback(() => wagerOf(quote, program, file), [quote, program, file]);
  const isReady = (): boolean => quote.total > 0;
  const { gameId } = program;
  return useReview({ gameId, quote, wagerNow, send: sendWager, isReady, focusWayOn, ...parts });
}
