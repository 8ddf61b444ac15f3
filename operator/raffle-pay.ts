import { payRaffle } from '#server/draws/raffles/pay.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'raffle pay',
  usage: 'GAME DRAW',
  summary: 'Credits the prizes of a confirmed raffle to the wallets, each once, and tells the winners',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { game, number, drawId } = await drawArgument(context, input);
    const { paid } = await payRaffle(context.database.db, context.kinds, drawId);
    return {
      json: { game, draw: number, paid },
      text: `The raffle of ${game} ${number}: ${paid} prizes paid now.`,
    };
  },
} satisfies Command;
