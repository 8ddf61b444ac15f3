/** A draw that does not add up stops where it is, loudly: an append-only alarm and this error. */

import { type Db, transaction } from '#server/platform/database.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export type HaltCode =
  | 'seal_differs_from_ledger'
  | 'subscriptions_unwritten'
  | 'seal_altered'
  | 'book_altered'
  | 'engines_differ'
  | 'money_differs'
  | 'prize_line_missing'
  | 'figures_missing'
  | 'figures_differ';

export class DrawHalted extends Refusal {
  readonly haltCode: HaltCode;
  readonly detail: Record<string, unknown>;

  constructor(haltCode: HaltCode, message: string, detail: Record<string, unknown>) {
    super('EC_INTERNAL_ERROR', { details: { message, stop: haltCode, ...detail } });
    this.name = 'DrawHalted';
    this.message = message;
    this.haltCode = haltCode;
    this.detail = detail;
  }
}

/** Runs a step; when the draw stops, writes the alarm before passing the stop on. */
export async function withAlarm<T>(db: Db, drawId: number, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof DrawHalted) {
      await raiseAlarm(db, drawId, error.haltCode, error.message, error.detail, true);
    }
    throw error;
  }
}

export async function raiseAlarm(
  db: Db,
  drawId: number,
  code: string,
  message: string,
  detail: Record<string, unknown>,
  stops: boolean,
): Promise<void> {
  const insert = sql`
    INSERT INTO draw_alarms (draw_id, code, message, detail, stops)
    VALUES (${drawId}, ${code}, ${message}, ${JSON.stringify(detail)}::jsonb, ${stops})`;
  if (db.isTransaction) await insert.execute(db);
  else await transaction(db, async (tx) => void (await insert.execute(tx)));
}

/** A step that may not be taken now, in words for the operator. */
export function refuseStep(message: string): never {
  refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
