import { expect, test } from 'vitest';
import { type GameId, versionAt } from './games.ts';
import { checkRow, checkWager, type Wager } from './wager.ts';

const row = { numbers: [1, 2, 3, 4, 5] };
const vikingRow = { numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [5] };
const euroRow = { numbers: [1, 2, 3, 4, 50], bonusNumbers: [1, 12] };

function check(wager: Partial<Wager>, rollDownDraw = 10) {
  const whole = { gameId: 'lotto' as GameId, rows: [row], ...wager };
  return checkWager(versionAt(whole.gameId, '2026-11-21'), whole, { rollDownDraw });
}

test('whole wagers of the three games are tickets', () => {
  expect(check({ rows: [row, row], joker: [0, 1, 2, 3, 4], drawCount: 10, system: 0 })).toBeNull();
  expect(check({ rows: [{ ...row, bonusNumbers: [] }] })).toBeNull();
  expect(check({ gameId: 'vikinglotto', rows: [vikingRow] })).toBeNull();
  expect(check({ gameId: 'eurojackpot', rows: [euroRow], drawCount: 3 })).toBeNull();
  expect(check({ rows: [{ numbers: [1, 2, 3, 4, 5, 6, 7] }], system: 7 })).toBeNull();
  expect(check({ rows: [row], subscriptionDrawDays: ['sat'], acceptedSubscriptionTerms: true })).toBeNull();
});

test('at most ten rows, at least one', () => {
  expect(check({ rows: Array(10).fill(row) })).toBeNull();
  expect(check({ rows: Array(11).fill(row) })).toEqual({
    code: 'EC_ROW_LIMIT',
    issues: [{ path: ['rows'], message: 'Invalid wager' }],
  });
  expect(check({ rows: [] })?.code).toBe('EC_TICKET_INVALID_SELECTIONS');
});

test('numbers are unique within a row', () => {
  expect(check({ rows: [row, { numbers: [7, 7, 8, 9, 10] }] })).toEqual({
    code: 'EC_TICKET_INVALID_SELECTIONS',
    issues: [{ path: ['rows', 1, 'numbers'], message: 'Numbers must be unique' }],
  });
  expect(check({ gameId: 'eurojackpot', rows: [{ ...euroRow, bonusNumbers: [3, 3] }] })?.issues).toEqual([
    { path: ['rows', 0, 'bonusNumbers'], message: 'Numbers must be unique' },
  ]);
});

test.each([
  ['lotto', { numbers: [1, 2, 3, 4] }, 'numbers'],
  ['lotto', { numbers: [1, 2, 3, 4, 46] }, 'numbers'],
  ['lotto', { numbers: [0, 1, 2, 3, 4] }, 'numbers'],
  ['lotto', { numbers: [1, 2, 3, 4, 5.5] }, 'numbers'],
  ['lotto', { numbers: [1, 2, 3, 4, 5], bonusNumbers: [6] }, 'bonusNumbers'],
  ['vikinglotto', { numbers: [1, 2, 3, 4, 5], bonusNumbers: [5] }, 'numbers'],
  ['vikinglotto', { numbers: [1, 2, 3, 4, 5, 6] }, 'bonusNumbers'],
  ['vikinglotto', { numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [6] }, 'bonusNumbers'],
  ['eurojackpot', { numbers: [1, 2, 3, 4, 5], bonusNumbers: [1] }, 'bonusNumbers'],
  ['eurojackpot', { numbers: [1, 2, 3, 4, 51], bonusNumbers: [1, 2] }, 'numbers'],
  ['eurojackpot', { numbers: [1, 2, 3, 4, 5], bonusNumbers: [1, 13] }, 'bonusNumbers'],
] as const)('%s refuses the row %j', (gameId, wrong, field) => {
  expect(check({ gameId, rows: [wrong] })).toEqual({
    code: 'EC_TICKET_INVALID_SELECTIONS',
    issues: [{ path: ['rows', 0, field], message: 'Invalid wager' }],
  });
  expect(checkRow(versionAt(gameId, '2026-11-21'), wrong)).toEqual({
    path: [field],
    message: 'Invalid wager',
  });
});

