/** Draws of games without a calendar: planned and released by command. */
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { planDraw } from './calendar.ts';
import { type Draw, drawById, lockDraw, moveDrawTo, nameOf } from './draw.ts';
import { refuseStep } from './halt.ts';
import type { Kinds } from './kind.ts';

export type Planning = { game: string; number: number; closeDate: Date; drawDate: Date; actor: string };

/** Under the rules of its day. Nothing is sold before it is released. */
export async function planByCommand(db: Db, kinds: Kinds, planning: Planning): Promise<Draw> {
  const { game, number, closeDate, drawDate, actor } = planning;
  if (kinds.withCalendar.includes(game)) refuseStep(`Draws of ${game} are planned by its calendar.`);
  return transaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'))`.execute(tx);
    if (closeDate <= (await databaseNow(tx))) refuseStep('Sales close at a time to come.');
    if (drawDate < closeDate) refuseStep('A draw is held after its sales close.');
    const { rows } = await sql<{ number: number }>`
      SELECT number FROM draws WHERE game = ${game} AND draw_date = ${drawDate}`.execute(tx);
    if (rows[0])
      refuseStep(`${nameOf({ game, number: rows[0].number })} is held at ${drawDate.toISOString()}.`);
    const date = drawDate.toISOString().slice(0, 10);
    const times = { closeDate: closeDate.toISOString(), drawDate: drawDate.toISOString() };
    const drawId = await planDraw(tx, kinds, game, { draw: number, date, ...times }, actor);
    if (drawId === null)
      refuse('EC_DUPLICATE_VALUE', { details: { message: `${game} ${number} is planned.` } });
    return drawById(tx, drawId);
  });
}

/** Puts a planned draw on sale, beside others of its game. */
export async function releaseDraw(db: Db, drawId: number, actor: string): Promise<void> {
  await transaction(db, async (tx) => {
    const draw = await lockDraw(tx, drawId);
    if (draw.state !== 'created') refuseStep(`${nameOf(draw)} is ${draw.state}; a planned draw is released.`);
    if (draw.inTurn) refuseStep(`${nameOf(draw)} opens when the sale of the draw before it ends.`);
    if (draw.closeDate <= (await databaseNow(tx)))
      refuseStep(`${nameOf(draw)} was to close at ${draw.closeDate.toISOString()}.`);
    await moveDrawTo(tx, drawId, 'released', actor);
  });
}
