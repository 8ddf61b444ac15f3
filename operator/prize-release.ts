import { releasePrizes } from '#server/draws/claims/claim.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { prizeAnswer } from './prize-answer.ts';

export const command = {
  words: 'prize release',
  usage: 'TICKET',
  summary: 'Pays the claimed large prizes of a ticket into the wallet; another person than took the claim',
  args: [1, 1],
  options: {},
  actor: 'required',
  logged: true,
  async run({ database, actor }, { args: [ticket = ''] }) {
    const handled = await retrying(() => transaction(database.db, (tx) => releasePrizes(tx, ticket, actor)));
    return prizeAnswer(handled, 'paid');
  },
} satisfies Command;
