import { expect, test, vi } from 'vitest';
import { ContentServiceError } from '#integrations/content-service/face.ts';
import type { Log } from '#server/platform/log.ts';
import { createFailureLog } from './failures.ts';

function logged() {
  let nowMs = 0;
  const warn = vi.fn();
  const failed = createFailureLog({ warn } as unknown as Log, () => nowMs);
  const question = { key: 'front-page', locale: 'is', postfix: '' } as const;
  return {
    at(ms: number, error: unknown) {
      nowMs = ms;
      failed(question, error);
      return warn.mock.calls.length;
    },
  };
}

const away = () => new ContentServiceError('unreachable', 'The content service does not answer.');

test('right after the start a service that is away is not told, later it is, once in ten minutes', () => {
  const log = logged();
  expect(log.at(0, away())).toBe(0);
  expect(log.at(4_999, away())).toBe(0);
  expect(log.at(5_000, away())).toBe(1);
  expect(log.at(604_999, away())).toBe(1);
  expect(log.at(605_000, away())).toBe(2);
});

test('an answer that cannot be used is told at once', () => {
  const log = logged();
  expect(log.at(0, new Error('no title'))).toBe(1);
  expect(log.at(1, new Error('no title'))).toBe(1);
});
