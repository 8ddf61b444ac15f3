import { moveDraw } from '#server/draws/move.ts';
import { type Command, reasonOf } from './command.ts';
import { drawArgument } from './draw-arguments.ts';
import { momentOf } from './moment.ts';

export const command = {
  words: 'draw move',
  usage: 'GAME DRAW ISO --reason WHY',
  summary: 'Gives a closed draw a new time; its number, coupons and seal stay, sales stay closed',
  args: [3, 3],
  options: {},
  role: 'draws',
  logged: true,
  async run(context, input) {
    const reason = reasonOf(context);
    const drawDate = momentOf(input.args[2], 'The new time');
    const draw = await drawArgument(context, input);
    await moveDraw(context.database.db, draw.drawId, drawDate, { actor: context.actor, reason });
    return {
      json: { game: draw.game, draw: draw.number, drawDate },
      text: `${draw.game} ${draw.number} is drawn ${drawDate.toISOString()}.`,
    };
  },
} satisfies Command;
