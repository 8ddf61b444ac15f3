import { importFigures } from '#server/draws/figures/import.ts';
import { type Command, reasonOf } from './command.ts';
import { drawArgument } from './draw-arguments.ts';
import { readTextFile } from './text-file.ts';

export const command = {
  words: 'draw import',
  usage: 'GAME DRAW FILE [--replace --reason WHY]',
  summary:
    'Brings the organiser’s figures of the common pools; the same file by another person approves them. ' +
    'Figures that cannot be right are refused; those that are not settled yet can be replaced',
  args: [3, 3],
  options: {
    replace: { type: 'boolean', help: 'takes the place of figures that were brought or approved before' },
  },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const draw = await drawArgument(context, input);
    const { drawId, game, number } = draw;
    const [, , file = ''] = input.args;
    const text = await readTextFile(file, { megabytesMax: 1 });
    const { actor, config, kinds, database } = context;
    const replaceReason = input.options['replace'] ? reasonOf(context) : undefined;
    const imported = { drawId, text, actor, replaceReason };
    const { approved } = await importFigures(database.db, { ...config, kinds }, imported);
    return {
      json: { game, draw: number, approved, by: actor },
      text: approved
        ? `The figures of ${game} ${number} are approved.`
        : `${actor} brought figures of ${game} ${number}; another person approves them by bringing them too.`,
    };
  },
} satisfies Command;
