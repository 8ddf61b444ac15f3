/** Open and seen alarms, for the operator. */
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { AlarmKind } from './raise.ts';

export type Alarm = {
  alarmId: number;
  kind: AlarmKind;
  reference: string;
  message: string;
  raisedAt: Date;
  /** Deliveries that were taken, and the last one. */
  delivered: number;
  deliveredAt: Date | null;
  /** Failure of the last attempt; null if it succeeded. */
  failure: string | null;
  seenBy: string | null;
  seenAt: Date | null;
};

/** Every open alarm and the last fifty that were seen, newest first. */
export async function listAlarms(db: Db): Promise<Alarm[]> {
  const { rows } = await sql<Alarm>`
    SELECT a.alarm_id AS "alarmId", a.kind, a.reference, a.message, a.raised_at AS "raisedAt",
      (SELECT count(*) FROM alarm_attempts t WHERE t.alarm_id = a.alarm_id AND t.failure IS NULL)
        AS delivered,
      (SELECT max(at) FROM alarm_attempts t WHERE t.alarm_id = a.alarm_id AND t.failure IS NULL)
        AS "deliveredAt",
      (SELECT failure FROM alarm_attempts t WHERE t.alarm_id = a.alarm_id ORDER BY attempt_id DESC LIMIT 1)
        AS failure,
      v.seen_by AS "seenBy", v.seen_at AS "seenAt"
    FROM alarms a LEFT JOIN alarm_views v USING (alarm_id)
    WHERE v.alarm_id IS NULL
      OR a.alarm_id IN (SELECT alarm_id FROM alarm_views ORDER BY seen_at DESC LIMIT 50)
    ORDER BY a.alarm_id DESC`.execute(db);
  return rows;
}

/**
 * Stops the deliveries of an alarm. Idempotent: the first actor and time are kept.
 *
 * Throws EC_NO_DATA_FOUND for an unknown alarm.
 */
export async function markSeen(
  tx: Tx,
  alarmId: number,
  actor: string,
): Promise<{ seenBy: string; seenAt: Date }> {
  const { rowCount } = await sql`SELECT FROM alarms WHERE alarm_id = ${alarmId}`.execute(tx);
  if (rowCount === 0) refuse('EC_NO_DATA_FOUND', { details: { message: `There is no alarm ${alarmId}.` } });
  await sql`
    INSERT INTO alarm_views (alarm_id, seen_by) VALUES (${alarmId}, ${actor})
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`DELETE FROM open_alarms WHERE alarm_id = ${alarmId}`.execute(tx);
  const { rows } = await sql<{ seenBy: string; seenAt: Date }>`
    SELECT seen_by AS "seenBy", seen_at AS "seenAt" FROM alarm_views
    WHERE alarm_id = ${alarmId}`.execute(tx);
  return rows[0] as { seenBy: string; seenAt: Date };
}
