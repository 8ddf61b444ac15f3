import { addPromotion, readPromotionFile } from '#server/draws/raffles/promotion.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { Command } from './command.ts';
import { readTextFile } from './text-file.ts';

export const command = {
  words: 'promotion add',
  usage: 'FILE',
  summary:
    'Puts a raffle beside each draw of a period, as a file of JSON says; before any of them is on sale',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run({ database, kinds, actor }, { args: [file = ''] }) {
    const text = await readTextFile(file, { megabytesMax: 1 });
    const today = (await databaseNow(database.db)).toISOString().slice(0, 10);
    const promotion = readPromotionFile(kinds, text, today);
    await transaction(database.db, (tx) => addPromotion(tx, promotion, actor));
    const { id, game, from, until } = promotion;
    return { json: promotion, text: `${id} runs in ${game} from ${from} until ${until}.` };
  },
} satisfies Command;
