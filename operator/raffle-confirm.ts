import { confirmRaffle } from '#server/draws/raffles/hold.ts';
import type { Command } from './command.ts';
import { raffleInput, raffleOptions, raffleUsage } from './raffle-arguments.ts';

export const command = {
  words: 'raffle confirm',
  usage: raffleUsage,
  summary: 'An equal, independent entry by another person: the raffle is public and immutable from here on',
  args: [2, 2],
  options: raffleOptions,
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { draw, entered } = await raffleInput(context, input);
    await confirmRaffle(context.database.db, entered);
    return {
      json: { game: draw.game, draw: draw.number, confirmed: true, by: context.actor },
      text: `The raffle of ${draw.game} ${draw.number} is confirmed.`,
    };
  },
} satisfies Command;
