import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, lineAt, type Tree } from '#tools/source/tree.ts';

const tokens = 'web/styles/tokens.css';
const hex = /(?<![\w&/-])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi;

/** A colour has one name and one place, so that themes and contrast hold everywhere. */
export function checkColours(tree: Tree): Finding[] {
  return [...tree].flatMap(([path, text]) => {
    if (!path.startsWith('web/') || path === tokens) return [];
    if (path.endsWith('.css'))
      return find(
        path,
        text.replace(/\/\*[\s\S]*?\*\//g, (it) => it.replace(/[^\n]/g, ' ')),
        1,
      );
    return isCode(path) ? parse(path, text).strings.flatMap((each) => find(path, each.text, each.line)) : [];
  });
}

function find(path: string, text: string, line: number): Finding[] {
  return [...text.matchAll(hex)].map((match) => ({
    path,
    line: line + lineAt(text, match.index) - 1,
    message: `colour ${match[0]}: name it in ${tokens} and use var(--…)`,
  }));
}
