import { isModule, moduleName } from '#tools/css-modules.ts';
import { type Finding, isCode, isTest, lineAt, type Tree } from '#tools/source/tree.ts';
import { isSeen, resolveImport } from '#tools/walls/imports.ts';
import { areas } from '#tools/walls/levels.ts';

type Name = { name: string; line: number };
/** The classes of a sheet, and classes of other sheets that its selectors write in full. */
type Sheet = { own: Name[]; foreign: Name[] };

/**
 * Checks the class names of CSS modules. A file uses only classes that its module has, and every class is
 * used. A class that a sheet writes in full, `:global(.button_primary)`, is of a module that it may import.
 */
export function checkCssModules(tree: Tree): Finding[] {
  const sheets = new Map(
    [...tree].filter(([path]) => isModule(path)).map(([path, text]) => [path, read(text)]),
  );
  const uses = [...tree].flatMap(([path, text]) => (isCode(path) && !isTest(path) ? usesIn(path, text) : []));
  const isThere = ({ module, name }: Use) => sheets.get(module)?.own.some((own) => own.name === name);
  return [
    ...uses
      .filter((each) => !isThere(each))
      .map(({ path, line, module, name }) => ({ path, line, message: `${module} has no class .${name}` })),
    ...checkModuleNames([...sheets.keys()]),
    ...checkUse(sheets, new Set(uses.map(({ module, name }) => `${module} ${name}`))),
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

type Use = Name & { path: string; module: string };

function usesIn(path: string, text: string): Use[] {
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

function checkUse(sheets: ReadonlyMap<string, Sheet>, uses: ReadonlySet<string>): Finding[] {
  return [...sheets].flatMap(([path, { own }]) => {
    const first = new Map(own.map(({ name, line }) => [name, line] as const).reverse());
    return [...first]
      .filter(([name]) => !uses.has(`${path} ${name}`))
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
