/** What the checks need to know of a source file, read from its syntax tree. */
import { parseSync } from 'vite';
import { lineAt } from './tree.ts';

/** `later`: by `await import`, so that nothing is read before that line runs. */
export type Import = { specifier: string; line: number; typeOnly: boolean; later: boolean };
/** `name` of the function, or of the thing it is assigned to; `lines` from its first to its last. */
export type FunctionSize = { name: string; line: number; lines: number };
export type Words = { text: string; line: number };

export type Source = {
  imports: Import[];
  functions: FunctionSize[];
  strings: Words[];
  comments: Words[];
  /** The text with comments blanked and strings struck out, offsets and lines kept. */
  code: string;
};

type Span = { start: number; end: number };
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Name of a function without one. */
export const unnamed = '(unnamed)';

/** Stands for `${…}` in the text of a template. */
export const inserted = '§';

const known = new Map<string, Source>();

export function parse(path: string, text: string): Source {
  const key = `${path}\n${text}`;
  const found = known.get(key) ?? read(path, text);
  known.set(key, found);
  return found;
}

/** The syntax tree of a file. */
export function programOf(path: string, text: string): Node {
  return treeOf(path, text).program as unknown as Node;
}

function read(path: string, text: string): Source {
  const { program, comments } = treeOf(path, text);
  const line = (node: { start: number }) => lineAt(text, node.start);
  const source: Source = {
    imports: [],
    functions: [],
    strings: [],
    code: '',
    comments: comments.map((comment) => ({ text: comment.value, line: line(comment) })),
  };
  const struck: Span[] = [];
  visit(program as unknown as Node, null, (node, parent) => {
    const specifier = specifierOf(node);
    if (specifier) source.imports.push({ ...specifier, line: line(node) });
    const lines = lineAt(text, node.end) - line(node) + 1;
    if (isFunction(node)) source.functions.push({ name: nameOf(node, parent), line: line(node), lines });
    const words = wordsOf(node);
    if (words !== null) source.strings.push({ text: words, line: line(node) });
    if (node.type === 'TemplateElement' || (words !== null && node.type !== 'TemplateLiteral'))
      struck.push(node);
  });
  return { ...source, code: strike(strike(text, comments, ' '), struck, '_') };
}

function treeOf(path: string, text: string) {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  const tree = parseSync(path, text, { lang, sourceType: 'module' });
  if (tree.errors.length > 0) throw new Error(`${path} cannot be read: ${tree.errors[0]?.message}`);
  return tree;
}

export function visit(
  node: Node,
  parent: Node | null,
  tell: (node: Node, parent: Node | null) => void,
): void {
  tell(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child === 'object' && typeof child.type === 'string') visit(child, node, tell);
    }
  }
}

function specifierOf(node: Node): Omit<Import, 'line'> | null {
  const literal = node.source as Node | null | undefined;
  // `?texts` is a list that the build makes of a file, not the file.
  if (typeof literal?.value !== 'string' || literal.value.endsWith('?texts')) return null;
  const kinds = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'];
  if (kinds.includes(node.type)) {
    const typeOnly = (node.importKind ?? node.exportKind) === 'type';
    return { specifier: literal.value, typeOnly, later: false };
  }
  if (node.type === 'ImportExpression') return { specifier: literal.value, typeOnly: false, later: true };
  return node.type === 'TSImportType' ? { specifier: literal.value, typeOnly: true, later: false } : null;
}

function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

function nameOf(node: Node, parent: Node | null): string {
  const named = [node.id, parent?.id, parent?.key] as (
    | { name?: string; value?: string }
    | null
    | undefined
  )[];
  for (const candidate of named) {
    const name = candidate?.name ?? candidate?.value;
    if (name !== undefined) return name;
  }
  return parent?.type === 'CallExpression' ? `${calleeOf(parent)}${titleOf(parent)}` : unnamed;
}

/** `test` for `test(…)`, `test.each(…)(…)` and `test.skipIf(…)(…)`. */
function calleeOf(call: Node): string {
  let callee = call.callee as Node | undefined;
  while (callee && callee.type !== 'Identifier')
    callee = (callee.object ?? callee.callee) as Node | undefined;
  return String(callee?.name ?? unnamed);
}

function titleOf(call: Node): string {
  const [title] = call.arguments as Node[];
  return typeof title?.value === 'string' ? ` ${title.value}` : '';
}

export function wordsOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return (node.quasis as Node[]).map(rawOf).join(inserted);
  return node.type === 'JSXText' ? (node.value as string) : null;
}

const rawOf = (element: Node) => (element.value as { raw: string }).raw;

function strike(text: string, spans: readonly Span[], mark: string): string {
  let code = text;
  for (const { start, end } of spans) {
    const hidden = code.slice(start, end).replace(/[^\n]/g, mark);
    code = code.slice(0, start) + hidden + code.slice(end);
  }
  return code;
}
