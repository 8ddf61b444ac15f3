/** The state of a pool ticket while nothing of it is credited. */

import type { TicketState } from '#web/shared/tickets/ticket-paper.tsx';
import { drawTime } from '#web/shared/tickets/ticket-words.ts';
import type { Text } from '#web/text/text.tsx';
import type { PoolPart } from './pool-part.ts';

export function poolState(
  words: Pick<Text, 't' | 'format'>,
  pool: PoolPart,
  rows: number,
  now: string,
): TicketState {
  const { t } = words;
  const { standing, playDate } = pool;
  if (isDecided(pool) && standing === null) {
    return { label: t('pools.ticket.counting'), figure: t('ticket.counting'), look: 'words' };
  }
  if (standing === null) {
    const key = now < playDate ? 'pools.ticket.firstStarts' : 'pools.ticket.noScoreYet';
    return {
      label: t(key),
      figure: t('pools.ticket.startsAt', drawTime(words, playDate, now)),
      look: 'words',
    };
  }
  const { right, begun } = standing;
  if (isDecided(pool)) {
    const key = rows > 1 ? 'pools.ticket.rightInBest' : 'pools.right';
    return { label: t('pools.ticket.counting'), figure: t(key, { count: right }), look: 'amount' };
  }
  const label = t(rows > 1 ? 'pools.ticket.rightNowInBest' : 'pools.ticket.rightNow');
  return { label, figure: t('pools.ticket.rightOf', { right, count: begun }), look: 'amount' };
}

/** Nothing of it can change any more. */
export const isDecided = ({ matches }: PoolPart): boolean =>
  matches.every(({ sure }) => sure === 'final' || sure === 'lot');
