import type { Command } from './command.ts';
import { runChargeback } from './payments-chargeback.ts';

export const command = {
  words: 'payments chargeback-won',
  usage: 'PAYMENT [--amount KR] --reason TEXT',
  summary: 'Enters that a bank gave a chargeback back; the same by another person credits it',
  args: [1, 1],
  options: { amount: { type: 'string', help: 'What came back, in krónur; all that was taken without it' } },
  actor: 'required',
  role: 'payments',
  logged: true,
  run: (context, input) => runChargeback(context, input, 'won'),
} satisfies Command;
