/** Raising alarms: events that a person must look at (docs/rules/alarms.md). */
import type { Tx } from '#server/platform/database.ts';
import { wakeWorker } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

export type AlarmKind =
  | 'stoppedDraw'
  | 'engineDifference'
  | 'brokenSeal'
  | 'doubtfulResult'
  | 'failedLetters'
  | 'unwrittenResults'
  | 'bookGap'
  | 'silentBooks'
  | 'lateOrder'
  | 'unansweredPayment'
  | 'flaggedPayment'
  | 'cardAlarm'
  | 'claimedPrize'
  | 'scriptsChanged'
  | 'differingSources'
  | 'silentFeed'
  | 'untrustedFeed'
  | 'silentBeacon'
  | 'untrustedBeacon'
  | 'reportedTeam';

export type NewAlarm = {
  kind: AlarmKind;
  /** Subject of the alarm: a payment, day or draw. At most one alarm of a kind and reference is open. */
  reference: string;
  /** One plain sentence for the operator. It leaves the product: no secret, name or card number. */
  message: string;
  /** The subject can occur only once: a second look at it raises nothing, even after the alarm was seen. */
  once?: boolean;
};

export const alarmChannels = ['email', 'url'] as const;
export type AlarmChannel = (typeof alarmChannels)[number];

export const alarmLane = (channel: AlarmChannel) => `alarms by ${channel}`;

/**
 * Raises an alarm in the transaction of its cause. If that transaction rolls back, call this in a
 * new one.
 *
 * @returns whether the alarm is new: false if an open one has the same kind and reference
 */
export async function raiseAlarm(tx: Tx, alarm: NewAlarm): Promise<boolean> {
  const { kind, reference, message, once = false } = alarm;
  const { rows } = await sql<{ alarmId: number | null }>`
    SELECT raise_alarm(${kind}, ${reference}, ${message}, ${once}) AS "alarmId"`.execute(tx);
  const isNew = (rows[0]?.alarmId ?? null) !== null;
  if (isNew) for (const channel of alarmChannels) await wakeWorker(tx, alarmLane(channel));
  return isNew;
}
