import { enterResult } from '#server/draws/results.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { drawArgument, resultInput, resultOptions } from './draw-arguments.ts';

export const command = {
  words: 'draw enter',
  usage: 'GAME DRAW --numbers 1,2,3,4,5 [--bonus 6] [--joker 01234]',
  summary: 'Stores a proposal of the result; another person confirms it',
  args: [2, 2],
  options: resultOptions,
  actor: 'required',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const entered = resultInput(draw, context.actor, input);
    await transaction(context.database.db, (tx) => enterResult(tx, context.kinds, entered));
    return {
      json: { game: draw.game, draw: draw.number, entered: true, by: context.actor },
      text: `Entered for ${draw.game} ${draw.number}. It is public once another person confirms it.`,
    };
  },
} satisfies Command;
