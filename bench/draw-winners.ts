/** A draw in which every ticket wins, up to its confirmed result. */
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { drawnForWinners, sellWinners } from '#test/harness/many-winners.ts';
import type { Instance } from '#test/harness/product.ts';
import { operator } from './purchase-load.ts';

/** Players who have no sessions; each wins four times. */
const winningPlayers = (winners: number) => Array.from({ length: winners / 4 }, (_, n) => 1_000_000 + n);

/** Sells the lotto draw on sale to winners, and takes it through its result. */
export async function drawWinners(
  instance: Instance,
  db: Db,
  winners: number,
  players = winningPlayers(winners),
): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d WHERE state = 'released' AND closed_at IS NULL AND game = 'lotto'`.execute(
    db,
  );
  const draw = rows[0] as Draw;
  await sellWinners(db, draw, { coupons: winners, players });
  const name = [draw.game, String(draw.number)];
  const { numbers, bonus } = drawnForWinners;
  const result = ['--numbers', numbers.join(), '--bonus', String(bonus), '--joker', '00000'];
  await operator(instance, ['draw', 'close', ...name, '--as', 'bench', '--reason', 'bench']);
  await operator(instance, ['clock', 'set', draw.drawDate.toISOString()]);
  await operator(instance, ['draw', 'enter', ...name, ...result, '--as', 'first']);
  await operator(instance, ['draw', 'confirm', ...name, ...result, '--as', 'second']);
  return draw;
}
