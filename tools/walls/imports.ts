/** Where an import leads: a file of this project, or a package. */
import { posix } from 'node:path';

export type Target = { file: string } | { package: string };

/** `specifier` as written in file `from`; `?raw` and the like are dropped. */
export function resolveImport(from: string, specifier: string): Target {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('#')) return { file: bare.slice(1) };
  if (bare.startsWith('.')) return { file: posix.join(posix.dirname(from), bare) };
  return { package: bare };
}

export function isPackageOf(name: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => (each.endsWith(':') ? name.startsWith(each) : isWithin(name, each)));
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** The entries of the table that end up covering `file`; `!` entries take it out. */
export function isSeen(file: string, entries: readonly string[], captured: string): boolean {
  let seen = false;
  for (const entry of entries) {
    const except = entry.startsWith('!');
    if (covers(except ? entry.slice(1) : entry, file, captured)) seen = !except;
  }
  return seen;
}

function covers(entry: string, file: string, captured: string): boolean {
  const pattern = entry.replace('$1', captured).replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]+');
  return new RegExp(`^${pattern}(/|$)`).test(file);
}
