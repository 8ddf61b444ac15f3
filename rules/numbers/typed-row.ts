/** A row typed into boxes: what is in them, and what is wrong with it. */
import { readTyped } from '../values/typed.ts';
import { formatPlayAddress } from './play-address.ts';
import type { RuleVersion } from './versions.ts';

export type TypedFault = 'missing' | 'range' | 'twice';

export type TypedRow = {
  /** As typed, one for each box. */
  readonly numbers: readonly string[];
  readonly bonus: readonly string[];
  /** Null while nothing was sent, and with a fault. */
  readonly row: { readonly numbers: readonly number[]; readonly bonusNumbers: readonly number[] } | null;
  readonly fault: TypedFault | null;
};

/** @param size of a system; 0 for a row */
export function readTypedRow(
  { main, chosenBonus }: RuleVersion,
  typed: { numbers: readonly string[]; bonus: readonly string[] },
  size = 0,
): TypedRow {
  const boxes = (texts: readonly string[], howMany: number) =>
    Array.from({ length: howMany }, (_, place) => readTyped(texts[place] ?? ''));
  const numbers = boxes(typed.numbers, size || main.pick);
  const bonus = boxes(typed.bonus, chosenBonus.count);
  if (typed.numbers.length + typed.bonus.length === 0) return { numbers, bonus, row: null, fault: null };
  const fault = faultOf(numbers, main.max) ?? faultOf(bonus, chosenBonus.max);
  const row = fault === null ? { numbers: ascending(numbers), bonusNumbers: ascending(bonus) } : null;
  return { numbers, bonus, row, fault };
}

/** What the boxes of a page show: what is in them, what is wrong, and how far their numbers go. */
export function boxesOf({ main, chosenBonus }: RuleVersion, { numbers, bonus, fault }: TypedRow) {
  return { numbers, bonus, fault, max: main.max, bonusMax: chosenBonus.max };
}

/** As addresses and the call for past draws spell it. */
export function spelledRow(row: NonNullable<TypedRow['row']>): string {
  return formatPlayAddress({ rows: [row], joker: null, system: 0 }).slice('rows='.length);
}

function faultOf(texts: readonly string[], max: number): TypedFault | null {
  if (texts.includes('')) return 'missing';
  const isNumber = (text: string) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  if (!texts.every(isNumber)) return 'range';
  return new Set(texts.map(Number)).size === texts.length ? null : 'twice';
}

function ascending(texts: readonly string[]): number[] {
  return texts.map(Number).sort((a, b) => a - b);
}
