/** Real rounds of a Swedish pool, read where they lie beside the project. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchCount, outcomeOfScore, signs, voidLotCount } from './games.ts';
import { parseSigns } from './panels.ts';
import { rowsByMisses } from './standing.ts';
import { systemWords } from './system-words.ts';
import { openSystem, systems } from './systems.ts';

type Round = {
  drawNumber: number;
  row: string;
  events: { number: number; result: string; score: [number, number] | null; decidedByLot?: boolean }[];
};

const file = new URL('../../../shared/data/football-pools/outcomes-2020.jsonl', import.meta.url);
const rounds: Round[] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];

describe.skipIf(rounds.length === 0)('real rounds', () => {
  it('are fourteen of thirteen matches', () => {
    expect(rounds).toHaveLength(14);
    expect(rounds.every(({ events }) => events.length === matchCount)).toBe(true);
  });

  it('have the signs that follow from their scores', () => {
    for (const { row, events } of rounds) {
      const signsOf = events.map(({ score, result, decidedByLot }) =>
        score && !decidedByLot ? signs[outcomeOfScore('totoeng', score[0], score[1])] : result,
      );
      expect(signsOf.join('')).toBe(row);
    }
  });

  it('are void where seven or more matches were decided by lot', () => {
    const lots = rounds.map(({ drawNumber, events }) => {
      return { drawNumber, lots: events.filter(({ decidedByLot }) => decidedByLot).length };
    });
    expect(lots.filter(({ lots: count }) => count >= voidLotCount)).toEqual([{ drawNumber: 4641, lots: 13 }]);
  });

  it('give each system what it promises when all results are marked', () => {
    for (const { row } of rounds) {
      const result = [...row].map((sign) => '1X2'.indexOf(sign));
      for (const { number, type, full, half, guarantee, id } of systems) {
        const covers = [...row].map((sign, match) =>
          match < full ? 'D' : match < full + half ? { '1': 'A', X: 'C', '2': 'B' }[sign] : sign,
        );
        const base = [...row].map((sign, match) => (match < full + half ? 1 << '1X2'.indexOf(sign) : 0));
        const panel = parseSigns(covers.join('')) as number[];
        const rows = type === 'U' ? [panel, base] : [panel];
        const best =
          matchCount - rowsByMisses({ system: number, rows }, result).findIndex((count) => count > 0);
        expect(best).toBeGreaterThanOrEqual(guarantee);
        // The base signs came: the best row is as far from the result as the nearest word from none off.
        if (type === 'U') {
          const off = systemWords(id).map((word) => word.replaceAll('0', '').length);
          expect(best).toBe(matchCount - Math.min(...off));
        }
      }
      const open = {
        system: openSystem.number,
        rows: [parseSigns('D'.repeat(7) + row.slice(7)) as number[]],
      };
      expect(rowsByMisses(open, result).slice(0, 4)).toEqual([1, 14, 84, 280]);
    }
  });
});
