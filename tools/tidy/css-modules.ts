import { isModule, moduleName } from '#tools/css-modules.ts';
import { type Finding, isCode, isTest, lineAt, type Tree } from '#tools/source/tree.ts';
import { isSeen, resolveImport } from '#tools/walls/imports.ts';
import { areas } from '#tools/walls/levels.ts';

type Name = { name: string; line: number };
/** A sheet's own classes, and those of other sheets that its selectors name in full. */
type Sheet = { own: Name[]; foreign: Name[] };

/**
 * Names of classes agree: what a file takes from a module is there, what is there is taken by some file, and
 * a class that a sheet names in full, `:global(.button_primary)`, is one of a module that it may import.
 */
export function checkCssModules(tree: Tree): Finding[] {
  const sheets = new Map(
    [...tree].filter(([path]) => isModule(path)).map(([path, text]) => [path, read(text)]),
  );
  const taken = [...tree].flatMap(([path, text]) =>
    isCode(path) && !isTest(path) ? takenBy(path, text) : [],
  );
  const isThere = ({ module, name }: Taken) => sheets.get(module)?.own.some((own) => own.name === name);
  return [
    ...taken
      .filter((each) => !isThere(each))
      .map(({ path, line, module, name }) => ({ path, line, message: `${module} has no class .${name}` })),
    ...checkModuleNames([...sheets.keys()]),
    ...checkUse(sheets, new Set(taken.map(({ module, name }) => `${module} ${name}`))),
    ...checkForeign(sheets),
  ];
}

function read(text: string): Sheet {
  const sheet: Sheet = { own: [], foreign: [] };
  const bare = text.replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, (it) => it.replace(/[^\n]/g, ' '));
  for (const { 0: selector, index } of bare.matchAll(/[^{};]+(?=\{)/g)) {
    if (selector.trim().startsWith('@')) continue;
    for (const { 0: word, 1: foreign, index: at } of selector.matchAll(
      /:global\(\.([\w-]+)\)|\.[a-zA-Z]\w*/g,
    )) {
      const line = lineAt(bare, index + at);
      if (foreign === undefined) sheet.own.push({ name: word.slice(1), line });
      // The words of web/styles have no underscore.
      else if (foreign.includes('_')) sheet.foreign.push({ name: foreign, line });
    }
  }
  return sheet;
}

type Taken = Name & { path: string; module: string };

function takenBy(path: string, text: string): Taken[] {
  const imports = text.matchAll(/import \* as (\w+) from '([^']+\.module\.css)'/g);
  return [...imports].flatMap(([, as = '', specifier = '']) => {
    const target = resolveImport(path, specifier);
    const module = 'file' in target ? target.file : specifier;
    return [...text.matchAll(new RegExp(`(?<![\\w.])${as}\\.(\\w+)`, 'g'))].map(({ 1: name = '', index }) => {
      return { path, module, name, line: lineAt(text, index) };
    });
  });
}

function checkModuleNames(paths: readonly string[]): Finding[] {
  const first = new Map<string, string>();
  return paths.flatMap((path) => {
    const other = first.get(moduleName(path));
    first.set(moduleName(path), path);
    return other === undefined ? [] : [{ path, message: `${other} has this name too: rename one of them` }];
  });
}

function checkUse(sheets: ReadonlyMap<string, Sheet>, taken: ReadonlySet<string>): Finding[] {
  return [...sheets].flatMap(([path, { own }]) => {
    const first = new Map(own.map(({ name, line }) => [name, line] as const).reverse());
    return [...first]
      .filter(([name]) => !taken.has(`${path} ${name}`))
      .map(([name, line]) => ({ path, line, message: `no file uses .${name}: remove it` }));
  });
}

function checkForeign(sheets: ReadonlyMap<string, Sheet>): Finding[] {
  const owners = new Map<string, string>();
  for (const [path, { own }] of sheets)
    for (const { name } of own) owners.set(`${moduleName(path)}_${name}`, path);
  return [...sheets].flatMap(([path, { foreign }]) => {
    const area = areas.find(({ at }) => at.test(path));
    const captured = area?.at.exec(path)?.[1] ?? '';
    return foreign.flatMap(({ name, line }) => {
      const owner = owners.get(name);
      if (owner === undefined)
        return [{ path, line, message: `no module has a class that is called .${name}` }];
      if (area === undefined || isSeen(owner, area.sees, captured)) return [];
      return [{ path, line, message: `${area.name} may not name .${name} of ${owner}: ${area.instead}` }];
    });
  });
}
