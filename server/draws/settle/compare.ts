/** What the two engines found, compared coupon by coupon. */
import { createHash } from 'node:crypto';
import type { Sums, WinLine, Winner } from '#server/draws/kind.ts';
import { idBytes } from '#server/draws/seal/book.ts';
import type { PackedWinners } from './count-book.ts';

export type Difference = { what: string; seal?: unknown; engineA: unknown; engineB: unknown };

/** The first thing that differs, or null. Both lists are in order of coupon id. */
export function firstDifference(
  seal: Sums,
  a: Sums & { winners: PackedWinners },
  b: Sums & { winners: readonly Winner[] },
  lines: readonly WinLine[],
): Difference | null {
  for (const what of ['coupons', 'rows', 'stakes'] as const) {
    if (a[what] !== seal[what] || a[what] !== b[what]) {
      return { what, seal: seal[what], engineA: a[what], engineB: b[what] };
    }
  }
  if (areEqual(a.winners, pack(b.winners, lines.length))) return null;
  const first = unitSums(unpack(a.winners, lines.length), lines.length);
  const second = unitSums(b.winners, lines.length);
  for (const [index, { part, tier }] of lines.entries()) {
    if (first[index] === second[index]) continue;
    const what = part === 'main' ? `winning rows in tier ${tier}` : `side prizes in tier ${tier}`;
    return { what, engineA: first[index], engineB: second[index] };
  }
  const theirs = b.winners[Symbol.iterator]();
  for (const ours of unpack(a.winners, lines.length)) {
    const other = theirs.next().value as Winner | undefined;
    if (!other || lineOf(ours) !== lineOf(other)) {
      return { what: 'winning coupons', engineA: lineOf(ours), engineB: other ? lineOf(other) : null };
    }
  }
  const left = theirs.next().value as Winner | undefined;
  return left ? { what: 'winning coupons', engineA: null, engineB: lineOf(left) } : null;
}

const areEqual = (a: PackedWinners, b: PackedWinners) =>
  Buffer.compare(a.ids, b.ids) === 0 &&
  a.units.length === b.units.length &&
  a.units.every((count, index) => count === b.units[index]);

function pack(winners: readonly Winner[], lines: number): PackedWinners {
  const ids = Buffer.alloc(winners.length * idBytes);
  const units = new Uint32Array(winners.length * lines);
  for (const [index, winner] of winners.entries()) {
    ids.write(winner.couponId.replaceAll('-', ''), index * idBytes, 'hex');
    units.set(winner.units, index * lines);
  }
  return { ids, units };
}

/** Winning units of each line. */
export function unitSums(winners: Iterable<Winner>, lines: number): number[] {
  const sums = new Array<number>(lines).fill(0);
  for (const { units } of winners) {
    for (let line = 0; line < lines; line += 1) sums[line] = (sums[line] ?? 0) + (units[line] ?? 0);
  }
  return sums;
}

/**
 * SHA-256 over one line a winning coupon, its place in the seal and its units. The evidence publishes it for
 * each engine, and anybody recomputes it from the published book (docs/rules/verify.md).
 */
export function digestOf(winners: Iterable<Pick<Winner, 'units'>>, places: ArrayLike<number>): Buffer {
  const hash = createHash('sha256');
  let index = 0;
  for (const { units } of winners) {
    hash.update(`${places[index]} ${units.join()}\n`);
    index += 1;
  }
  return hash.digest();
}

function lineOf({ couponId, units }: Winner): string {
  return `${couponId} ${units.join()}`;
}

export function* unpack({ ids, units }: PackedWinners, lines: number): Generator<Winner> {
  for (let index = 0; index * idBytes < ids.length; index += 1) {
    const hex = Buffer.from(ids.buffer, ids.byteOffset + index * idBytes, idBytes).toString('hex');
    const couponId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    yield { couponId, units: [...units.subarray(index * lines, (index + 1) * lines)] };
  }
}
