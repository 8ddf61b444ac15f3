/** Files that nothing uses. Alive is what the programs and pages reach; tests keep only tests alive. */
import { posix } from 'node:path';
import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, isTest, type Tree } from '#tools/source/tree.ts';
import { resolveImport } from '#tools/walls/imports.ts';

const starts = [
  /^(server|embedded|operator|bench)\/main\.ts$/,
  /^test\/(simulation|scores)\/main\.ts$/,
  // A React Router app of its own, which `bench pages` builds to compare with.
  /^bench\/bare\//,
  /^web\/(root|routes|entry\.client|entry\.server)\.tsx$/,
  /^[\w.-]+\.config\.ts$/,
  /^tools\/[\w-]+\.(mjs|ts)$/,
  /\.d\.ts$/,
];
const testStart = /\.test\.tsx?$|^test\/harness\/global-setup\.ts$/;

/** @param waiting files that an announced issue will use, by path with the reason */
export function checkDead(tree: Tree, waiting: Readonly<Record<string, string>> = {}): Finding[] {
  const files = [...tree.keys()].filter((path) => isCode(path) || /^web\/.+\.(css|svg)$/.test(path));
  const alive = reach(
    tree,
    files.filter((path) => starts.some((start) => start.test(path))),
  );
  const tested = reach(
    tree,
    files.filter((path) => testStart.test(path)),
  );
  return files.flatMap((path) => {
    if (alive.has(path)) {
      if (waiting[path] === undefined) return [];
      return [
        { path, message: 'this file is used now: take it out of "waiting" in tools/tidy/ratchet.json' },
      ];
    }
    if ((isTest(path) || waiting[path] !== undefined) && tested.has(path)) return [];
    const instead = tested.has(path)
      ? 'only tests use this file: use it or delete it with its tests'
      : 'nothing imports this file: use it or delete it';
    return [{ path, message: instead }];
  });
}

function reach(tree: Tree, from: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...namedIn(tree, path));
  }
  return reached;
}

/** What a file imports, and files whose place it spells out: routes, worker threads, style sheets. */
function namedIn(tree: Tree, path: string): string[] {
  const text = tree.get(path) ?? '';
  const here = posix.dirname(path);
  if (path.endsWith('.css')) {
    const urls = [...text.matchAll(/(?:@import\s+|url\()["']?([^"')\s]+)/g)].map(([, name = '']) => name);
    return urls.map((name) => posix.join(here, name)).filter((file) => tree.has(file));
  }
  if (!isCode(path)) return [];
  const { imports, strings } = parse(path, text);
  const imported = imports.map(({ specifier }) => resolveImport(path, specifier));
  const spelled = strings
    .map((each) => each.text)
    .filter((name) => /^[\w./-]+\.(ts|tsx|css|mjs)$/.test(name))
    .flatMap((name) => [name, posix.join(here, name)]);
  return [...imported.flatMap((target) => ('file' in target ? target.file : [])), ...spelled].filter((file) =>
    tree.has(file),
  );
}
