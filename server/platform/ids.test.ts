import { expect, test } from 'vitest';
import { decodeId, encodeId, newId, uuidOfName } from './ids.ts';

test('must-hold 64: ids are 128 random bits, written outside as 26 letters and digits and read back', () => {
  const ids = new Set(Array.from({ length: 200 }, newId));
  expect(ids.size).toBe(200);
  for (const id of ids) {
    expect(encodeId(id)).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(decodeId(encodeId(id))).toBe(id);
  }
});

test.each([
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
])('%s is %s', (uuid, text) => {
  expect(encodeId(uuid)).toBe(text);
  expect(decodeId(text)).toBe(uuid);
});

test('equal names have equal uuids, and other names have others', () => {
  const uuid = uuidOfName('1 deposit a');
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(uuidOfName('1 deposit a')).toBe(uuid);
  expect(uuidOfName('1 deposit b')).not.toBe(uuid);
});

test.each([
  '',
  '0',
  '80000000000000000000000000',
  '0000000000000000000000000u',
  '000000000000000000000000000',
])('"%s" is no id', (text) => {
  expect(decodeId(text)).toBeNull();
});
