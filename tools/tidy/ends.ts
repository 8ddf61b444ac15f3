/**
 * Ends of payments, purchases, subscriptions, sessions, claims and breaks are written once: a row of
 * `content/ends`, three sentences below `ends` of both catalogues, read by `texts/ends.ts` alone. That
 * nothing was taken is said there, and in the refusals below `errors`; nowhere else.
 */
import { type Finding, isTest, lineAt, type Tree } from '#tools/source/tree.ts';

/** A row names its states (`aurDeposit.cancelled`), and what is known of the money. */
export type EndRow = { states: string[]; money: Money } | { states: string[]; refusals: string };

/**
 * `untouched`: nothing was taken, and nothing will be. `none`: it moves no money. The others do not know
 * that: it may still come, may have been taken, is held, returned, where it was to go, due later, or lost.
 */
export const moneyWords = [
  ...(['untouched', 'none', 'pending', 'unknown', 'held', 'returned', 'moved', 'due', 'gone'] as const),
] as const;
type Money = (typeof moneyWords)[number];

export const parts = ['happened', 'money', 'now'] as const;
const catalogues = ['content/texts/is.json', 'content/texts/en.json'] as const;

/** Matches a sentence that says that nothing was taken, charged or bought. */
export const saysNothingTaken =
  /ekkert (var|hefur verið) (skuldfært|tekið|keypt)|nothing (was|has been) (charged|taken|bought)/i;

/** Every text by its key. */
export function textsOf(tree: Tree, catalogue: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value);
    else
      for (const [name, part] of Object.entries(value as object))
        walk(part, key === '' ? name : `${key}.${name}`);
  };
  walk(JSON.parse(tree.get(catalogue) ?? '{}'), '');
  return texts;
}

/** Every row by the name of its end: `aurDeposit.over`. */
export function rowsOf(tree: Tree): Map<string, EndRow> {
  const rows = new Map<string, EndRow>();
  for (const [path, text] of tree) {
    if (!/^content\/ends\/[\w-]+\.json$/.test(path)) continue;
    const subjects = JSON.parse(text) as Record<string, Record<string, EndRow>>;
    for (const [subject, ends] of Object.entries(subjects))
      for (const [end, row] of Object.entries(ends)) rows.set(`${subject}.${end}`, row);
  }
  return rows;
}

export function checkEnds(tree: Tree): Finding[] {
  const rows = rowsOf(tree);
  return [...catalogues.flatMap((path) => inCatalogue(path, textsOf(tree, path), rows)), ...inCode(tree)];
}

function inCatalogue(
  path: string,
  texts: ReadonlyMap<string, string>,
  rows: ReadonlyMap<string, EndRow>,
): Finding[] {
  const findings: Finding[] = [];
  for (const [end, row] of rows) {
    const missing = 'refusals' in row ? [] : parts.filter((part) => !texts.has(`ends.${end}.${part}`));
    for (const part of missing) findings.push({ path, message: `ends.${end}.${part} is missing` });
  }
  for (const [key, text] of texts) {
    const end = /^ends\.(\w+\.\w+)\.\w+$/.exec(key)?.[1];
    if (key.startsWith('ends.')) {
      if (end === undefined || !rows.has(end))
        findings.push({ path, message: `${key} has no row in content/ends` });
    } else if (!key.startsWith('errors.') && saysNothingTaken.test(text)) {
      findings.push({ path, message: `${key} says how something ended: write it as a row of content/ends` });
    }
  }
  return findings;
}

const sentence = /\bends\.[\w${}]+\.[\w${}]+\.(?:happened|money|now)\b/g;

function inCode(tree: Tree): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!/^(web|server|operator|texts)\/.*\.tsx?$/.test(path) || path === 'texts/ends.ts' || isTest(path))
      continue;
    for (const { index } of text.matchAll(sentence))
      findings.push({ path, line: lineAt(text, index), message: 'take the sentences of an end by endOf' });
  }
  return findings;
}
