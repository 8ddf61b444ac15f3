import { encodeId } from '#server/platform/ids.ts';
import { placedTickets } from '#server/syndicates/place-ticket.ts';
import type { Command } from './command.ts';
import { poolAnswer, poolArgument } from './pool-arguments.ts';
import { amount as inKronur } from './table.ts';

export const command = {
  words: 'pool show',
  usage: 'POOL',
  summary: 'A pool of a club: what it collected, staked and won, without the names of its holders',
  args: [1, 1],
  options: {},
  role: 'reads',
  logged: true,
  async run(context, input) {
    const syndicate = await poolArgument(context, input);
    const tickets = (await placedTickets(context.database.db, syndicate)).map(({ ticketId, ...ticket }) => ({
      ticketId: encodeId(ticketId),
      ...ticket,
    }));
    const lines = tickets.map(
      ({ ticketId, rows, stake }) => `Ticket ${ticketId}: ${rows} rows, ${inKronur(stake)} kr.`,
    );
    return poolAnswer(syndicate, { tickets }, lines);
  },
} satisfies Command;
