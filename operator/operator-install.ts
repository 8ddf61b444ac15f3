import { installOperators } from '#server/operators/register.ts';
import { roles } from '#server/operators/roles.ts';
import type { Command } from './command.ts';
import { actingIn, newOperator } from './operator-arguments.ts';

export const command = {
  words: 'operator install',
  usage: 'NAME KEY NAME KEY',
  summary: 'Registers the first two operators, with every role; works once, while there is none',
  args: [4, 4],
  options: {},
  role: 'operators',
  logged: true,
  installs: true,
  async run(context, { args: [name = '', key = '', secondName = '', secondKey = ''] }) {
    const first = newOperator(name, key, roles);
    const second = newOperator(secondName, secondKey, roles);
    await installOperators(context.database.db, [first, second], actingIn(context));
    return {
      json: { operators: [first.name, second.name] },
      text: `${first.name} and ${second.name} are operators. Let them add two more (docs/operations.md).`,
    };
  },
} satisfies Command;
