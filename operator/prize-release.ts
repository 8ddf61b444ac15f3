import { releasePrizes } from '#server/draws/claims/claim.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { prizeAnswer } from './prize-answer.ts';

export const command = {
  words: 'prize release',
  usage: 'TICKET [--to-bank]',
  summary: 'Pays the claimed large prizes of a ticket into the wallet; another person than took the claim',
  args: [1, 1],
  options: {
    'to-bank': { type: 'boolean', help: 'straight to the bank account of the winner, not into the wallet' },
  },
  actor: 'required',
  role: 'payments',
  logged: true,
  async run({ database, actor }, { args: [ticket = ''], options }) {
    const to = options['to-bank'] ? 'bank' : 'wallet';
    const handled = await retrying(() =>
      transaction(database.db, (tx) => releasePrizes(tx, ticket, actor, to)),
    );
    return prizeAnswer(handled, 'paid');
  },
} satisfies Command;
