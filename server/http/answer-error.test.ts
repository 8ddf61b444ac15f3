import { expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { describeError } from './answer-error.ts';

/** What a log is told, by level. */
function logged(error: unknown, faultCode: ErrorCode = 'EC_EXCEPTION'): [string, object][] {
  const lines: [string, object][] = [];
  const at = (level: string) => (fields: object) => lines.push([level, fields]);
  describeError(
    error,
    { error: at('error'), warn: at('warn'), info: at('info') } as unknown as Log,
    faultCode,
  );
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
  const error = new TypeError('oops');
  expect(logged(error)).toEqual([['error', { err: error, errorId, code: 'EC_EXCEPTION' }]]);
});

const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

test('a lost connection closes a call for now, and is a fault where money may have moved', () => {
  const cause = 'ECONNRESET read ECONNRESET';
  expect(logged(lost)).toEqual([['warn', { errorId, code: 'EC_SYSTEM_CLOSED', cause }]]);
  const code = 'EC_INTERNAL_ERROR';
  expect(logged(lost, code)).toEqual([['error', { err: lost, errorId, code }]]);
});

test('corrupted data closes a call for now, and a person is told', () => {
  const corrupted = Object.assign(new Error('invalid page'), { code: 'XX001', severity: 'ERROR' });
  expect(logged(corrupted)).toEqual([['error', { err: corrupted, errorId, code: 'EC_SYSTEM_CLOSED' }]]);
});
