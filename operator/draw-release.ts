import { releaseDraw } from '#server/draws/by-command.ts';
import type { Command } from './command.ts';
import { drawArgument } from './draw-arguments.ts';

export const command = {
  words: 'draw release',
  usage: 'GAME DRAW',
  summary: 'Puts a planned draw of a game without a calendar on sale',
  args: [2, 2],
  options: {},
  actor: 'required',
  role: 'draws',
  logged: true,
  async run(context, input) {
    const { drawId, game, number } = await drawArgument(context, input);
    await releaseDraw(context.database.db, drawId, context.actor);
    return { json: { game, draw: number, released: true }, text: `${game} ${number} is on sale.` };
  },
} satisfies Command;
