/**
 * What words are forms of (docs/decisions/040): Icelandic ones from a dictionary of 10 MB, read when somebody
 * first searches; of English only plurals.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BinaryLemmatizer } from 'lemma-is';

/** `stem`: what is left without an ending of a word that no dictionary has. */
export type Form = { bases: readonly string[]; stem: string | null };
/** Of a word in lower case. */
export type Dictionary = (word: string) => Form;

/** Words are looked up once, which takes ten times as long as remembering: more than our texts have. */
const seenMax = 20_000;

let kept: Promise<Dictionary> | undefined;

export function icelandic(): Promise<Dictionary> {
  kept ??= read();
  return kept;
}

async function read(): Promise<Dictionary> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('lemma-is/data/lemma-is.core.bin')));
  const whole = bytes.byteLength === bytes.buffer.byteLength;
  const words = BinaryLemmatizer.loadFromBuffer(whole ? bytes.buffer : new Uint8Array(bytes).buffer);
  const look = (word: string) => words.lemmatize(word);
  const seen = new Map<string, Form>();
  return (word) => {
    const form = seen.get(word) ?? formOf(word, look);
    if (seen.size < seenMax) seen.set(word, form);
    return form;
  };
}

/** Endings of nouns and their articles, the shortest first. */
const endings = (
  'a i s u um ur ar ir ja na nu in ið ina inn ins inu una nna num nir nar nni sins anna inum inni anum ' +
  'jum unum unni anir irnir arnir urnar anirnar unarinnar'
).split(' ');
const stemMin = 3;

/** @param look the base forms of a word; the word alone where it is one itself, or none is known */
function formOf(word: string, look: (word: string) => readonly string[]): Form {
  const known = (each: string): readonly string[] | null => {
    const bases = look(each);
    return bases.length === 1 && bases[0] === each ? null : bases;
  };
  const bases = known(word);
  if (bases !== null) return { bases, stem: null };
  // Compounds and rare forms are in no dictionary: what is left without an ending may be.
  const stems = endings.flatMap((ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : '';
    return stem.length >= stemMin ? [stem] : [];
  });
  for (const stem of stems) {
    const ofStem = known(stem);
    if (ofStem !== null) return { bases: [word, ...ofStem], stem: null };
  }
  return { bases: [word], stem: stems.at(-1) ?? null };
}

/** English words lose the `s` of their plural: enough for names and headings. */
export const english: Dictionary = (word) => ({ bases: [singularOf(word)], stem: null });

function singularOf(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}
