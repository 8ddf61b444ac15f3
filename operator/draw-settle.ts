import { settleDraw } from '#server/draws/settle/settle.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';
import { amount } from './table.ts';

export const command = {
  words: 'draw settle',
  usage: 'GAME DRAW',
  summary:
    'Selects the winners with both engines, compares them and computes the prizes; stops when they differ',
  args: [2, 2],
  options: {},
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { database, config, kinds, actor, progress } = context;
    const draw = await drawArgument(context, input);
    progress('Counting twice …');
    const settled = await settleDraw(database.db, { ...config, kinds }, draw.drawId, actor);
    const { winningCoupons, paid, sidePaid } = settled;
    return {
      json: { game: draw.game, draw: draw.number, ...settled },
      text:
        `${draw.game} ${draw.number}: both engines agree on ` +
        `${winningCoupons} winning coupons, ${amount(paid + sidePaid)} kr.`,
    };
  },
} satisfies Command;
