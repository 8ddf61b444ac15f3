/**
 * Acts that need two different persons. People type their names, so names are compared by a key
 * that ignores case, width and form of letters, blanks and invisible marks.
 */
import { refuse } from './refusal.ts';

/** Blanks and invisible characters, among them U+2800, the Braille blank. Accents stay. */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const dashes = /[\p{Pd}\u2212]/gu;

/** NFKC, full case folding, no blanks, nothing invisible. Empty for a name without a visible character. */
export function personKey(name: string): string {
  const letters = [...plain(name)].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase());
  // A dotted I folds to an i with a dot of its own, and a final sigma is a sigma.
  const folded = letters.join('').replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
  return plain(folded);
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(invisible, '').replace(dashes, '-').normalize('NFKC');

/** Stored with each act of two persons; SQL compares the keys again (`is_other_person`). */
export type TwoPersons = { firstKey: string; secondKey: string };

/** Refuses with `message` when both are the same person or the second name has no visible character. */
export function requireOther(first: string, second: string, message: string): TwoPersons {
  const keys = { firstKey: personKey(first), secondKey: personKey(second) };
  if (keys.firstKey === keys.secondKey || keys.secondKey === '')
    refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
  return keys;
}

export const isSamePerson = (one: string, other: string): boolean => personKey(one) === personKey(other);

/** Names under which a sandbox acts automatically; refused for people in every spelling. */
const machines = new Set([
  'drawmachine',
  'sandboxsupervisor',
  'organiser',
  'operator',
  'installation',
  'settlement',
  'calendar',
]);

export const isMachine = (name: string): boolean => machines.has(personKey(name).replace(/[-_.]/g, ''));
