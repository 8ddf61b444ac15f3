import { closeEarlier } from '#server/draws/close.ts';
import { type Command, reasonOf } from './command.ts';
import { drawArgument } from './draw-arguments.ts';
import { momentOf } from './moment.ts';

export const command = {
  words: 'draw close-at',
  usage: 'GAME DRAW ISO --reason WHY',
  summary: 'Lets the sale of a draw end earlier than planned; never later',
  args: [3, 3],
  options: {},
  role: 'draws',
  logged: true,
  async run(context, input) {
    const reason = reasonOf(context);
    const closeDate = momentOf(input.args[2], 'The new time');
    const { drawId, game, number } = await drawArgument(context, input);
    await closeEarlier(context.database.db, drawId, closeDate, { actor: context.actor, reason });
    return {
      json: { game, draw: number, closeDate },
      text: `${game} ${number} closes ${closeDate.toISOString()}.`,
    };
  },
} satisfies Command;
