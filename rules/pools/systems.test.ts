import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import frozen from './fixtures/frozen-systems.json' with { type: 'json' };
import { systemWords } from './system-words.ts';
import { type System, systemIdOf, systemOf, systemOfNumber, systems } from './systems.ts';

const digestOf = ({ id }: System) => createHash('sha256').update(systemWords(id).join('\n')).digest('hex');

/** How far each outcome of the covered matches is from the nearest row: spheres are grown from the rows. */
function distances({ id, full, half }: System): Map<string, number> {
  const found = new Map(systemWords(id).map((word) => [word, 0]));
  for (const [word, distance] of found) {
    for (let at = 0; at < full + half; at += 1) {
      for (const digit of at < full ? '012' : '01') {
        const other = word.slice(0, at) + digit + word.slice(at + 1);
        if (!found.has(other)) found.set(other, distance + 1);
      }
    }
  }
  return found;
}

describe('the systems', () => {
  it('never change once they are sold', () => {
    expect(systems.map((system) => [system.number, system.id, digestOf(system)])).toEqual(
      frozen.map(({ number, id, words }) => [number, id, words]),
    );
  });

  it.each(systems.map((system) => [system.id, system] as const))('%s keeps its promise', (_, system) => {
    const { full, half, rows, type, guarantee, guaranteeByBaseHits } = system;
    const words = systemWords(system.id);
    expect(words).toEqual([...new Set(words)].sort());
    expect(words.every((word) => /^[012]*$/.test(word.slice(0, full)))).toBe(true);
    expect(words.every((word) => new RegExp(`^[01]{${half}}$`).test(word.slice(full)))).toBe(true);
    expect(words).toHaveLength(rows);
    const least = new Array<number>(full + half + 1).fill(13);
    const all = distances(system);
    expect(all.size).toBe(3 ** full * 2 ** half);
    for (const [outcome, distance] of all) {
      const baseHits = outcome.length - outcome.replaceAll('0', '').length;
      least[baseHits] = Math.min(least[baseHits] as number, 13 - distance);
    }
    expect(Math.min(...least)).toBe(guarantee);
    expect(guaranteeByBaseHits).toEqual(type === 'U' ? least : null);
  });

  it('are found by id and by number', () => {
    for (const system of systems) {
      expect(systemOf(system.id)).toBe(system);
      expect(systemOfNumber(system.number)).toBe(system);
      expect(systemIdOf(system.number)).toBe(system.id);
    }
    expect([systemIdOf(0), systemIdOf(1), systemIdOf(64)]).toEqual(['', 'O', null]);
    expect([systemOf('S-4-0-8'), systemOf('O'), systemOfNumber(1), systemOfNumber(-1)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

/** The reading matter of the project, where it lies beside the tree. */
const domain = new URL('../../../shared/domain/toto-systems.json', import.meta.url);

describe.skipIf(!existsSync(domain))('the table of the domain', () => {
  type Given = { id: string; name: string; full: number; half: number; rows: number; guarantee: number };
  type Table = { systems: (Given & { rowsSha256: string; guaranteeByBaseHits?: Record<string, number> })[] };
  const given = existsSync(domain) ? (JSON.parse(readFileSync(domain, 'utf8')) as Table).systems : [];

  it('says the same', () => {
    expect(given).toHaveLength(62);
    for (const { id, name, full, half, rows, guarantee, ...rest } of given) {
      const system = systemOf(id);
      expect(system).toMatchObject({ id, name, full, half, rows, guarantee });
      expect(digestOf(system as System)).toBe(rest.rowsSha256);
      expect({ ...system?.guaranteeByBaseHits }).toEqual(rest.guaranteeByBaseHits ?? {});
    }
  });
});
