import { drawById } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { countHere } from '#server/draws/settle/settle.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';
import { amount, table } from './table.ts';

/** What the organiser of common pools is told: what was sold here, and what of it wins. */
export const command = {
  words: 'draw count',
  usage: 'GAME DRAW',
  summary:
    'Counts the winners of a confirmed draw with both engines and changes nothing: what organisers are told',
  args: [2, 2],
  options: {},
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { database, config, kinds, progress } = context;
    const { drawId, game, number, state } = await drawArgument(context, input);
    if (['created', 'released', 'results', 'cancelled'].includes(state))
      refuseStep(`${game} ${number} is ${state}; it is counted once its result is confirmed.`);
    progress('Counting twice …');
    const draw = await drawById(database.db, drawId);
    const { rows, units } = await countHere(database.db, { ...config, kinds }, draw);
    const winners = kinds
      .of(game)
      .lines(draw)
      .map(({ part, tier, condition }, index) => ({
        part,
        tier,
        condition,
        winners: units[index] ?? 0,
      }));
    return {
      json: { game, draw: number, rulesId: draw.rulesId, rows, winners },
      text: [
        `${game} ${number}: ${amount(rows)} rows sold.`,
        table(
          ['condition', 'winners'],
          winners.map((line) => [line.condition, line.winners]),
        ),
      ].join('\n'),
    };
  },
} satisfies Command;
