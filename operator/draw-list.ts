import { listDraws } from '#server/draws/report.ts';
import { type Command, textOption } from './command.ts';
import { table } from './table.ts';

export const command = {
  words: 'draw list',
  usage: '[--game GAME] [--status STATE]',
  summary: 'Draws with state, times, sales and seal, latest first',
  args: [0, 0],
  options: {
    game: { type: 'string', help: 'lotto, vikinglotto, eurojackpot' },
    status: { type: 'string', help: 'created, released, confirmed …' },
  },
  logged: false,
  async run({ database }, input) {
    const draws = await listDraws(
      database.db,
      textOption(input, 'game') ?? null,
      textOption(input, 'status') ?? null,
    );
    const rows = draws.map((draw) => [
      draw.game,
      String(draw.draw),
      draw.closedAt && draw.state === 'released' ? 'released, closed' : draw.state,
      minute(draw.closeDate),
      minute(draw.drawDate),
      draw.coupons,
      draw.stakes,
      draw.sealed ? 'sealed' : '',
    ]);
    return {
      json: { draws },
      text: table(['game', 'draw', 'state', 'closes', 'drawn', 'coupons', 'stakes', 'seal'], rows),
    };
  },
} satisfies Command;

function minute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ');
}
