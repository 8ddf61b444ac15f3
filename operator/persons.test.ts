/** Names and reasons at the operator's door. */
import { expect, test } from 'vitest';
import { actorOf, reasonIn } from './persons.ts';

const actor = (as: string) => actorOf({ args: [], options: { as } });
const reason = (text: string) => reasonIn({ args: [], options: { reason: text } });

test('a name is put into one form: no outer blanks, single ones within, nothing invisible', () => {
  expect(actor('  Anna \u00a0 Jo\u0301nsdo\u0301ttir\u200b ')).toBe('Anna Jónsdóttir');
  expect(actor('Ａｎｎａ')).toBe('Anna');
  expect(actorOf({ args: [], options: {} })).toBe('operator');
});

test.each([
  '=1+1',
  '+354',
  '-Anna',
  '@SUM(1+1)',
  '  =x',
  '\u200b=x',
  '\ufeff@x',
  '＝x',
  '＋x',
  '－x',
  '＠x',
  '﹣x',
  '\t=x',
  '\r=x',
  '"=x',
  'Anna;=x',
])('what a spreadsheet would compute is refused where it is typed: %j', (text) => {
  expect(() => actor(text)).toThrow('EC_INVALID_INPUT');
  expect(() => reason(text)).toThrow('EC_INVALID_INPUT');
});

test.each(['', ' ', '\u200b', '\u3164', '\u2800', '.', '—', 'Anna\u0000', 'Anna\nBjörn', 'Аnna'])(
  'a name that nobody can be told by is refused: %j',
  (text) => {
    expect(() => actor(text)).toThrow('EC_INVALID_INPUT');
  },
);

test.each(['draw-machine', 'Draw-Machine', 'draw‑machine', 'ｄｒａｗ-machine', 'Sandbox Supervisor'])(
  'nobody acts in the name of a machine: %s',
  (text) => {
    expect(() => actor(text)).toThrow('EC_ACTION_NOT_ALLOWED');
  },
);

test('ordinary reasons pass, with their marks', () => {
  for (const text of [
    'villa í skrá',
    'Beiðni leikmanns – sími 611-0011',
    'a = b',
    'tölvupóstur: anna@example.is',
  ])
    expect(reason(text)).toBe(text);
});
