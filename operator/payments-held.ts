import { heldBalances } from '#server/payments/withdrawals/closed.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'payments held',
  usage: '',
  summary: 'Money of closed accounts that waits for people: no bank account, refused by the bank, a debt',
  args: [0, 0],
  options: {},
  role: 'payments',
  logged: true,
  async run({ database }) {
    const held = await heldBalances(database.db);
    const rows = held.map(({ playerId, balance, closedAt, why, account, enteredBy }) => [
      playerId,
      balance,
      closedAt.toISOString().slice(0, 10),
      why,
      account ?? '',
      enteredBy ?? '',
    ]);
    const text = table(['player', 'kr.', 'closed', 'why', 'account', 'named by'], rows);
    return { json: { held }, text: rows.length === 0 ? 'Nothing is held.' : text };
  },
} satisfies Command;
