/**
 * Limits of size: 400 lines for a file, 60 for a function, 110 characters for a line. ratchet.json lists
 * exceptions with their present length, which may only shrink.
 */
import { parse, unnamed } from '#tools/source/parse.ts';
import { type Finding, isCode, type Tree } from '#tools/source/tree.ts';

export const fileLinesMax = 400;
export const functionLinesMax = 60;
export const lineLengthMax = 110;

/**
 * What is allowed although too long: lines of files by path, lines of functions by `path name`, and how many
 * long lines a file has.
 */
export type Ratchet = Record<'files' | 'functions' | 'longLines', Record<string, number>>;

const written = new Set(['db/schema.sql']);
const measured = /\.(ts|tsx|mjs|css|sql)$/;
const importLine = /^(import|export) .* from /;
const longWord = /\S{60}/;
/** A group of tests is a list, not a function. */
const isGroup = (name: string) => name.startsWith('describe');

export function checkSizes(tree: Tree, ratchet: Ratchet): Finding[] {
  const findings: Finding[] = [];
  for (const [path, text] of tree) {
    if (!measured.test(path) || written.has(path)) continue;
    findings.push(...judgeFile(path, text, ratchet));
    if (!isCode(path)) continue;
    findings.push(...judgeFunctions(path, text, ratchet), ...judgeLines(path, text, ratchet));
  }
  return [...findings, ...stale(tree, ratchet)];
}

function judgeFile(path: string, text: string, ratchet: Ratchet): Finding[] {
  const lines = text.trimEnd().split('\n').length;
  const allowed = ratchet.files[path] ?? fileLinesMax;
  if (lines > allowed) {
    return [{ path, message: `${lines} lines, ${allowed} are allowed: split it by verb, one idea a file` }];
  }
  return tighten(path, 'the file', lines, fileLinesMax, ratchet.files[path]);
}

function judgeFunctions(path: string, text: string, ratchet: Ratchet): Finding[] {
  return parse(path, text).functions.flatMap(({ name, line, lines }) => {
    if (isGroup(name)) return [];
    const key = ratchet.functions[`${path} ${name}`];
    const allowed = key ?? functionLinesMax;
    if (lines <= allowed)
      return tighten(path, name, lines, functionLinesMax, name === unnamed ? undefined : key);
    const instead = 'keep the decisions here and move loops and sums to functions below it';
    return [{ path, line, message: `${name} has ${lines} lines, ${allowed} are allowed: ${instead}` }];
  });
}

function judgeLines(path: string, text: string, ratchet: Ratchet): Finding[] {
  const long = text
    .split('\n')
    .flatMap((line, index) =>
      line.length <= lineLengthMax || importLine.test(line) || longWord.test(line) ? [] : index + 1,
    );
  const allowed = ratchet.longLines[path];
  if (long.length <= (allowed ?? 0)) return tighten(path, 'long lines', long.length, 0, allowed);
  return long.map((line) => ({
    path,
    line,
    message: `longer than ${lineLengthMax} characters: break the line`,
  }));
}

/** What has become shorter than the ratchet says may not grow again. */
function tighten(
  path: string,
  what: string,
  length: number,
  max: number,
  allowed: number | undefined,
): Finding[] {
  if (allowed === undefined || length === allowed) return [];
  const instead = length > max ? `write ${length}` : 'take it out';
  return [{ path, message: `${what} shrank to ${length}: ${instead} in tools/tidy/ratchet.json` }];
}

function stale(tree: Tree, ratchet: Ratchet): Finding[] {
  const functions = new Set(
    [...tree].flatMap(([path, text]) =>
      isCode(path) ? parse(path, text).functions.map(({ name }) => `${path} ${name}`) : [],
    ),
  );
  const gone = [
    ...Object.keys({ ...ratchet.files, ...ratchet.longLines }).filter((path) => !tree.has(path)),
    ...Object.keys(ratchet.functions).filter((name) => !functions.has(name)),
  ];
  return gone.map((name) => ({
    path: 'tools/tidy/ratchet.json',
    message: `${name} does not exist: take it out`,
  }));
}
