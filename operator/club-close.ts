import { transaction } from '#server/platform/database.ts';
import { closeClub } from '#server/players/clubs/clubs.ts';
import { clubAnswer, clubArgument } from './club-arguments.ts';
import { type Command, reasonOf } from './command.ts';

export const command = {
  words: 'club close',
  usage: 'NUMBER --reason TEXT',
  summary: 'Ends the support of a club; its supporters are told, and it still gets what was sold for it',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const clubId = clubArgument(input);
    reasonOf(context);
    const closed = await transaction(context.database.db, (tx) => closeClub(tx, clubId));
    const { json, text } = clubAnswer(closed, 'is closed');
    return { json: { ...(json as object), supporters: closed.supporters }, text };
  },
} satisfies Command;
