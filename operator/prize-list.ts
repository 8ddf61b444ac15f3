import { listOpenClaims } from '#server/draws/claims/list-claims.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'prize list',
  usage: '',
  summary: 'Large prizes that are not paid yet: at which station, since when, and who has prepared them',
  args: [0, 0],
  options: {},
  role: 'payments',
  logged: true,
  async run({ database }) {
    const claims = await listOpenClaims(database.db);
    const rows = claims.map(({ ticketId, playerId, game, amount, station, since, claimBy, preparedBy }) => [
      ticketId,
      playerId,
      game,
      amount,
      station,
      since.slice(0, 16).replace('T', ' '),
      station === 'claim' ? claimBy : '',
      preparedBy ?? '',
    ]);
    const head = ['ticket', 'player', 'game', 'kr.', 'station', 'since', 'claim by', 'prepared by'];
    return { json: { claims }, text: rows.length === 0 ? 'No large prize waits.' : table(head, rows) };
  },
} satisfies Command;
