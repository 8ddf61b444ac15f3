/** A small seeded generator (mulberry32): a seed repeats the choice of operations. Not for the product. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** 0 … n-1 */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different numbers of 1 … max, ascending. */
  numbers(max: number, count: number): number[];
  /** A generator of its own for a numbered purpose: what one draws does not move the others. */
  fork(purpose: number): Random;
};

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    numbers: (max, count) => {
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(1 + below(max));
      return [...chosen].sort((a, b) => a - b);
    },
    fork: (purpose) =>
      seeded(Math.imul(seed ^ 0x9e3779b9, 2_654_435_761) + Math.imul(purpose + 1, 40_503_101)),
  };
}
