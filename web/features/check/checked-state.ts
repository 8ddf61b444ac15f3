/** The outcome of a ticket for anyone who holds its code; never more than its owner is shown. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Format, Translate } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import type { TicketState } from '#web/shared/tickets/ticket-paper.tsx';
import { drawTime } from '#web/shared/tickets/ticket-words.ts';
import type { CheckedPool } from './checked-pool.server.ts';

type Words = { t: Translate; format: Format };
type Answer = ApiAnswer<'lotto.check'>;

/** @param pool null of other games */
export function checkedState(
  words: Words,
  { answer, pool }: { answer: Answer; pool: CheckedPool | null },
  now: string,
): TicketState {
  const { t } = words;
  const { verdict, ticket } = answer;
  const draws: readonly Answer['ticket']['draws'][number][] = ticket.draws;
  if (draws.every(({ status }) => status === 'cancelled'))
    return { label: t('status.ticket.cancelled'), figure: t('ticket.notTakingPart'), look: 'words' };
  if (verdict === 'none') return { label: t('check.verdict.none'), figure: money(0), look: 'amount' };
  if (verdict === 'unknown' && pool) return poolState(words, pool, draws[0]?.drawDate ?? now, now);
  if (verdict === 'unknown')
    return { label: t('check.verdict.unknown'), figure: awaited(words, draws, now), look: 'words' };
  const amount = draws.reduce((sum, { amountWin = 0 }) => sum + amountWin, answer.raffleWin);
  const waits = draws.some(({ status }) => status === 'highwind' || status === 'claimed');
  const left = draws.filter(({ status }) => status === 'pending').length;
  // A return below the price is no celebration.
  return {
    label: t(waits ? 'check.winWaits' : 'check.winPaid', { left }),
    figure: money(amount),
    look: amount < answer.stake ? 'amount' : 'money',
  };
}

/** How far the matches are: what is right is counted once, on the ticket itself. */
function poolState(words: Words, { matches }: CheckedPool, firstKickOff: string, now: string): TicketState {
  const { t } = words;
  if (now < firstKickOff) {
    const figure = t('pools.ticket.startsAt', drawTime(words, firstKickOff, now));
    return { label: t('pools.ticket.firstStarts'), figure, look: 'words' };
  }
  const done = matches.filter(({ sure }) => sure === 'final' || sure === 'lot').length;
  const running = matches.filter(({ sure }) => sure === 'running').length;
  const left = matches.length - done - running;
  const figure =
    done === matches.length ? t('ticket.counting') : t('pools.ticket.progress', { done, running, left });
  return { label: t('check.verdict.unknown'), figure, look: 'words' };
}

function awaited(words: Words, draws: readonly { drawDate: string }[], now: string): string {
  const { t } = words;
  const next = draws.find(({ drawDate }) => now < drawDate);
  if (!next) return t('ticket.counting');
  return t('ticket.willBeDrawn', drawTime(words, next.drawDate, now));
}
