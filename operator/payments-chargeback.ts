import { chargeBack } from '#server/payments/chargeback.ts';
import { retrying, transaction } from '#server/platform/database.ts';
import { type Command, type Context, type Input, reasonOf, textOption, wholeNumber } from './command.ts';

export const command = {
  words: 'payments chargeback',
  usage: 'PAYMENT [--amount KR] --reason TEXT',
  summary: 'Enters that a bank took a card payment back; the same by another person posts it',
  args: [1, 1],
  options: { amount: { type: 'string', help: 'What the bank took, in krónur; all that is left without it' } },
  actor: 'required',
  role: 'payments',
  logged: true,
  run: (context, input) => runChargeback(context, input, 'taken'),
} satisfies Command;

/** Shared with the command of won disputes. */
export async function runChargeback(context: Context, input: Input, kind: 'taken' | 'won') {
  const { database, actor } = context;
  const [id = ''] = input.args;
  const reason = reasonOf(context);
  const given = textOption(input, 'amount');
  const amount = given === undefined ? undefined : wholeNumber(given, '--amount', 1, 1_000_000_000);
  const done = await retrying(() =>
    transaction(database.db, (tx) => chargeBack(tx, { id, kind, amount, actor, reason })),
  );
  return { json: done, text: textOf(done, kind) };
}

function textOf(
  { step, amount, playerId, fromWallet, heldBack }: Awaited<ReturnType<typeof chargeBack>>,
  kind: 'taken' | 'won',
): string {
  if (step === 'entered') {
    const also = `Another person confirms by the same command with --amount ${amount}.`;
    return `Entered: ${amount} kr. of player ${playerId}. ${also}`;
  }
  if (kind === 'won') {
    const now = `The bank holds back ${heldBack} kr. of the payment now.`;
    return step === 'posted' ? `Posted: ${amount} kr. given back. ${now}` : `Was posted before. ${now}`;
  }
  const parts = `${fromWallet} kr. from the balance, ${amount - (fromWallet ?? 0)} kr. as debt`;
  return step === 'posted' ? `Posted: ${parts}.` : `Was posted before: ${parts}.`;
}
