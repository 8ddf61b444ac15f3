import { checkLedger } from '#server/ledger/check.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'ledger check',
  usage: '',
  summary:
    'Every invariant of the books: sums, balances, entries, seals against stakes; stops at the first break',
  args: [0, 0],
  options: {},
  logged: false,
  async run({ database, progress }) {
    const check = await checkLedger(database.db, (names, index, of) =>
      progress(`${index + 1}/${of} ${names}`),
    );
    if (check.ok) return { json: check, text: 'The books hold: every invariant is kept.' };
    const { invariant, means, found } = check.broken;
    return {
      json: check,
      text: `BROKEN: ${invariant}: ${means}.\nFirst row that breaks it: ${JSON.stringify(found)}`,
      failed: true,
    };
  },
} satisfies Command;
