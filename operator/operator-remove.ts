import { removeOperator } from '#server/operators/change.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { actingIn, nameArgument } from './operator-arguments.ts';

export const command = {
  words: 'operator remove',
  usage: 'NAME',
  summary: 'Enters that an operator leaves; the same by another operator ends the key. Neither is NAME',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'operators',
  logged: true,
  async run(context, input) {
    const name = nameArgument(input);
    const step = await transaction(context.database.db, (tx) => removeOperator(tx, name, actingIn(context)));
    return {
      json: { operator: name, step, by: context.actor },
      text:
        step === 'done'
          ? `${name} is no operator any more.`
          : `Entered: ${name} leaves. Another operator confirms by the same command within a week.`,
    };
  },
} satisfies Command;
