import { revokeKey } from '#server/operators/change.ts';
import { transaction } from '#server/platform/database.ts';
import { type Command, textOption } from './command.ts';
import { momentOf } from './moment.ts';
import { actingIn, nameArgument } from './operator-arguments.ts';

export const command = {
  words: 'operator revoke',
  usage: 'NAME [--from ISO]',
  summary: 'Ends a lost key at once, from the moment when it was lost; what it signed before stays valid',
  args: [1, 1],
  options: { from: { type: 'string', help: 'when it was lost; now without it' } },
  actor: 'required',
  role: 'operators',
  logged: true,
  async run(context, input) {
    const name = nameArgument(input);
    const given = textOption(input, 'from');
    const from = given === undefined ? null : momentOf(given, '--from');
    const at = await transaction(context.database.db, (tx) => revokeKey(tx, name, from, actingIn(context)));
    return {
      json: { operator: name, revokedFrom: at, by: context.actor },
      text: `The key of ${name} signs nothing from ${at.toISOString()} on. Two operators add a new one.`,
    };
  },
} satisfies Command;
