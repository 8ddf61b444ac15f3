/** A draw that does not add up stops where it is, loudly: an append-only alarm and this error. */

import { type AlarmKind, raiseAlarm } from '#server/alarms/raise.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { isTransient } from '#server/platform/database-failures.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { type Draw, nameOf } from './draw.ts';

export type HaltCode =
  | 'seal_differs_from_ledger'
  | 'subscriptions_unwritten'
  | 'seal_altered'
  | 'book_altered'
  | 'engines_differ'
  | 'money_differs'
  | 'prize_line_missing'
  | 'figures_missing'
  | 'figures_differ'
  | 'seal_failed'
  | 'settlement_failed'
  | 'payout_failed';

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

/** Alarm code and wording of a step that fails with an unexpected error. */
const failures = {
  seal: { code: 'seal_failed', what: 'sealed' },
  settlement: { code: 'settlement_failed', what: 'settled' },
  payout: { code: 'payout_failed', what: 'paid' },
} as const;

/**
 * Runs a step of one draw. Any fault in it stops that draw alone: the alarm is written before the stop is
 * passed on. Refusals and an unavailable database stop nothing: the step is repeated later.
 */
export async function withAlarm<T>(
  db: Db,
  draw: Pick<Draw, 'drawId' | 'game' | 'number' | 'awaitsFigures'>,
  step: keyof typeof failures,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isTransient(error) || (error instanceof Refusal && !(error instanceof DrawHalted))) throw error;
    const stop = error instanceof DrawHalted ? error : failed(draw, step, error);
    await raiseDrawAlarm(db, draw.drawId, stop.haltCode, stop.message, stop.detail, true);
    throw stop;
  }
}

function failed(
  draw: Pick<Draw, 'game' | 'number' | 'awaitsFigures'>,
  step: keyof typeof failures,
  error: unknown,
): DrawHalted {
  const { code, what } = failures[step];
  const reason = messageOf(error);
  const advice =
    step === 'settlement' && draw.awaitsFigures
      ? ' Where its figures are wrong, two persons bring a corrected file with draw import.'
      : '';
  const message = `${nameOf(draw)} is not ${what}: ${reason}.${advice}`;
  const stop = new DrawHalted(code, message, { reason });
  stop.cause = error;
  return stop;
}

/** Records a fault of a draw and raises its alarm. `stops`: the draw does not continue automatically. */
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
    const kind = alarmKinds[code] ?? (stops ? 'stoppedDraw' : 'doubtfulResult');
    await raiseAlarm(tx, { kind, reference: `draw ${drawId} ${code}`, message });
  };
  if (db.isTransaction) await write(db as Tx);
  else await transaction(db, write);
}

/**
 * SELECT of the alarms `a` that stopped a draw after its last step. Such a draw waits for a person.
 * @param row alias of the row of `draws`
 */
export const stopsSinceLastStep = (row: string) => sql`
  SELECT FROM draw_alarms a WHERE a.draw_id = ${sql.ref(`${row}.draw_id`)} AND a.stops
    AND a.at >= (SELECT max(s.at) FROM draw_steps s WHERE s.draw_id = a.draw_id)`;

/** Every other code that stops a draw is a `stoppedDraw`. */
const alarmKinds: Readonly<Record<string, AlarmKind>> = {
  engines_differ: 'engineDifference',
  seal_differs_from_ledger: 'brokenSeal',
  seal_altered: 'brokenSeal',
  book_altered: 'brokenSeal',
  letters_failed: 'failedLetters',
};

/** A step that may not be taken now, in words for the operator. */
export function refuseStep(message: string): never {
  refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
}
