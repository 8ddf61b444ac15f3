/** A key that is written twice in a catalogue, where the later text hides the earlier one without a word. */
import { type Finding, lineAt, type Tree } from '#tools/source/tree.ts';

const keys = /^( +)"([^"]+)":/gm;

export function checkCatalogues(tree: Tree): Finding[] {
  return [...tree].flatMap(([path, text]) =>
    /^content\/(texts|ends)\/\w+\.json$/.test(path) ? doubleKeys(path, text) : [],
  );
}

function doubleKeys(path: string, text: string): Finding[] {
  const seen = new Set<string>();
  const open: string[] = [];
  return [...text.matchAll(keys)].flatMap(({ 1: indent = '', 2: name = '', index }) => {
    open.splice(indent.length / 2 - 1, Number.POSITIVE_INFINITY, name);
    const key = open.join('.');
    if (seen.has(key)) return [{ path, line: lineAt(text, index), message: `${key} is written twice` }];
    seen.add(key);
    return [];
  });
}
