import { listPromotions } from '#server/draws/raffles/promotion.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'promotion list',
  usage: '',
  summary: 'Promotions with period, condition and prizes, the last to begin first',
  args: [0, 0],
  options: {},
  role: 'reads',
  logged: false,
  async run({ database }) {
    const promotions = await listPromotions(database.db);
    const rows = promotions.map(({ id, game, from, until, condition, prizes }) => [
      id,
      game,
      from,
      until,
      condition,
      prizes.map(({ count, amount }) => `${count} × ${amount}`).join(', '),
    ]);
    return {
      json: { promotions },
      text: table(['id', 'game', 'from', 'until', 'condition', 'prizes'], rows),
    };
  },
} satisfies Command;
