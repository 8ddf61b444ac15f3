import { payClub } from '#server/payments/clubs/payouts.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import { clubArgument } from './club-arguments.ts';
import type { Command } from './command.ts';
import { amount as inKronur } from './table.ts';

export const command = {
  words: 'club pay',
  usage: 'NUMBER',
  summary: 'Proposes to pay a club all that it is owed; the same by another person orders it at the bank',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'payments',
  logged: true,
  async run({ database, actor }, input) {
    const clubId = clubArgument(input);
    const payout = await retrying(() => transaction(database.db, (tx) => payClub(tx, clubId, actor)));
    const { payoutId, amount, bankAccount, status } = payout;
    return {
      json: { club: clubId, payoutId, amount, account: bankAccount, status },
      text:
        status === 'ordered'
          ? `${inKronur(amount)} kr. are ordered to ${bankAccount}.`
          : `${inKronur(amount)} kr. to ${bankAccount} are proposed. Another person pays likewise.`,
    };
  },
} satisfies Command;
