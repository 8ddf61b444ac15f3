import { expect, test } from 'vitest';
import { kinds } from '#server/games/registry.ts';
import { roles } from '#server/operators/roles.ts';
import { distanceSeconds } from './clock.ts';
import { commandsOf } from './commands.ts';
import { amount, table } from './table.ts';
import { findCommand } from './words.ts';

const commands = commandsOf(kinds);

test('a distance is weeks, days, hours, minutes and seconds', () => {
  expect(distanceSeconds('7d')).toBe(604_800);
  expect(distanceSeconds('1w1d2h3m4s')).toBe(604_800 + 86_400 + 7_200 + 180 + 4);
  for (const text of ['', '7', 'd', '7 d', '-1d', '0s', '1.5h', '99999w']) {
    expect(() => distanceSeconds(text), text).toThrow(/DISTANCE/);
  }
});

test('every command names a role', () => {
  for (const command of commands) expect(roles, command.words).toContain(command.role);
});

test('words are told apart, and none is another one’s beginning in vain', () => {
  for (const command of commands) {
    expect(findCommand(commands, ['--json', ...command.words.split(' '), 'argument'])?.words).toBe(
      command.words,
    );
  }
  expect(findCommand(commands, ['clock'])).toBeUndefined();
  expect(new Set(commands.map(({ words }) => words)).size).toBe(commands.length);
});

test('tables keep their columns, numbers stand to the right with Icelandic dots', () => {
  expect(
    table(
      ['name', 'kr.'],
      [
        ['a', 1],
        ['bcdef', 1_234_567],
        ['c', null],
      ],
    ),
  ).toBe(['name         kr.', '-----  ---------', 'a              1', 'bcdef  1.234.567', 'c'].join('\n'));
  expect([amount(-1000), amount(0), amount(999)]).toEqual(['-1.000', '0', '999']);
});
