import { parseBankAccount } from '#rules/values/bank-account.ts';
import { payHeld } from '#server/payments/withdrawals/closed.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import { type Command, textOption, UsageError, wholeNumber } from './command.ts';

export const command = {
  words: 'payments pay-held',
  usage: 'PLAYER --account 0000-00-000000',
  summary: 'Names where the money of a closed account goes; the same by another person pays it',
  args: [1, 1],
  options: { account: { type: 'string', help: 'the bank account of that very person', required: true } },
  actor: 'required',
  role: 'payments',
  logged: true,
  async run({ database, actor }, input) {
    const playerId = wholeNumber(input.args[0], 'PLAYER', 1, 1e15);
    const account = parseBankAccount(textOption(input, 'account') ?? '');
    if (account === null) throw new UsageError('--account must be like 0133-26-012345.');
    const done = await retrying(() =>
      transaction(database.db, (tx) => payHeld(tx, { playerId, account, actor })),
    );
    const text =
      done.step === 'paid'
        ? `${done.amount} kr. are ordered to ${account}.`
        : `${account} is named for ${done.amount} kr. Another person pays by the same command.`;
    return { json: done, text };
  },
} satisfies Command;
