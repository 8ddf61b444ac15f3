import { clubOwed } from '#server/ledger/contributions.ts';
import { clubAccount } from '#server/payments/clubs/account.ts';
import { clubPayouts } from '#server/payments/clubs/payouts.ts';
import { transaction } from '#server/platform/database.ts';
import { lockClub } from '#server/players/clubs/clubs.ts';
import { clubArgument } from './club-arguments.ts';
import type { Command } from './command.ts';
import { amount as inKronur, table } from './table.ts';

export const command = {
  words: 'club show',
  usage: 'NUMBER',
  summary: 'A club: what it is owed, where it is paid, and its last payments',
  args: [1, 1],
  options: {},
  role: 'reads',
  logged: true,
  async run({ database }, input) {
    const clubId = clubArgument(input);
    return transaction(database.db, async (tx) => {
      const { name, closedAt } = await lockClub(tx, clubId);
      const owed = await clubOwed(tx, clubId);
      const account = await clubAccount(tx, clubId);
      const payouts = (await clubPayouts(tx, clubId)).map(
        ({ payoutId, amount, status, reason, changedAt }) => ({
          ...{ payoutId, amount, status, ...(reason && { reason }) },
          changedAt: changedAt.toISOString(),
        }),
      );
      const rows = payouts.map(({ changedAt, amount, status, reason = '' }) => [
        changedAt,
        amount,
        status,
        reason,
      ]);
      const head = `${clubId} ${name}${closedAt ? `, closed ${closedAt.toISOString().slice(0, 10)}` : ''}`;
      const paidTo = account
        ? `paid to ${account.bankAccount} of ${account.ownerNationalId}`
        : 'without account';
      const said = `${head}\nOwed ${inKronur(owed)} kr., ${paidTo}`;
      return {
        json: { club: clubId, name, closedAt: closedAt?.toISOString() ?? null, owed, account, payouts },
        text: rows.length === 0 ? said : `${said}\n\n${table(['changed', 'kr.', 'status', 'why'], rows)}`,
      };
    });
  },
} satisfies Command;
