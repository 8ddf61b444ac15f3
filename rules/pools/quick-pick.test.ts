import { describe, expect, it } from 'vitest';
import { parseSigns } from './panels.ts';
import { albertPick, quickPick } from './quick-pick.ts';

const nothing = new Array<number>(13).fill(0);

/** Every value below the limit once, then again. */
const inTurn = () => {
  let value = -1;
  return () => {
    value += 1;
    return value;
  };
};

/** How often each outcome of the first match comes in so many picks. */
function counts(pick: () => number[], times: number, outcomes: number): number[] {
  const found = new Array<number>(outcomes).fill(0);
  for (let time = 0; time < times; time += 1) {
    const place = Math.log2(pick()[0] as number);
    found[place] = (found[place] as number) + 1;
  }
  return found;
}

describe('tölvuval', () => {
  it('gives every outcome as often as the others', () => {
    const next = inTurn();
    expect(counts(() => quickPick('xg', nothing, next), 800, 8)).toEqual(new Array(8).fill(100));
    const other = inTurn();
    expect(counts(() => quickPick('totoeur', nothing, other), 300, 3)).toEqual([100, 100, 100]);
  });

  it('keeps what is marked', () => {
    const marked = [...(parseSigns('ABCD1X2111111')?.slice(0, 7) ?? []), ...nothing.slice(7)];
    const picks = quickPick('totoeng', marked, inTurn());
    expect(picks.slice(0, 7)).toEqual(marked.slice(0, 7));
    expect(picks.slice(7).every((mask) => [1, 2, 4].includes(mask))).toBe(true);
  });
});

describe('Albert', () => {
  it('gives outcomes as often as their chances say', () => {
    const next = inTurn();
    const chances = Array.from({ length: 13 }, () => [50, 27, 23]);
    expect(counts(() => albertPick(nothing, chances, next), 100, 3)).toEqual([50, 27, 23]);
    const goals = Array.from({ length: 13 }, () => [7, 18, 24, 22, 15, 8, 4, 2]);
    const other = inTurn();
    expect(counts(() => albertPick(nothing, goals, other), 100, 8)).toEqual([7, 18, 24, 22, 15, 8, 4, 2]);
  });

  it('never gives an outcome without a chance, and keeps what is marked', () => {
    const chances = Array.from({ length: 13 }, () => [0, 100, 0]);
    expect(albertPick([1, ...nothing.slice(1)], chances, inTurn())).toEqual([1, ...new Array(12).fill(2)]);
  });
});
