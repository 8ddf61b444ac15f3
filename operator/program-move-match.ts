import { decideFact } from '#server/fixtures/report.ts';
import { followKickOffs } from '#server/games/pools/kick-offs.ts';
import { programOf } from '#server/games/pools/program.ts';
import { transaction } from '#server/platform/database.ts';
import { type Command, textOption } from './command.ts';
import { momentOf } from './moment.ts';
import { programMatchArgument } from './program-arguments.ts';

export const command = {
  words: 'program move-match',
  usage: 'GAME PROGRAM MATCH --kick-off ISO',
  summary:
    'Moves a kick-off. An earlier one ends the sale earlier at once, and a later one never later; for the ' +
    'result it holds once another person says the same',
  args: [3, 3],
  options: { 'kick-off': { type: 'string', help: 'when the match begins', required: true } },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { program, match } = await programMatchArgument(context, input);
    const { db } = context.database;
    const { matchId } = match.match;
    const { actor } = context;
    const fact = { kind: 'kickOff', kickOff: momentOf(textOption(input, 'kick-off'), '--kick-off') } as const;
    const { decided } = await transaction(db, (tx) => decideFact(tx, { matchId, fact, actor }));
    await followKickOffs(db, actor);
    const { closeDate, closedAt } = await programOf(db, program.drawId);
    const ended = closedAt ? `ended ${closedAt.toISOString()}` : `ends ${closeDate.toISOString()}`;
    return {
      json: {
        game: program.game,
        program: program.number,
        match: match.number,
        decided,
        closeDate,
        closedAt,
      },
      text: `The sale of ${program.game} ${program.number} ${ended}.`,
    };
  },
} satisfies Command;
