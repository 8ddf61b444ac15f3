import type { Kinds } from '#server/draws/kind.ts';
import { enterResult } from '#server/draws/results.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { drawArgument, resultInput, resultOptions, resultUsage } from './draw-arguments.ts';

export const command = (kinds: Kinds): Command => ({
  words: 'draw enter',
  usage: resultUsage(kinds),
  summary: 'Stores a proposal of the result; another person confirms it',
  args: [2, 2],
  options: resultOptions(kinds),
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const entered = resultInput(context, draw, input);
    await transaction(context.database.db, (tx) => enterResult(tx, kinds, entered));
    return {
      json: { game: draw.game, draw: draw.number, entered: true, by: context.actor },
      text: `Entered for ${draw.game} ${draw.number}. It is public once another person confirms it.`,
    };
  },
});
