/**
 * Delivers open alarms: at once, then each hour until a person has seen them. Each channel has a lane and a
 * lock of its own, so that one that hangs does not stop the other and no two workers deliver the same alarm.
 */

import type pg from 'pg';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { messageOf } from '#server/platform/message-of.ts';
import { sql } from '#server/platform/sql.ts';
import { type AlarmChannel, type AlarmKind, alarmChannels, alarmLane } from './raise.ts';

/** An alarm as a channel sends it. */
export type AlarmToSend = {
  alarmId: number;
  kind: AlarmKind;
  reference: string;
  message: string;
  raisedAt: Date;
  /** 1 for the first delivery; the same again after an attempt that failed. */
  delivery: number;
};

/** Rejects if the alarm was not accepted; the error's message holds no secret. */
export type SendAlarm = (alarm: AlarmToSend) => Promise<void>;

export type AlarmSenders = Partial<Record<AlarmChannel, SendAlarm>>;

const repeatSeconds = 3600;
const retryMaxSeconds = 600;
const portion = 200;

export function alarmDeadlines(pool: pg.Pool, senders: AlarmSenders): Deadline[] {
  return alarmChannels.flatMap((channel) => {
    const send = senders[channel];
    return send ? [alarmDeadline(pool, channel, send)] : [];
  });
}

const alarmDeadline = (pool: pg.Pool, channel: AlarmChannel, send: SendAlarm): Deadline => ({
  name: alarmLane(channel),
  lane: alarmLane(channel),
  // A walk over months would stop each hour as long as an alarm is open.
  isStop: false,
  due: sql`
    SELECT CASE WHEN bool_or(${isDue}) THEN least(domain_now(), min(next_at)) ELSE min(next_at) END
    FROM alarm_deliveries WHERE channel = ${channel}`,
  run: async (db) =>
    (await withAdvisoryLock(pool, alarmLane(channel), () => deliver(db, channel, send))) ?? 0,
});

/** Nothing is planned further ahead than a repeat: beyond it, the machine's clock has jumped back. */
const isDue = sql`(next_at <= domain_now()
  OR next_at > domain_now() + make_interval(secs => ${repeatSeconds} + 60))`;

async function deliver(db: Db, channel: AlarmChannel, send: SendAlarm): Promise<number> {
  let count = 0;
  for (; count < portion; count += 1) {
    const alarm = await nextAlarm(db, channel);
    if (!alarm) break;
    const failure = await send(alarm).then(() => null, messageOf);
    await recordAttempt(db, channel, alarm, failure);
  }
  return count;
}

/** Those that failed least come first: a new alarm does not wait behind one that is never taken. */
async function nextAlarm(db: Db, channel: AlarmChannel): Promise<AlarmToSend | null> {
  const { rows } = await sql<AlarmToSend>`
    SELECT a.alarm_id AS "alarmId", a.kind, a.reference, a.message, a.raised_at AS "raisedAt",
      d.delivered + 1 AS delivery
    FROM alarm_deliveries d JOIN alarms a USING (alarm_id)
    WHERE d.channel = ${channel} AND ${isDue}
    ORDER BY d.failures, d.next_at, d.alarm_id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** A process that dies before this note delivers the alarm again, with the same number of delivery. */
function recordAttempt(
  db: Db,
  channel: AlarmChannel,
  { alarmId }: AlarmToSend,
  failure: string | null,
): Promise<void> {
  return transaction(db, async (tx) => {
    await sql`
      INSERT INTO alarm_attempts (alarm_id, channel, failure)
      VALUES (${alarmId}, ${channel}, ${failure})`.execute(tx);
    const set =
      failure === null ? sql`delivered = delivered + 1, failures = 0` : sql`failures = failures + 1`;
    const retry = sql`least(${retryMaxSeconds}, 5 * 2 ^ least(failures, 10))`;
    const pause = failure === null ? sql`${repeatSeconds}` : retry;
    await sql`
      UPDATE alarm_deliveries SET ${set},
        next_at = domain_now() + make_interval(secs => ${pause}::double precision)
      WHERE alarm_id = ${alarmId} AND channel = ${channel}`.execute(tx);
  });
}
