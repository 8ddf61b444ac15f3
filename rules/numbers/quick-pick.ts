/** Quick pick (sjálfval): uniform over all rows, from the given source of random bits. */

import { type NextUint32, pickDistinct, randomBelow } from '../values/random.ts';
import { jokerLength } from './joker.ts';
import type { RuleVersion } from './versions.ts';
import type { WagerRow } from './wager.ts';

/** A whole row; `size` numbers of a system instead of the row's when given. */
export function quickPickRow(
  version: RuleVersion,
  nextUint32: NextUint32,
  size = version.main.pick,
): WagerRow {
  return fillRow(version, { numbers: [] }, nextUint32, size);
}

/** Keeps what the player chose and picks the rest, every completion equally likely. */
export function fillRow(
  version: RuleVersion,
  partial: WagerRow,
  nextUint32: NextUint32,
  size = version.main.pick,
): WagerRow {
  const numbers = fill(partial.numbers, size, version.main.max, nextUint32);
  const { count, max } = version.chosenBonus;
  if (count === 0) return { numbers, isQuickPick: true };
  return {
    numbers,
    bonusNumbers: fill(partial.bonusNumbers ?? [], count, max, nextUint32),
    isQuickPick: true,
  };
}

export function quickPickJoker(nextUint32: NextUint32): number[] {
  return Array.from({ length: jokerLength }, () => randomBelow(10, nextUint32));
}

function fill(chosen: readonly number[], count: number, max: number, nextUint32: NextUint32): number[] {
  const free = Array.from({ length: max }, (_, index) => index + 1).filter(
    (number) => !chosen.includes(number),
  );
  const places = pickDistinct(Math.max(0, count - chosen.length), free.length, nextUint32);
  return [...chosen, ...places.map((place) => free[place - 1] as number)].sort((a, b) => a - b);
}
