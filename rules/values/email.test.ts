import { expect, test } from 'vitest';
import { parseEmail } from './email.ts';

test.each([
  ['nafn@example.is', 'nafn@example.is'],
  ['  NAFN@Example.IS ', 'nafn@example.is'],
  ['fyrra.seinna+merki@undir.example.is', 'fyrra.seinna+merki@undir.example.is'],
  ['nafn@dæmi.is', 'nafn@dæmi.is'],
  ['nafn@dæmi.is'.normalize('NFD'), 'nafn@dæmi.is'],
  ["o'neill@example.com", "o'neill@example.com"],
])('%s is %s', (typed, email) => {
  expect(parseEmail(typed)).toBe(email);
});

test.each([
  '',
  'nafn',
  'nafn@',
  '@example.is',
  'nafn@example',
  'nafn@@example.is',
  'a b@example.is',
  'a@b..is',
  '.a@example.is',
  'a.@example.is',
  'a..b@example.is',
  'a@-b.is',
  'a@b-.is',
  'a@127.0.0.1',
  'a@b.i',
  'nafn@example.is\u0000',
  'na\u202efn@example.is',
  '🙂@example.is',
  'nafn@🙂.is',
  'a@b.is\nBcc: c@d.is',
  '<script>@example.is',
  '"a b"@example.is',
  'a,b@example.is',
  `${'a'.repeat(65)}@example.is`,
  `a@${'b'.repeat(64)}.is`,
  `a@${'b.'.repeat(130)}is`,
  `${'a@'.repeat(5000)}b.is`,
])('%j is none', (typed) => {
  expect(parseEmail(typed)).toBeNull();
});
