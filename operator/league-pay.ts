import { paySeason } from '#server/league/close.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { seasonArgument } from './league-arguments.ts';
import { amount as inKronur } from './table.ts';

export const command = {
  words: 'league pay',
  usage: 'SEASON',
  summary: 'Proposes to pay the prizes of a closed season; the same by another person pays the owners',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'payments',
  logged: true,
  async run({ database, actor }, input) {
    const season = seasonArgument(input);
    const paid = await retrying(() => transaction(database.db, (tx) => paySeason(tx, season, actor)));
    return {
      json: paid,
      text:
        paid.state === 'paid'
          ? `${paid.paid} prizes of season ${season} are paid, ${inKronur(paid.amount)} kr.`
          : 'It is proposed. Another person pays likewise.',
    };
  },
} satisfies Command;
