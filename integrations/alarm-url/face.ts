/** An address of the operator that takes alarms, such as a chat or an on-call service. */
import type { WireAlarm } from './wire.ts';

export type AlarmUrl = {
  /** Resolves when the alarm was taken; rejects otherwise. The error never holds the address, a secret. */
  post(alarm: WireAlarm): Promise<void>;
};
