import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The project's text files as the checks see them: path from the root, with `/`, to content. */
export type Tree = ReadonlyMap<string, string>;

/** One thing to mend. `message` says what to do instead. */
export type Finding = { path: string; line?: number; message: string };

export const root = resolve(import.meta.dirname, '../..');

const outside = new Set(['node_modules', '.git', '.data', 'build', '.react-router', 'coverage']);
const readable = /\.(ts|tsx|mjs|css|sql|json|md|svg|html|yml)$/;
const generated = new Set(['package-lock.json']);

export function readTree(from: string = root): Tree {
  const tree = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const full = join(folder, entry.name);
      const path = relative(from, full).replaceAll('\\', '/');
      if (entry.isDirectory()) {
        if (!outside.has(entry.name)) walk(full);
      } else if (readable.test(entry.name) && !generated.has(path)) {
        tree.set(path, readFileSync(full, 'utf8'));
      }
    }
  };
  walk(from);
  return new Map([...tree].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

/** Files that run only under vitest, beside the code or in `test/`. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('test/') || /(^|[/-])fixtures?[/.]/.test(path);

export function inWords({ path, line, message }: Finding): string {
  return line === undefined ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
