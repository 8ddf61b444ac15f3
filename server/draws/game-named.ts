import { refuse } from '#server/platform/refusal.ts';
import type { Kinds } from './kind.ts';

/** A game that a client named. @throws EC_PRODUCTTYPE_NOT_FOUND where no kind brings it */
export function gameNamed(kinds: Kinds, text: string): string {
  return kinds.has(text) ? text : refuse('EC_PRODUCTTYPE_NOT_FOUND');
}
