import { cancelDraw } from '#server/draws/cancel.ts';
import { type Command, reasonOf } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'draw cancel',
  usage: 'GAME DRAW --reason WHY',
  summary: 'Cancels a draw without a confirmed result and returns every stake',
  args: [2, 2],
  options: {},
  role: 'draws',
  logged: true,
  async run(context, input) {
    const reason = reasonOf(context);
    const draw = await drawArgument(context, input);
    const { refunded } = await cancelDraw(context.database.db, draw.drawId, { actor: context.actor, reason });
    return {
      json: { game: draw.game, draw: draw.number, cancelled: true, refunded },
      text: `${draw.game} ${draw.number} is cancelled; ${refunded} coupons were refunded now.`,
    };
  },
} satisfies Command;
