import { transaction } from '#server/platform/database.ts';
import { renameTeam } from '#server/players/clubs/team-names.ts';
import { type Command, reasonOf } from './command.ts';
import { teamAnswer, teamArgument } from './team-arguments.ts';

export const command = {
  words: 'team hide',
  usage: 'TEAM --reason TEXT',
  summary: 'Takes the name off a team, which is shown by its number; no team gets that name again',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const rename = { teamId: teamArgument(input), name: null, reason: reasonOf(context) };
    const { actor, database } = context;
    return teamAnswer(
      rename.teamId,
      await transaction(database.db, (tx) => renameTeam(tx, { ...rename, actor })),
    );
  },
} satisfies Command;
