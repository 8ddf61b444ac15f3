import { listPrograms } from '#server/games/pools/list.ts';
import { type Command, textOption } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'program list',
  usage: '[--game GAME]',
  summary:
    'Programs of football pools with state, times and the matches on which sources differ, latest first',
  args: [0, 0],
  options: { game: { type: 'string', help: 'totoeng, totoeur, xg' } },
  role: 'reads',
  logged: false,
  async run({ database }, input) {
    const programs = await listPrograms(database.db, textOption(input, 'game') ?? null);
    const rows = programs.map(({ game, number, group, mode, state, closeDate, differing, ...by }) => {
      const closes = closeDate.toISOString().slice(0, 16).replace('T', ' ');
      const persons = [by.importedBy, by.releasedBy ?? ''];
      return [game, String(number), group ?? '', mode, state, closes, ...persons, differing.join(', ')];
    });
    const heads = ['game', 'program', 'group', 'pool', 'state', 'closes', 'imported', 'released', 'differ'];
    return { json: { programs }, text: table(heads, rows) };
  },
} satisfies Command;
