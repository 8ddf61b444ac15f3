/**
 * Two persons, where one is not enough. People type their names, so a name is compared by its key: however it
 * is written in letters of other case, width or form, with blanks or invisible marks, it is the same person.
 */
import { refuse } from './refusal.ts';

/** Blanks, what is not shown, and combining dots that lower-case i has of itself; accents stay. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const dashes = /[\p{Pd}\u2212]/gu;

/** NFKC, full case folding, no blanks, nothing invisible. Empty where nothing of the name can be seen. */
export function personKey(name: string): string {
  const letters = [...plain(name)].map((letter) => letter.toLowerCase().toUpperCase().toLowerCase());
  // A dotted I folds to an i with a dot of its own, and a final sigma is a sigma.
  const folded = letters.join('').replaceAll('i\u0307', 'i').replaceAll('ς', 'σ');
  return plain(folded);
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(unseen, '').replace(dashes, '-').normalize('NFKC');

/** What is written with each act of two persons; SQL compares the keys once more (`is_other_person`). */
export type TwoPersons = { firstKey: string; secondKey: string };

/** Refuses with the words where the second person is the first, or where nobody can be told from the name. */
export function requireOther(first: string, second: string, message: string): TwoPersons {
  const keys = { firstKey: personKey(first), secondKey: personKey(second) };
  if (keys.firstKey === keys.secondKey || keys.secondKey === '')
    refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
  return keys;
}

export const isSamePerson = (one: string, other: string): boolean => personKey(one) === personKey(other);

/** Names under which a sandbox acts by itself; no person has them, in whatever spelling. */
const machines = new Set([
  'drawmachine',
  'sandboxsupervisor',
  'organiser',
  'operator',
  'settlement',
  'calendar',
]);

export const isMachine = (name: string): boolean => machines.has(personKey(name).replace(/[-_.]/g, ''));
