/** The documents agree with the code where a program can see it: packages, environment, links, decisions. */
import { posix } from 'node:path';
import { parse } from '#tools/source/parse.ts';
import { type Finding, isCode, lineAt, type Tree } from '#tools/source/tree.ts';

export function checkDocs(tree: Tree): Finding[] {
  return [checkPackages, checkEnvironment, checkLinks, checkRules, checkDecisions].flatMap((check) =>
    check(tree),
  );
}

const list = 'docs/dependencies.md';
const settings = 'docs/configuration.md';

function checkPackages(tree: Tree): Finding[] {
  const described = new Set(
    [...(tree.get(list) ?? '').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name),
  );
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    tree.get('package.json') ?? '{}',
  );
  const wanted = new Set(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }));
  return [
    ...[...wanted.difference(described)].map(
      (name) => `${name} has no line: what for, who keeps it, instead of what`,
    ),
    ...[...described.difference(wanted)].map((name) => `${name} is not in package.json: take its line out`),
  ].map((message) => ({ path: list, message }));
}

/** Names in capitals that the configuration reads, against the table of settings. */
function checkEnvironment(tree: Tree): Finding[] {
  const files = ['server/platform/config.ts', 'server/platform/secrets.ts'];
  const read = new Set(
    files.flatMap((path) => {
      const { code, strings } = parse(path, tree.get(path) ?? '');
      const direct = [...code.matchAll(/\benv\.([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name);
      return [
        ...direct,
        ...strings.map(({ text }) => text).filter((text) => /^[A-Z]+(_[A-Z]+)*$/.test(text)),
      ];
    }),
  ).difference(new Set(['EEXIST', 'EACCES', 'ENOENT', 'DATABASE']));
  const table = new Set(
    [...(tree.get(settings) ?? '').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name),
  );
  return [
    ...[...read.difference(table)].map((name) => `${name} is missing in the table of the environment`),
    ...[...table.difference(read)].map((name) => `${name} is read nowhere: take it out of the table`),
  ].map((message) => ({ path: settings, message }));
}

function checkLinks(tree: Tree): Finding[] {
  const isThere = (file: string) =>
    tree.has(file) || [...tree.keys()].some((path) => path.startsWith(`${file}/`));
  return [...tree].flatMap(([path, text]) => {
    if (!path.endsWith('.md')) return [];
    return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].flatMap((match) => {
      const [, target = ''] = match;
      if (/^[a-z]+:/.test(target)) return [];
      const file = posix.normalize(posix.join(posix.dirname(path), target)).replace(/\/$/, '');
      if (isThere(file) || /\.(png|jpg|webp)$/.test(file)) return [];
      return [
        {
          path,
          line: lineAt(text, match.index),
          message: `link to ${target}, which does not exist: mend it`,
        },
      ];
    });
  });
}

/** What comments and tests name of `docs/rules`: numbers of must-hold.md, and `page.md, Heading`. */
function checkRules(tree: Tree): Finding[] {
  const numbers = new Set(
    [...(tree.get('docs/rules/must-hold.md') ?? '').matchAll(/<a id="(\d+)">/g)].map(([, n]) => n),
  );
  return [...tree].flatMap(([path, text]) => {
    if (path.startsWith('tools/tidy/')) return [];
    const wrong = (index: number, message: string) => ({ path, line: lineAt(text, index), message });
    const cited = [...text.matchAll(/\bmust-hold (\d+(?:(?:, |–|-)\d+)*)/gi)].flatMap(
      ({ 1: list = '', index }) =>
        list
          .split(/\D+/)
          .filter((number) => !numbers.has(number))
          .map((number) => wrong(index, `must-hold ${number} stands nowhere: see docs/rules/must-hold.md`)),
    );
    const headings = [
      ...text.matchAll(/\b(docs\/rules\/[\w-]+\.md)(?:, ([A-Z][\w ]+?)(?=[.):;\n*]))?/g),
    ].flatMap(({ 0: found, 1: page = '', 2: heading, index }) => {
      const there = tree.get(page);
      const isThere = heading === undefined ? there !== undefined : there?.includes(`# ${heading}\n`);
      return isThere ? [] : [wrong(index, `"${found}" stands nowhere: mend it`)];
    });
    return [...cited, ...headings];
  });
}

/** 001, 002, 003 … without gaps and twins, so that a number names one decision. */
function checkDecisions(tree: Tree): Finding[] {
  const files = [...tree.keys()].filter((path) => /^docs\/decisions\/(?!README)/.test(path));
  return files.flatMap((path, index) => {
    const number = String(index + 1).padStart(3, '0');
    if (path.startsWith(`docs/decisions/${number}-`) && tree.get(path)?.startsWith(`# ${number} `)) return [];
    return [{ path, message: `expected number ${number}, in the name and in the title` }];
  });
}

/** Whether a package is imported or named by anything but the list of packages. */
export function checkUnusedPackages(tree: Tree): Finding[] {
  const { dependencies, devDependencies } = JSON.parse(tree.get('package.json') ?? '{}');
  const used = (name: string) =>
    [...tree].some(
      ([path, text]) =>
        (isCode(path) || /\.css$|tsconfig|biome\.json/.test(path)) &&
        !path.startsWith('tools/tidy/') &&
        !path.startsWith('tools/walls/') &&
        text.includes(name),
    );
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !name.startsWith('@types/') && !runByName.has(name) && !used(name))
    .map((name) => ({ path: 'package.json', message: `${name} is used nowhere: npm uninstall it` }));
}

/** Programs that are started by a shorter name, and what a build tool looks for by itself. */
const runByName = new Set(['typescript', '@biomejs/biome', '@react-router/node', 'react-dom']);
