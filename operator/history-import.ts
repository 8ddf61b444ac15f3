import { isGameId } from '#rules/numbers/games.ts';
import { importHistory } from '#server/games/numbers/history/import.ts';
import { type Command, textOption, UsageError } from './command.ts';
import { readTextFile } from './text-file.ts';

export const command = {
  words: 'history import',
  usage: 'FILE [--game G]',
  summary:
    'Past draws from JSON lines; a real draw takes the place of the sample draw of its date; safe to repeat',
  args: [1, 1],
  options: { game: { type: 'string', help: 'only this game' } },
  actor: 'required',
  role: 'draws',
  logged: true,
  async run({ database, actor }, input) {
    const game = textOption(input, 'game');
    if (game !== undefined && !isGameId(game)) throw new UsageError(`There is no game ${game}.`);
    const text = await readTextFile(input.args[0] ?? '', { megabytesMax: 200 });
    const report = await importHistory(database.db, text, { actor, ...(game && { game }) });
    const { lines, added, replaced, corrected, unchanged, kept, leftOut, foreignAmounts } = report;
    const { refused, carryKept } = report;
    const summary = [
      `${lines} lines: ${added} draws added, ${replaced} took the place of sample draws,`,
      `${corrected} corrected, ${unchanged} unchanged, ${kept} of our own kept, ${leftOut} left out.`,
      ...(refused.length > 0
        ? [`${refused.length} refused, before the game's first draw here: ${refused.join(', ')}.`]
        : []),
      `${foreignAmounts} amounts in other currencies were left out.`,
      ...carryKept.map((kept) => `The waiting pools of ${kept} stay as they are: tickets are sold on them.`),
    ];
    return { json: report, text: summary.join('\n') };
  },
} satisfies Command;
