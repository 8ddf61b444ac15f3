import { removePromotion } from '#server/draws/raffles/promotion.ts';
import { transaction } from '#server/platform/database.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'promotion remove',
  usage: 'ID',
  summary: 'Takes a promotion back before a draw of its period is on sale',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run({ database }, { args: [id = ''] }) {
    const { game } = await transaction(database.db, (tx) => removePromotion(tx, id));
    return { json: { id, game, removed: true }, text: `${id} does not run in ${game}.` };
  },
} satisfies Command;
