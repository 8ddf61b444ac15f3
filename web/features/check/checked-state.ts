/** The outcome of a ticket for anyone who holds its code; never more than its owner is shown. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Format, Translate } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import type { TicketState } from '#web/shared/tickets/ticket-paper.tsx';
import { drawTime } from '#web/shared/tickets/ticket-words.ts';

type Words = { t: Translate; format: Format };
type Answer = ApiAnswer<'lotto.check'>;

export function checkedState(words: Words, answer: Answer, now: string): TicketState {
  const { t } = words;
  const { verdict, ticket } = answer;
  const draws: readonly Answer['ticket']['draws'][number][] = ticket.draws;
  if (draws.every(({ status }) => status === 'cancelled'))
    return { label: t('status.ticket.cancelled'), figure: t('ticket.notTakingPart'), look: 'words' };
  if (verdict === 'none') return { label: t('check.verdict.none'), figure: money(0), look: 'amount' };
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

function awaited(words: Words, draws: readonly { drawDate: string }[], now: string): string {
  const { t } = words;
  const next = draws.find(({ drawDate }) => now < drawDate);
  if (!next) return t('ticket.counting');
  return t('ticket.willBeDrawn', drawTime(words, next.drawDate, now));
}
