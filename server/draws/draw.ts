/** Reads of the draw's row, shared by everything that moves a draw. */

import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

export type DrawState =
  | 'created'
  | 'released'
  | 'results'
  | 'confirmed'
  | 'winsel'
  | 'payout'
  | 'closed'
  | 'settled'
  | 'cancelled';

export type Draw = {
  drawId: number;
  game: string;
  number: number;
  drawDate: Date;
  closeDate: Date;
  /** Of the rules it was planned under; its kind knows them. */
  rulesId: string;
  amountRow: number;
  amountSide: number;
  highWinFrom: number;
  /** Settled by figures from outside beside its own outcome. */
  awaitsFigures: boolean;
  origin: 'calendar' | 'sample' | 'import';
  /** Of a calendar: it opens when the sale of the one before ends. Others are released by command. */
  inTurn: boolean;
  state: DrawState;
  closedAt: Date | null;
  stakesAccount: number;
  /** SHA-256 of the terms fixed at its release beside its rules; null if there are none. */
  termsHash: Buffer | null;
};

export const drawColumns = sql`d.draw_id AS "drawId", d.game, d.number, d.draw_date AS "drawDate",
  d.close_date AS "closeDate", d.rules_id AS "rulesId", d.amount_row AS "amountRow",
  d.amount_side AS "amountSide", d.high_win_from AS "highWinFrom",
  d.awaits_figures AS "awaitsFigures", d.in_turn AS "inTurn", d.origin, d.state, d.closed_at AS "closedAt",
  d.stakes_account AS "stakesAccount", d.terms_hash AS "termsHash"`;

/** Of a row of `draws`, as SQL: tickets are sold into it. Its state stays `released` when the sale closes. */
export const isOnSale = (row: string) =>
  sql`${sql.ref(`${row}.state`)} = 'released' AND ${sql.ref(`${row}.closed_at`)} IS NULL`;

/** On sale, or planned for later: a multi-draw ticket may reach it. */
export const isUnclosed = (row: string) =>
  sql`${sql.ref(`${row}.state`)} IN ('created', 'released') AND ${sql.ref(`${row}.closed_at`)} IS NULL`;

/**
 * Of a row `e` of `draws`, as SQL: a draw of `game` that must be settled before the one on `drawDate`,
 * because its carry is part of the pools.
 */
export const isUnsettledBefore = (game: Sql | string, drawDate: Sql | Date) =>
  sql`e.game = ${game} AND e.origin = 'calendar' AND e.draw_date < ${drawDate}
    AND e.state IN ('created', 'released', 'results', 'confirmed')`;

/** Refuses with EC_NO_DATA_FOUND when there is none. */
export async function drawById(db: Db, drawId: number): Promise<Draw> {
  const { rows } = await sql<Draw>`SELECT ${drawColumns} FROM draws d WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no draw ${drawId}.` } });
}

/** By the public number of the draw; refuses with EC_NO_DATA_FOUND when there is none. */
export async function drawByNumber(db: Db, game: string, number: number): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d WHERE game = ${game} AND number = ${number}`.execute(db);
  return (
    rows[0] ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no draw ${number} of ${game}.` } })
  );
}

/** The row under its exclusive lock. Hold it for milliseconds: purchases wait for it. */
export async function lockDraw(tx: Tx, drawId: number): Promise<Draw> {
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d WHERE draw_id = ${drawId} FOR UPDATE`.execute(tx);
  return rows[0] ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no draw ${drawId}.` } });
}

/** The only way a state changes; a move outside the table of transitions throws. */
export async function moveDrawTo(
  tx: Tx,
  drawId: number,
  to: DrawState,
  actor: string,
  reason: string | null = null,
): Promise<void> {
  await sql`SELECT move_draw(${drawId}, ${to}, ${actor}, ${reason})`.execute(tx);
}

/** `2026-11-21`, the draw day; Iceland keeps UTC, and abroad no draw is near midnight. */
export function dateOfDraw(draw: Pick<Draw, 'drawDate'>): string {
  return draw.drawDate.toISOString().slice(0, 10);
}

export function nameOf(draw: Pick<Draw, 'game' | 'number'>): string {
  return `${draw.game} ${draw.number}`;
}
