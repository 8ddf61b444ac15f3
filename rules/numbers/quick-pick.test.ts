import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gameIds, versionAt } from './games.ts';
import { fillRow, quickPickJoker, quickPickRow } from './quick-pick.ts';
import { checkRow } from './wager.ts';

const bits = fc.infiniteStream(fc.integer({ min: 0, max: 2 ** 32 - 1 }));

function source(stream: IterableIterator<number>) {
  return () => stream.next().value as number;
}

test('must-hold 91: a quick pick is a valid row of its game', () => {
  fc.assert(
    fc.property(fc.constantFrom(...gameIds), bits, (gameId, stream) => {
      const version = versionAt(gameId, '2026-11-21');
      const row = quickPickRow(version, source(stream));
      expect(checkRow(version, row)).toBeNull();
      expect(row.isQuickPick).toBe(true);
      expect(checkRow(version, quickPickRow(version, source(stream), 8), 8)).toBeNull();
    }),
  );
});

test('what the player chose is kept, the rest is picked', () => {
  fc.assert(
    fc.property(bits, (stream) => {
      const version = versionAt('eurojackpot', '2026-11-21');
      const row = fillRow(version, { numbers: [50, 7], bonusNumbers: [12] }, source(stream));
      expect(row.numbers).toEqual(expect.arrayContaining([7, 50]));
      expect(row.bonusNumbers).toContain(12);
      expect(checkRow(version, row)).toBeNull();
    }),
  );
});

test('lotto has no extra numbers to pick', () => {
  expect(quickPickRow(versionAt('lotto', '2026-11-21'), () => 0)).toEqual({
    numbers: [1, 42, 43, 44, 45],
    isQuickPick: true,
  });
});

test('Joker digits are five from 0 to 9', () => {
  fc.assert(
    fc.property(bits, (stream) => {
      const digits = quickPickJoker(source(stream));
      expect(digits).toHaveLength(5);
      for (const digit of digits) expect(digit >= 0 && digit <= 9).toBe(true);
    }),
  );
});
