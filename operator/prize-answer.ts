/** What both prize commands say of a ticket's large prizes. */
import type { Handled } from '#server/draws/claims/claim.ts';
import { gameAndDraw, type ShownPrize, shownPrize } from '#server/draws/claims/large-prizes.ts';
import type { Answer } from './command.ts';
import { amount } from './table.ts';

/** @param did what the command does to a prize, `claimed` or `paid` */
export function prizeAnswer({ prizes, changed }: Handled, did: 'claimed' | 'paid'): Answer {
  const shown = prizes.map(shownPrize);
  const sum = changed.reduce((total, prize) => total + prize.amount, 0);
  const isWinners = changed.some(({ winnerClaimedAt }) => winnerClaimedAt !== null);
  const said =
    changed.length > 0
      ? `${amount(sum)} kr. ${isWinners ? ofWinner[did] : `${did} now`}.`
      : `Nothing to do: ${prizes.map(({ status }) => status).join(', ')} before.`;
  return {
    json: { [did]: changed.length, amount: sum, prizes: shown },
    text: [said, ...shown.map(prizeLine)].join('\n'),
  };
}

const ofWinner = { claimed: 'prepared now', paid: 'approved; the bank pays it as soon as it may be paid' };

/** One large prize as a line for people. */
export function prizeLine(prize: ShownPrize): string {
  const { ticketId, status, claimBy, heldUntil, winnerClaimedAt, claimedBy, approvedBy, releasedBy } = prize;
  const until = status === 'waiting' && `to be claimed until ${claimBy}`;
  const held = heldUntil !== null && `to be paid on ${heldUntil} at the earliest`;
  const who = [
    winnerClaimedAt && 'claimed by the winner',
    claimedBy && `${winnerClaimedAt ? 'prepared' : 'claimed'} by ${claimedBy}`,
    approvedBy && `approved by ${approvedBy}`,
    releasedBy && !approvedBy && `released by ${releasedBy}`,
  ];
  return [`  ${ticketId}, ${gameAndDraw(prize)}: ${amount(prize.amount)} kr., ${status}`, until, held, ...who]
    .filter(Boolean)
    .join(', ');
}
