/** A draw that does not add up stops where it is, loudly: an append-only alarm and this error. */

import { type AlarmKind, raiseAlarm } from '#server/alarms/raise.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
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
      await raiseDrawAlarm(db, drawId, error.haltCode, error.message, error.detail, true);
    }
    throw error;
  }
}

/** Writes what is wrong with a draw and raises the alarm. `stops`: nothing goes on by itself afterwards. */
export async function raiseDrawAlarm(
  db: Db,
  drawId: number,
  code: string,
  message: string,
  detail: Record<string, unknown>,
  stops: boolean,
): Promise<void> {
  const write = async (tx: Tx) => {
    await sql`
      INSERT INTO draw_alarms (draw_id, code, message, detail, stops)
      VALUES (${drawId}, ${code}, ${message}, ${JSON.stringify(detail)}::jsonb, ${stops})`.execute(tx);
    const kind = stops ? (alarmKinds[code] ?? 'stoppedDraw') : 'doubtfulResult';
    await raiseAlarm(tx, { kind, reference: `draw ${drawId} ${code}`, message });
  };
  if (db.isTransaction) await write(db as Tx);
  else await transaction(db, write);
}

/** Every other code that stops a draw is a `stoppedDraw`. */
const alarmKinds: Readonly<Record<string, AlarmKind>> = {
  engines_differ: 'engineDifference',
  seal_differs_from_ledger: 'brokenSeal',
  seal_altered: 'brokenSeal',
  book_altered: 'brokenSeal',
};

/** A step that may not be taken now, in words for the operator. */
export function refuseStep(message: string): never {
  refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
