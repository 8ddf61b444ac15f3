import { releasePrizes } from '#server/draws/claims/claim.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { prizeAnswer } from './prize-answer.ts';

export const command = {
  words: 'prize release',
  usage: 'TICKET [--to-bank]',
  summary: 'Pays claimed large prizes into the wallet, or approves the winner’s own claim; by another person',
  args: [1, 1],
  options: {
    'to-bank': {
      type: 'boolean',
      help: 'straight to the bank account of the winner; what the winner claimed goes there anyway',
    },
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
