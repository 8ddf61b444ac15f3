/** Rules as they are published never change their spelling: their hash is part of every seal. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { gameIds, numberGames } from '#rules/numbers/games.ts';
import { canonicalJson } from '#server/draws/seal/rules-hash.ts';
import { shownRules } from './shown-rules.ts';

test('the published rules of a row that is in force keep the hash that seals have signed', () => {
  const versions = gameIds.flatMap((game) => numberGames[game].versions.filter(({ sale }) => sale?.joker));
  const hashes = versions.map(({ id }) => [
    id,
    createHash('sha256')
      .update(canonicalJson(shownRules(id)))
      .digest('hex')
      .slice(0, 16),
  ]);
  expect(Object.fromEntries(hashes)).toEqual({
    'lotto-2024-11-24': 'dc203609216e342d',
    'lotto-2025-05-18': '726edf649b75ab15',
    'vikinglotto-2024-11-24': 'b8f55d90c5528989',
    'eurojackpot-2024-11-24': 'b323621fd2c95e17',
  });
});

test('canonical JSON has no blanks and orders the keys of every object, not the entries of lists', () => {
  const value = { b: [{ d: null, c: 'á' }, 2, 1], a: { z: '1', y: false } };
  expect(canonicalJson(value)).toBe('{"a":{"y":false,"z":"1"},"b":[{"c":"á","d":null},2,1]}');
});
