/**
 * JSON body of the POST to `ALARM_URL`. Any 2xx accepts it; every other outcome is retried with
 * the same `id` and `delivery`, so that the receiver can recognise a repetition.
 */
export type WireAlarm = {
  /** Number of the alarm; `operator alarm seen` takes it. */
  id: number;
  kind: string;
  reference: string;
  message: string;
  /** ISO 8601, UTC. */
  raisedAt: string;
  /** 1, then one more with each hourly repeat. */
  delivery: number;
  /** Address of the installation. */
  site: string;
};
