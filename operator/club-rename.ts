import { transaction } from '#server/platform/database.ts';
import { renameClub } from '#server/players/clubs/clubs.ts';
import { clubAnswer, clubArgument } from './club-arguments.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'club rename',
  usage: 'NUMBER NAME',
  summary: 'Another name for a club, also in its earlier weeks',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run({ database }, input) {
    const [clubId, [, name = '']] = [clubArgument(input), input.args];
    return clubAnswer(
      await transaction(database.db, (tx) => renameClub(tx, clubId, name)),
      'has its new name',
    );
  },
} satisfies Command;
