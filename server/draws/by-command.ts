/** Draws of games without a calendar: planned and released by command. */
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { planDraw } from './calendar.ts';
import { type Draw, drawById, lockDraw, moveDrawTo, nameOf } from './draw.ts';
import { refuseStep } from './halt.ts';
import type { Kinds } from './kind.ts';

export type Planning = {
  game: string;
  number: number;
  closeDate: Date;
  drawDate: Date;
  actor: string;
  /** Overrides the rules of its day. */
  awaitsFigures?: boolean;
};

export function planByCommand(db: Db, kinds: Kinds, planning: Planning): Promise<Draw> {
  return transaction(db, (tx) => planByCommandIn(tx, kinds, planning));
}

/** Under the rules of its day. Nothing is sold before it is released. */
export async function planByCommandIn(tx: Tx, kinds: Kinds, planning: Planning): Promise<Draw> {
  const { game, number, closeDate, drawDate, ...own } = planning;
  if (kinds.withCalendar.includes(game)) refuseStep(`Draws of ${game} are planned by its calendar.`);
  await sql`SELECT pg_advisory_xact_lock(hashtext('calendar'))`.execute(tx);
  if (closeDate <= (await databaseNow(tx))) refuseStep('Sales close at a time to come.');
  if (drawDate < closeDate) refuseStep('A draw is held after its sales close.');
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM draws
    WHERE game = ${game} AND draw_date = ${drawDate} AND state <> 'cancelled'`.execute(tx);
  if (rows[0])
    refuseStep(`${nameOf({ game, number: rows[0].number })} is held at ${drawDate.toISOString()}.`);
  const date = drawDate.toISOString().slice(0, 10);
  const times = { closeDate: closeDate.toISOString(), drawDate: drawDate.toISOString() };
  const drawId = await planDraw(tx, kinds, game, { draw: number, date, ...times }, own);
  if (drawId === null)
    refuse('EC_DUPLICATE_VALUE', { details: { message: `${game} ${number} is planned.` } });
  return drawById(tx, drawId);
}

export type Release = {
  actor: string;
  /** SHA-256 of the terms that are fixed beside the rules, such as the matches. The seal signs it. */
  termsHash?: Buffer;
};

export async function releaseDraw(db: Db, drawId: number, actor: string): Promise<void> {
  await transaction(db, (tx) => releaseDrawIn(tx, drawId, { actor }));
}

/** Puts a planned draw on sale, beside others of its game. */
export async function releaseDrawIn(tx: Tx, drawId: number, { actor, termsHash }: Release): Promise<void> {
  const draw = await lockDraw(tx, drawId);
  if (draw.state !== 'created') refuseStep(`${nameOf(draw)} is ${draw.state}; a planned draw is released.`);
  if (draw.inTurn) refuseStep(`${nameOf(draw)} opens when the sale of the draw before it ends.`);
  if (draw.closeDate <= (await databaseNow(tx)))
    refuseStep(`${nameOf(draw)} was to close at ${draw.closeDate.toISOString()}.`);
  const { rows } = await sql`SELECT FROM games WHERE game = ${draw.game} AND on_sale`.execute(tx);
  if (rows.length === 0)
    refuse('EC_PRODUCT_CLOSED', { details: { message: `${draw.game} is not on sale.` } });
  if (termsHash) await sql`UPDATE draws SET terms_hash = ${termsHash} WHERE draw_id = ${drawId}`.execute(tx);
  await moveDrawTo(tx, drawId, 'released', actor);
}
