import { planByCommand } from '#server/draws/by-command.ts';
import { type Command, textOption } from './command.ts';
import { drawNumberArgument, gameArgument } from './draw-arguments.ts';
import { momentOf } from './moment.ts';

export const command = {
  words: 'draw plan',
  usage: 'GAME DRAW --closes ISO --held ISO',
  summary: 'Plans a draw of a game without a calendar; draw release puts it on sale',
  args: [2, 2],
  options: {
    closes: { type: 'string', help: 'when sales end' },
    held: { type: 'string', help: 'when it is held' },
  },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { database, kinds, actor } = context;
    const draw = await planByCommand(database.db, kinds, {
      game: gameArgument(context, input),
      number: drawNumberArgument(input),
      closeDate: momentOf(textOption(input, 'closes'), '--closes'),
      drawDate: momentOf(textOption(input, 'held'), '--held'),
      actor,
    });
    const { game, number, closeDate, drawDate, rulesId } = draw;
    return {
      json: { game, draw: number, closeDate, drawDate, rulesId },
      text: `${game} ${number} closes ${closeDate.toISOString()} and is held ${drawDate.toISOString()}.`,
    };
  },
} satisfies Command;
