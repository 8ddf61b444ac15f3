import { addOperator } from '#server/operators/change.ts';
import { roles } from '#server/operators/roles.ts';
import { transaction } from '#server/platform/database.ts';
import { type Command, textOption } from './command.ts';
import { actingIn, newOperator, rolesOf } from './operator-arguments.ts';

export const command = {
  words: 'operator add',
  usage: 'NAME KEY --roles ROLE[,ROLE]',
  summary: 'Enters a new operator, or a new key of one; the same by another operator registers it',
  args: [2, 2],
  options: { roles: { type: 'string', help: `some of ${roles.join(',')}`, required: true } },
  actor: 'required',
  role: 'operators',
  logged: true,
  async run(context, input) {
    const [name = '', key = ''] = input.args;
    const added = newOperator(name, key, rolesOf(textOption(input, 'roles')));
    const step = await transaction(context.database.db, (tx) => addOperator(tx, added, actingIn(context)));
    return {
      json: { operator: added.name, roles: added.roles, step, by: context.actor },
      text:
        step === 'done'
          ? `${added.name} is an operator.`
          : `Entered: ${added.name}. Another operator confirms by the same command within a week.`,
    };
  },
} satisfies Command;
