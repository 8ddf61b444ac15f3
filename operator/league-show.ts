import { showSeason } from '#server/league/show.ts';
import type { Command } from './command.ts';
import { placeTable, seasonArgument } from './league-arguments.ts';

export const command = {
  words: 'league show',
  usage: 'SEASON',
  summary: 'A season: which weeks stand, who leads each division, and how far its places and prizes are',
  args: [1, 1],
  options: {},
  role: 'reads',
  logged: false,
  async run({ database }, input) {
    const shown = await showSeason(database.db, seasonArgument(input));
    const { season, state, from, to, openWeeks, places } = shown;
    const open =
      openWeeks.length === 0 ? 'All weeks stand.' : `Weeks without a result: ${openWeeks.join(', ')}`;
    return {
      json: shown,
      text: `Season ${season}, ${from} to ${to}: ${state}\n${open}\n\n${placeTable(places)}`,
    };
  },
} satisfies Command;
