import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('must-hold 8: refused are', () => {
  test.each([
    'password',
    'Password1',
    'iloveyou',
    'football1',
    'qwertyuiop',
    '1q2w3e4r',
    'trustno1',
    'sunshine',
    '12345678',
    '87654321',
    '11111111',
    'abababab',
    'abcabcabc',
    'qwertyui',
    'poiuytre',
    'stuvwxyz',
    'lykilord',
    'Lykilorð1',
    'Hending2026',
    '2026hending!',
    'Þriðjudagur',
    'manudagur7',
    'Ísland123',
    'Reykjavík101',
    'fótbolti',
    'vikinglotto',
    'Jólin2026'.replace('in', ''),
    'ÁFRAMísland',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
});

describe('allowed are', () => {
  test.each([
    'fjórir gráir hestar',
    'kræklótt birki 7',
    'vB7#kqPz',
    'Þetta er langt lykilorð',
    'hendingaskáld',
    'lykilorðakeðja',
    'Skata & smjör',
    '🐴🐴🌊🌋🐟🐑🌧️🎲',
    '        x',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test('of a thousand made by chance at most one', () => {
    const taken = Array.from({ length: 1000 }, () => crypto.randomUUID().slice(0, 13)).filter(
      isCommonPassword,
    );
    expect(taken.length).toBeLessThanOrEqual(1);
  });
});
