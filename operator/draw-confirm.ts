import type { Kinds } from '#server/draws/kind.ts';
import { confirmResult } from '#server/draws/results.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { drawArgument, resultInput, resultOptions, resultUsage } from './draw-arguments.ts';

export const command = (kinds: Kinds): Command => ({
  words: 'draw confirm',
  usage: resultUsage(kinds),
  summary: 'An equal, independent entry by another person: the result is public and immutable from here on',
  args: [2, 2],
  options: resultOptions(kinds),
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const entered = resultInput(context, draw, input);
    const { alarms } = await transaction(context.database.db, (tx) => confirmResult(tx, kinds, entered));
    return {
      json: { game: draw.game, draw: draw.number, confirmed: true, by: context.actor, alarms },
      text: [`${draw.game} ${draw.number} is confirmed.`, ...alarms.map((alarm) => `LOOK: ${alarm}`)].join(
        '\n',
      ),
    };
  },
});
