import { transaction } from '#server/platform/database.ts';
import { renameTeam } from '#server/players/clubs/team-names.ts';
import { type Command, reasonOf } from './command.ts';
import { teamAnswer, teamArgument } from './team-arguments.ts';

export const command = {
  words: 'team rename',
  usage: 'TEAM NAME --reason TEXT',
  summary: 'Another name for a team; no team gets the one of before again, and the owner is told',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const rename = { teamId: teamArgument(input), name: input.args[1] ?? '', reason: reasonOf(context) };
    const { actor, database } = context;
    return teamAnswer(
      rename.teamId,
      await transaction(database.db, (tx) => renameTeam(tx, { ...rename, actor })),
    );
  },
} satisfies Command;
