/**
 * What `ALARM_URL` is sent: a POST of this body as JSON. Any 2xx takes it; everything else is retried with
 * the same `id` and `delivery`, by which a repetition is recognised.
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
