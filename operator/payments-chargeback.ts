import { chargeBack } from '#server/payments/chargeback.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import { type Command, reasonOf } from './command.ts';

export const command = {
  words: 'payments chargeback',
  usage: 'PAYMENT --reason TEXT',
  summary: 'Enters that a bank took a card payment back; the same by another person posts it',
  args: [1, 1],
  options: {},
  actor: 'required',
  logged: true,
  async run(context, { args: [id = ''] }) {
    const { database, actor } = context;
    const reason = reasonOf(context);
    const done = await retrying(() =>
      transaction(database.db, (tx) => chargeBack(tx, { id, actor, reason })),
    );
    const { step, amount, playerId, fromWallet } = done;
    const text = {
      entered: `Entered: ${amount} kr. of player ${playerId}. Another person confirms by the same command.`,
      posted: `Posted: ${fromWallet} kr. from the balance, ${amount - (fromWallet ?? 0)} kr. as debt.`,
      known: `Was posted before: ${fromWallet} kr. came from the balance.`,
    }[step];
    return { json: done, text };
  },
} satisfies Command;