test('Joker has exactly five digits', () => {
  expect(check({ joker: [1, 2, 3, 4] })).toEqual({
    code: 'EC_TICKET_INVALID_SELECTIONS',
    issues: [{ path: ['joker'], message: 'Row should have 5 numbers' }],
  });
  expect(check({ joker: [1, 2, 3, 4, 10] })?.issues).toEqual([{ path: ['joker'], message: 'Invalid wager' }]);
});

test('a system fills the first row alone, with as many numbers as its size', () => {
  const seven = { numbers: [1, 2, 3, 4, 5, 6, 7] };
  expect(check({ rows: [row], system: 7 })?.code).toBe('EC_TICKET_INVALID_SELECTIONS');
  expect(check({ rows: [seven], system: 0 })?.code).toBe('EC_TICKET_INVALID_SELECTIONS');
  expect(check({ rows: [seven, row], system: 7 })).toEqual({
    code: 'EC_INVALID_COMBINATION',
    issues: [{ path: ['rows'], message: 'Invalid wager' }],
  });
  for (const system of [1, 5, 11, -1, 6.5]) {
    expect(check({ rows: [row], system })).toEqual({
      code: 'EC_INVALID_COMBINATION',
      issues: [{ path: ['system'], message: 'Invalid wager' }],
    });
  }
  expect(check({ gameId: 'vikinglotto', rows: [{ ...vikingRow }], system: 6 })?.code).toBe(
    'EC_INVALID_COMBINATION',
  );
});

test('a ticket reaches 1 to 10 draws, and not past a planned change', () => {
  expect(check({ drawCount: 11 })).toEqual({
    code: 'EC_VALUE_TOO_HIGH',
    issues: [{ path: ['drawCount'], message: 'Invalid wager' }],
  });
  expect(check({ drawCount: 4 }, 3)?.code).toBe('EC_VALUE_TOO_HIGH');
  expect(check({ drawCount: 3 }, 3)).toBeNull();
  expect(check({ drawCount: 0 })?.code).toBe('EC_INVALID_INPUT');
  expect(check({ drawCount: 1.5 })?.code).toBe('EC_INVALID_INPUT');
});

test('a subscription has draw days, accepted terms and a draw count of 1, written or not', () => {
  const terms = { acceptedSubscriptionTerms: true };
  expect(check({ subscriptionDrawDays: ['sat'], ...terms, drawCount: 1 })).toBeNull();
  for (const drawCount of [0, 2, 10]) {
    expect(check({ subscriptionDrawDays: ['sat'], ...terms, drawCount })?.code).toBe(
      'EC_INVALID_COMBINATION',
    );
  }
  expect(check({ subscriptionDrawDays: ['sat'] })).toEqual({
    code: 'EC_INVALID_INPUT',
    issues: [{ path: ['acceptedSubscriptionTerms'], message: 'Invalid terms' }],
  });
});

test.each([
  ['lotto', row, ['wed'], 'Draw day must be sat'],
  ['vikinglotto', vikingRow, ['sat'], 'Draw day must be wed'],
  ['eurojackpot', euroRow, ['tue', 'wed'], 'Draw day must be tue or fri'],
  ['eurojackpot', euroRow, ['tue', 'tue'], 'Draw day must be tue or fri'],
  ['lotto', row, [], 'Draw day must be sat'],
] as const)('%s %j with days %j', (gameId, one, subscriptionDrawDays, message) => {
  const wager = { gameId, rows: [one], subscriptionDrawDays, acceptedSubscriptionTerms: true };
  expect(check(wager)).toEqual({
    code: 'EC_INVALID_INPUT',
    issues: [{ path: ['subscriptionDrawDays'], message }],
  });
});

test('all faults are told, the first in the order of checks gives the code', () => {
  const faults = check({ rows: [{ numbers: [1, 1, 2, 3, 99] }, row], system: 12, joker: [1], drawCount: 99 });
  expect(faults?.code).toBe('EC_TICKET_INVALID_SELECTIONS');
  expect(faults?.issues.map((issue) => issue.path.join('.'))).toEqual([
    'rows.0.numbers',
    'rows.0.numbers',
    'joker',
    'system',
    'rows',
    'drawCount',
  ]);
});
