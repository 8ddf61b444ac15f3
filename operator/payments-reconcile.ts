import { isDate } from '#rules/values/weeks.ts';
import { createPaymentParts } from '#server/outside.ts';
import { reconcileDay } from '#server/payments/reconcile/reconcile.ts';
import { type Command, UsageError } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'payments reconcile',
  usage: 'DAY',
  summary: 'Compares our books of a day with those of the card gateway, Aur and the bank; repairs nothing',
  args: [1, 1],
  options: {},
  role: 'payments',
  logged: true,
  async run({ config, database, log, actor }, { args: [day = ''] }) {
    if (!isDate(day)) throw new UsageError('DAY must be a day such as 2026-12-24.');
    const parts = createPaymentParts({ config, db: database.db, log });
    const found = await reconcileDay(parts, day, actor);
    const { compared, differences, playerMoney, outsideMoney } = found;
    const rows = differences.map(({ party, what, paymentId, id, ours, theirs }) => [
      party,
      what,
      paymentId ?? id ?? '',
      ours ?? '',
      theirs ?? '',
    ]);
    const said =
      rows.length === 0
        ? `${compared} payments of ${day} are the same in all books.`
        : table(['with', 'what', 'payment', 'ours', 'theirs'], rows);
    const sums = `Players' money ${playerMoney} kr.; with gateway, Aur, bank and sandbox ${outsideMoney} kr.`;
    return { json: found, text: `${said}\n\n${sums}`, failed: rows.length > 0 };
  },
} satisfies Command;
