import { reportedNames } from '#server/players/clubs/team-names.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'team reports',
  usage: '',
  summary: 'Names of teams that players reported, the last ones first',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  async run({ database }) {
    const reports = (await reportedNames(database.db)).map(({ lastAt, ...report }) => ({
      ...{ ...report, lastAt: lastAt.toISOString() },
    }));
    const rows = reports.map(({ teamId, clubId, name, reports: times, lastAt }) => [
      ...[String(teamId), String(clubId), name, times, lastAt.slice(0, 16)],
    ]);
    const heads = ['team', 'club', 'name', 'reports', 'last'];
    return { json: { reports }, text: rows.length === 0 ? 'No name is reported.' : table(heads, rows) };
  },
} satisfies Command;
