import { transaction } from '#server/platform/database.ts';
import { addClub } from '#server/players/clubs/clubs.ts';
import { clubAnswer, clubArgument } from './club-arguments.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'club add',
  usage: 'NUMBER NAME',
  summary: 'A club that can be supported from now on, under a number of its own',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run({ database }, input) {
    const [clubId, [, name = '']] = [clubArgument(input), input.args];
    return clubAnswer(await transaction(database.db, (tx) => addClub(tx, clubId, name)), 'can be supported');
  },
} satisfies Command;
