/** Words as a search compares them: letters folded, in any inflection, from their beginnings. */
import { foldLetters } from '#rules/values/fold.ts';
import type { Dictionary } from './lemmas.ts';

/** `Íþróttafélagið Þór` → `íþróttafélagið`, `þór`. */
export function tokensOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The words of a text: as they stand there, and what they are forms of, all folded. */
export type Words = { written: readonly string[]; bases: ReadonlySet<string> };

export function wordsOf(text: string, dictionary: Dictionary): Words {
  const tokens = tokensOf(text);
  const bases = tokens.flatMap((token) => dictionary(token).bases);
  return { written: tokens.map(foldLetters), bases: new Set(bases.map(foldLetters)) };
}

/** One word that somebody looks for: what words begin with, or are forms of. */
export type Sought = { beginnings: readonly string[]; bases: readonly string[] };

/** @param known what is written in the texts, by its folded letters: so one types without accents */
export function soughtOf(
  token: string,
  dictionary: Dictionary,
  known: ReadonlyMap<string, Iterable<string>>,
): Sought {
  const folded = foldLetters(token);
  const { bases, stem } = dictionary(token);
  return {
    beginnings: stem === null ? [folded] : [folded, foldLetters(stem)],
    bases: [...bases.map(foldLetters), ...(known.get(folded) ?? [])],
  };
}

export function has({ written, bases }: Words, sought: Sought): boolean {
  return (
    sought.bases.some((base) => bases.has(base)) ||
    written.some((word) => sought.beginnings.some((beginning) => word.startsWith(beginning)))
  );
}

/** Words that say nothing of what is looked for, when others do. */
const fillers = new Set(
  [
    'að á af ef eða ég er fær fæ fyrir get hvað hvar hvenær hver hvernig í með mig mér',
    'minn mína mitt og sem sé til um við þú',
    'a an and can do does for how i in is it my of on the to what when where',
  ].flatMap((line) => line.split(' ')),
);

export function withoutFillers(tokens: readonly string[]): readonly string[] {
  const telling = tokens.filter((token) => !fillers.has(token));
  return telling.length > 0 ? telling : tokens;
}
