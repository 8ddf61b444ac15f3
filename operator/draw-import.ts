import { readFile } from 'node:fs/promises';
import { importFigures } from '#server/draws/figures/figures.ts';
import { transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'draw import',
  usage: 'GAME DRAW FILE',
  summary:
    'Brings the organiser’s figures of the common pools; the same file by another person approves them',
  args: [3, 3],
  options: {},
  actor: 'required',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const { drawId, game, number } = draw;
    const [, , file = ''] = input.args;
    const text = await readFile(file, 'utf8').catch(() =>
      refuse('EC_NO_DATA_FOUND', { details: { message: `${file} cannot be read.` } }),
    );
    const { actor, kinds } = context;
    const { approved } = await transaction(context.database.db, (tx) =>
      importFigures(tx, kinds, { drawId, text, actor }),
    );
    return {
      json: { game, draw: number, approved, by: actor },
      text: approved
        ? `The figures of ${game} ${number} are approved.`
        : `${actor} brought figures of ${game} ${number}; another person approves them by bringing them too.`,
    };
  },
} satisfies Command;
