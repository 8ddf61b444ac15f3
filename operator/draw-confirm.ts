import { confirmResult } from '#server/draws/results.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { drawArgument, resultInput, resultOptions } from './draw-arguments.ts';

export const command = {
  words: 'draw confirm',
  usage: 'GAME DRAW --numbers 1,2,3,4,5 [--bonus 6] [--joker 01234]',
  summary: 'An equal, independent entry by another person: the result is public and immutable from here on',
  args: [2, 2],
  options: resultOptions,
  actor: 'required',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const entered = resultInput(draw, context.actor, input);
    const { alarms } = await transaction(context.database.db, (tx) =>
      confirmResult(tx, context.kinds, entered),
    );
    return {
      json: { game: draw.game, draw: draw.number, confirmed: true, by: context.actor, alarms },
      text: [`${draw.game} ${draw.number} is confirmed.`, ...alarms.map((alarm) => `LOOK: ${alarm}`)].join(
        '\n',
      ),
    };
  },
} satisfies Command;
