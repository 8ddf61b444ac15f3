import { enterRaffle } from '#server/draws/raffles/hold.ts';
import type { Command } from './command.ts';
import { raffleInput, raffleOptions, raffleUsage } from './raffle-arguments.ts';

export const command = {
  words: 'raffle enter',
  usage: raffleUsage,
  summary: 'Stores the numbers that were drawn in the raffle of a draw; another person confirms them',
  args: [2, 2],
  options: raffleOptions,
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { draw, entered } = await raffleInput(context, input);
    await enterRaffle(context.database.db, entered);
    return {
      json: { game: draw.game, draw: draw.number, entered: true, by: context.actor },
      text: `Entered for the raffle of ${draw.game} ${draw.number}. Another person confirms it.`,
    };
  },
} satisfies Command;
