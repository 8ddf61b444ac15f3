import { importPrograms } from '#server/games/pools/import.ts';
import type { Command } from './command.ts';
import { readTextFile } from './text-file.ts';

export const command = {
  words: 'program import',
  usage: 'FILE',
  summary:
    'Plans the programs of football pools in a file of JSON lines; the same file by another person puts ' +
    'them on sale',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run({ database, kinds, actor }, { args: [file = ''] }) {
    const text = await readTextFile(file, { megabytesMax: 1 });
    const programs = await importPrograms(database.db, kinds, { text, actor });
    const said = programs.map(({ game, number, released }) =>
      released
        ? `${game} ${number} is on sale.`
        : `${game} ${number} is planned; another person releases it.`,
    );
    return { json: { programs }, text: said.join('\n') };
  },
} satisfies Command;
