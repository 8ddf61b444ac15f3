/** The hash of a draw's rules, which both signatures of the draw cover. */
import { createHash } from 'node:crypto';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import type { Kinds } from '#server/draws/kind.ts';

/** SHA-256 of the rules as they are published, as canonical JSON. */
export function rulesHashOf(kinds: Kinds, draw: Pick<Draw, 'game' | 'number' | 'rulesId'>): Buffer {
  const rules = kinds.of(draw.game).showing.rules(draw.rulesId);
  if (rules === null) throw new Error(`${nameOf(draw)} has no rules ${draw.rulesId}`);
  return createHash('sha256').update(canonicalJson(rules)).digest();
}

/** JSON in one spelling: no blanks, and the keys of every object in order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
