import { payDraw } from '#server/draws/settle/pay.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'draw pay',
  usage: 'GAME DRAW',
  summary: 'Credits the prizes to the wallets, each once; large prizes stay for handling by hand',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { database, actor, progress } = context;
    const draw = await drawArgument(context, input);
    const { paid, high } = await payDraw(database.db, draw.drawId, actor, (count) =>
      progress(`${count} coupons paid`),
    );
    return {
      json: { game: draw.game, draw: draw.number, paid, high },
      text: `${draw.game} ${draw.number}: ${paid} coupons paid now; ${high} large prizes wait for a claim.`,
    };
  },
} satisfies Command;
