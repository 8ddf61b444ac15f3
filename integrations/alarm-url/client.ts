/** Posts alarms as JSON. Redirects are not followed. */
import { sendOnce } from '#integrations/caller.ts';
import type { AlarmUrl } from './face.ts';

const answerBytesMax = 100_000;

export function createAlarmUrl({ url, timeoutMs = 8_000 }: { url: string; timeoutMs?: number }): AlarmUrl {
  return {
    async post(alarm) {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alarm),
        signal: AbortSignal.timeout(timeoutMs),
      } as const;
      const answer = await sendOnce(url, request, answerBytesMax);
      if (typeof answer === 'string') throw new Error('ALARM_URL does not answer');
      if (answer.status < 200 || answer.status > 299) throw new Error(`ALARM_URL answers ${answer.status}`);
    },
  };
}
