/** Reading structured text without showing it: children, words, and headings for a contents list. */
import { foldLetters } from '#rules/values/fold.ts';

/** What reading needs to know of a node; whoever shows it knows more. */
type Node = { type: string; children?: unknown; value?: unknown };

/** How deep nodes may stand in each other; what is deeper is not shown. */
export const depthMax = 40;

/** The children that are nodes at all. */
export function childrenOf<N extends Node>(node: N): N[] {
  const children: unknown = node.children;
  return Array.isArray(children) ? children.filter(isNode<N>) : [];
}

function isNode<N extends Node>(value: unknown): value is N {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The words of a node without marks and links, lines joined by a space. */
export function wordsOf(node: Node, depth = 0): string {
  if (node.type === 'span') return typeof node.value === 'string' ? node.value.replaceAll('\n', ' ') : '';
  if (depth > depthMax) return '';
  return childrenOf(node)
    .map((child) => wordsOf(child, depth + 1))
    .join('');
}

/** What each heading is called in the address: its words, numbered where two would be the same. */
export function headingIds<N extends Node>(roots: readonly N[]): ReadonlyMap<N, string> {
  const ids = new Map<N, string>();
  const taken = new Set<string>(usedByFrame);
  for (const node of headingsOf(roots)) {
    const name = slugOf(wordsOf(node)) || 'kafli';
    let id = name;
    for (let next = 2; taken.has(id); next += 1) id = `${name}-${next}`;
    taken.add(id);
    ids.set(node, id);
  }
  return ids;
}

const usedByFrame = ['efni'];

/** Headings of the texts in reading order; they stand at the top of a text only. */
export function headingsOf<N extends Node>(roots: readonly N[]): N[] {
  return roots.flatMap((root) => childrenOf(root)).filter(({ type }) => type === 'heading');
}

function slugOf(words: string): string {
  return foldLetters(words)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
}
