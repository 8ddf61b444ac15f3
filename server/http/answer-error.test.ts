import { expect, test } from 'vitest';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { describeError } from './answer-error.ts';

/** What a log is told, by level. */
function logged(error: unknown): [string, object][] {
  const lines: [string, object][] = [];
  const at = (level: string) => (fields: object) => lines.push([level, fields]);
  describeError(error, { error: at('error'), warn: at('warn'), info: at('info') } as unknown as Log);
  return lines;
}

const errorId = expect.any(String);
const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

test.each([
  ['a refusal', new Refusal('EC_SALE_CLOSED', {}), 'info', { code: 'EC_SALE_CLOSED', errorId }],
  ['no room for now', new Refusal('EC_SYSTEM_CLOSED', {}), 'warn', { code: 'EC_SYSTEM_CLOSED', errorId }],
  ['who left', gone, 'info', { code: 'EC_INVALID_INPUT', errorId }],
  ['who left, by the library', new Error('Client connection prematurely closed.'), 'info', expect.anything()],
])('%s is no fault of ours, and has no stack', (_, error, level, fields) => {
  expect(logged(error)).toEqual([[level, fields]]);
});

test('anything else is, once', () => {
  const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(logged(error)).toEqual([['error', { err: error, errorId, code: 'EC_EXCEPTION' }]]);
});
