import { closeDraw } from '#server/draws/close.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { writeCoupons } from '#server/subscriptions/write-coupons.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'draw close',
  usage: 'GAME DRAW [--reason WHY]',
  summary: 'Ends the sale and seals the draw; before its closing time a reason is needed',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { database, config, kinds, actor, reason, progress } = context;
    const draw = await drawArgument(context, input);
    const { closedAt } = await closeDraw(database.db, draw.drawId, { actor, reason });
    await writeCoupons(database.db, kinds, draw.drawId);
    progress('Sealing …');
    const seal = await sealDraw(database.db, { ...config, kinds }, draw.drawId);
    const { sealedAt, coupons, rows, stakes, merkleRoot } = seal;
    const root = merkleRoot.toString('hex');
    return {
      json: {
        game: draw.game,
        draw: draw.number,
        closedAt,
        sealedAt,
        coupons,
        rows,
        stakes,
        merkleRoot: root,
      },
      text:
        `${draw.game} ${draw.number} closed ${closedAt.toISOString()} and sealed: ` +
        `${coupons} coupons, ${rows} rows, ${stakes} kr.\n${root}`,
    };
  },
} satisfies Command;
