/** Parses a subset of ICU (argument, plural, select) into parts. Runs on the server and in tests only. */
import type { Branches, Message, Part } from './evaluate.ts';

type Cursor = { readonly source: string; at: number };

export function compile(source: string): Message {
  const cursor: Cursor = { source, at: 0 };
  const parts = parseParts(cursor, null);
  if (cursor.at < source.length) throw new Error(`Unexpected } in message: ${source}`);
  return simplify(parts);
}

/** The names of the arguments that a message asks for, sorted. */
export function argumentsOf(message: Message): string[] {
  const names = new Set<string>();
  const visit = (node: Message): void => {
    if (typeof node === 'string') return;
    for (const part of node) {
      if (typeof part === 'string') continue;
      names.add(part[1]);
      if (part[0] === 'plural' || part[0] === 'select') Object.values(part[2]).forEach(visit);
    }
  };
  visit(message);
  return [...names].sort();
}

function simplify(parts: readonly Part[]): Message {
  if (parts.length === 0) return '';
  const [only] = parts;
  return parts.length === 1 && typeof only === 'string' ? only : parts;
}

/** Reads until the closing brace of the surrounding branch; `#` stands for the count of `plural`. */
function parseParts(cursor: Cursor, plural: string | null): Part[] {
  const parts: Part[] = [];
  const mark = plural === null ? /[{}]/g : /[{}#]/g;
  for (;;) {
    mark.lastIndex = cursor.at;
    const end = mark.exec(cursor.source)?.index ?? cursor.source.length;
    if (end > cursor.at) parts.push(cursor.source.slice(cursor.at, end));
    cursor.at = end;
    const char = cursor.source[end];
    if (char === undefined || char === '}') return parts;
    cursor.at += 1;
    parts.push(char === '{' ? parseArgument(cursor, plural) : ['count', plural ?? '']);
  }
}

function parseArgument(cursor: Cursor, plural: string | null): Part {
  const name = readWord(cursor);
  const next = cursor.source[cursor.at];
  cursor.at += 1;
  if (next === '}') return ['arg', name];
  if (next !== ',') throw new Error(`Malformed argument in message: ${cursor.source}`);
  const kind = readWord(cursor);
  if (kind !== 'plural' && kind !== 'select') throw new Error(`Unknown format ${kind}: ${cursor.source}`);
  if (cursor.source[cursor.at] !== ',') throw new Error(`No branches in message: ${cursor.source}`);
  cursor.at += 1;
  const branches = parseBranches(cursor, kind === 'plural' ? name : plural);
  if (!('other' in branches)) throw new Error(`No branch "other" in message: ${cursor.source}`);
  return [kind, name, branches];
}

function parseBranches(cursor: Cursor, plural: string | null): Branches {
  const branches: Record<string, Message> = {};
  for (;;) {
    skipSpace(cursor);
    if (cursor.source[cursor.at] === '}') break;
    const selector = readWord(cursor);
    if (cursor.source[cursor.at] !== '{') throw new Error(`Malformed branch in message: ${cursor.source}`);
    cursor.at += 1;
    branches[selector] = simplify(parseParts(cursor, plural));
    if (cursor.source[cursor.at] !== '}') throw new Error(`Unclosed branch in message: ${cursor.source}`);
    cursor.at += 1;
  }
  cursor.at += 1;
  return branches;
}

function readWord(cursor: Cursor): string {
  skipSpace(cursor);
  const start = cursor.at;
  while (cursor.at < cursor.source.length && /[\w=]/.test(cursor.source[cursor.at] ?? '')) cursor.at += 1;
  const word = cursor.source.slice(start, cursor.at);
  if (word === '') throw new Error(`Name expected in message: ${cursor.source}`);
  skipSpace(cursor);
  return word;
}

function skipSpace(cursor: Cursor): void {
  while (/\s/.test(cursor.source[cursor.at] ?? '')) cursor.at += 1;
}
