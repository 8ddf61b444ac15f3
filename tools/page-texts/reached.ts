/** Which files a page brings along, and so which texts it has to send. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Asked, type Known, readAsked } from './asked.ts';

/** Every source file of the web and what it may import, by absolute path. */
export type Web = ReadonlyMap<string, Asked>;

type Calls = { api: Record<string, { method: string }> };
type Refusals = Record<'refusalsOf' | 'faultsOf', (call: object) => (readonly [string, number])[]>;
type Tree = { [name: string]: string | Tree };

const root = resolve(import.meta.dirname, '../..');
/** The page around every page: what it sends is there already. */
const frame = join(root, 'web/root.tsx');

export async function readWeb(): Promise<Web> {
  const known = await readKnown();
  const files = ['web', 'texts', 'rules'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test|server)\.tsx?$/.test(file));
  return new Map(
    sources.map((file) => [file, readAsked(relative(root, file), readFileSync(file, 'utf8'), known)]),
  );
}

/**
 * @param page absolute path of the file that asks for the texts
 * @returns their keys, without those of the frame, and sentences about what could not be seen
 */
export function textsOf(page: string, web: Web): { keys: string[]; unseen: string[] } {
  const senders = sendersIn(web);
  const own = reachedFrom(page, web, senders);
  const around = page === frame ? new Set<string>() : keysOf(reachedFrom(frame, web, senders), web);
  return {
    keys: [...keysOf(own, web)].filter((key) => !around.has(key)).sort(),
    unseen: [
      ...[...own].flatMap((file) => web.get(file)?.unseen ?? []),
      ...(page === frame ? silentPages(web, senders, keysOf(own, web)) : []),
    ],
  };
}

/** Pages that ask for texts which nobody sends. */
function silentPages(web: Web, senders: ReadonlySet<string>, sent: ReadonlySet<string>): string[] {
  return [...web].flatMap(([page, { isPage }]) => {
    if (!isPage || senders.has(page)) return [];
    const missing = [...keysOf(reachedFrom(page, web, senders), web)].filter((key) => !sent.has(key));
    if (missing.length === 0) return [];
    const name = relative(root, page);
    return [`${name} shows ${missing.join(', ')} and sends no texts: import them from it with ?texts`];
  });
}

/** Files whose texts somebody sends for them. */
function sendersIn(web: Web): Set<string> {
  return new Set(
    [...web].flatMap(([file, { imports }]) =>
      imports.filter((name) => name.endsWith('?texts')).map((name) => targetOf(file, name.slice(0, -6))),
    ),
  );
}

/** What sends its own texts is left to itself. */
function reachedFrom(page: string, web: Web, senders: ReadonlySet<string>): Set<string> {
  const reached = new Set([page]);
  for (const file of reached) {
    for (const name of web.get(file)?.imports ?? []) {
      const target = targetOf(file, name);
      if (web.has(target) && !senders.has(target)) reached.add(target);
    }
  }
  return reached;
}

function targetOf(file: string, name: string): string {
  return name.startsWith('#') ? join(root, name.slice(1)) : resolve(dirname(file), name);
}

function keysOf(files: ReadonlySet<string>, web: Web): Set<string> {
  return new Set([...files].flatMap((file) => [...(web.get(file)?.keys ?? [])]));
}

/** The contract is read by Node itself: the file that Vite makes of its configuration knows no `#` names. */
async function readKnown(): Promise<Known> {
  const texts = JSON.parse(readFileSync(join(root, 'content/texts/is.json'), 'utf8')) as Tree;
  const { api }: Calls = await import(pathToFileURL(join(root, 'contract/api.ts')).href);
  const { refusalsOf, faultsOf }: Refusals = await import(
    pathToFileURL(join(root, 'contract/refusals.ts')).href
  );
  const changing = Object.entries(api).filter(([, { method }]) => method === 'POST');
  return {
    keys: new Set(namesIn(texts)),
    codesOf: new Map(
      changing.map(([name, call]) => [name, [...refusalsOf(call), ...faultsOf(call)].map(([code]) => code)]),
    ),
  };
}

function namesIn(tree: Tree, above = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? above + name : namesIn(value, `${above}${name}.`),
  );
}
