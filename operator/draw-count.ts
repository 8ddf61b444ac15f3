import { drawById } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { sealOf } from '#server/draws/seal/seal.ts';
import { unitSums } from '#server/draws/settle/compare.ts';
import { countTwice } from '#server/draws/settle/settle.ts';
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
  logged: true,
  async run(context, input) {
    const { database, config, kinds, progress } = context;
    const { drawId, game, number, state } = await drawArgument(context, input);
    if (['created', 'released', 'results', 'cancelled'].includes(state))
      refuseStep(`${game} ${number} is ${state}; it is counted once its result is confirmed.`);
    progress('Counting twice …');
    const draw = await drawById(database.db, drawId);
    const seal = await sealOf(database.db, draw);
    const { b } = await countTwice(database.db, { ...config, kinds }, draw, seal);
    const lines = kinds.of(game).lines(draw);
    const units = unitSums(b.winners, lines.length);
    const winners = lines.map(({ part, tier, condition }, index) => ({
      part,
      tier,
      condition,
      winners: units[index] ?? 0,
    }));
    return {
      json: { game, draw: number, rulesId: draw.rulesId, rows: seal.rows, winners },
      text: [
        `${game} ${number}: ${amount(seal.rows)} rows sold.`,
        table(
          ['condition', 'winners'],
          winners.map((line) => [line.condition, line.winners]),
        ),
      ].join('\n'),
    };
  },
} satisfies Command;
