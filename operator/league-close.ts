import { closeSeason } from '#server/league/close.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';
import { placeTable, seasonArgument } from './league-arguments.ts';

export const command = {
  words: 'league close',
  usage: 'SEASON',
  summary: 'Proposes the first places of a season that is over; the same by another person fixes them',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run({ database, actor }, input) {
    const season = seasonArgument(input);
    const closed = await transaction(database.db, (tx) => closeSeason(tx, season, actor));
    const said =
      closed.state === 'closed'
        ? `The places of season ${season} are fixed.`
        : 'These places are proposed. Another person closes likewise.';
    return { json: closed, text: `${placeTable(closed.places)}\n\n${said}` };
  },
} satisfies Command;
