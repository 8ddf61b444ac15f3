import { claimPrizes } from '#server/draws/claims/claim.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { prizeAnswer } from './prize-answer.ts';

export const command = {
  words: 'prize claim',
  usage: 'TICKET',
  summary:
    'Takes the claims of a ticket’s large prizes, or prepares those of its winner; TICKET: short or whole',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'payments',
  logged: true,
  async run({ database, actor }, { args: [ticket = ''] }) {
    const handled = await retrying(() => transaction(database.db, (tx) => claimPrizes(tx, ticket, actor)));
    return prizeAnswer(handled, 'claimed');
  },
} satisfies Command;
