import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, type Tree } from '#tools/source/tree.ts';
import { resolveImport } from './imports.ts';

/** Each ring of files that import one another, once; imports of types count. */
export function checkCycles(tree: Tree): Finding[] {
  const graph = new Map<string, string[]>();
  for (const [path, text] of tree) {
    if (!isCode(path)) continue;
    const { imports } = parse(path, text);
    const targets = imports.map((each) => resolveImport(path, each.specifier));
    graph.set(
      path,
      targets.flatMap((target) => ('file' in target && tree.has(target.file) ? target.file : [])),
    );
  }
  return rings(graph).map((ring) => ({
    path: ring[0] ?? '',
    message: `imports go round: ${[...ring, ring[0]].join(' → ')}. Move what both need to a file of its own`,
  }));
}

/** Depth first; a way back to a file still open is a ring. */
function rings(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const open: string[] = [];
  const walk = (file: string) => {
    const since = open.indexOf(file);
    if (since !== -1) {
      const ring = open.slice(since);
      found.set([...ring].sort().join(), ring);
    }
    if (since !== -1 || done.has(file)) return;
    open.push(file);
    for (const next of graph.get(file) ?? []) walk(next);
    open.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return [...found.values()];
}
