/**
 * After all tests: each statement that says what its rows are was run by a test, and answered just those
 * columns, in types that become those of its row (docs/walks/test.md). Whether a column may be null is out of
 * reach. The compiler compares: copies of the files, below build/statements, end with one line for each.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import pg from 'pg';
import { type NotedStatement, statementsFile } from '#test/harness/statements.ts';
import { isTest, readTree, root } from '#tools/source/tree.ts';
import { statementsOf } from './statements/find.ts';

const folder = join(root, 'build/statements');
const tag = 'server/platform/sql.ts';

/** What `value-types.ts` and the library make of each type; of others nothing is known. */
const { builtins } = pg.types;
const typeOf = new Map<number, string>([
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT8].map((oid) => [oid, 'number'] as const),
  ...[
    builtins.TEXT,
    builtins.VARCHAR,
    builtins.BPCHAR,
    builtins.UUID,
    builtins.DATE,
    builtins.NUMERIC,
    19,
  ].map((oid) => [oid, 'string'] as const),
  ...[builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map((oid) => [oid, 'Date'] as const),
  [builtins.BOOL, 'boolean'],
  [builtins.BYTEA, 'Uint8Array'],
  ...[1005, 1007, 1016].map((oid) => [oid, 'readonly (number | null)[]'] as const),
  ...[1009, 1015, 1182, 2951].map((oid) => [oid, 'readonly (string | null)[]'] as const),
  [1185, 'readonly (Date | null)[]'],
  [1001, 'readonly (Uint8Array | null)[]'],
]);

const comparison = `
type Difference<Row, Columns> =
  | Exclude<keyof Row, keyof Columns>
  | Exclude<keyof Columns, keyof Row>
  | { [K in keyof Row & keyof Columns]: NonNullable<Row[K]> extends Columns[K] ? never : K }[keyof Row &
      keyof Columns];
type Compared<Row, Columns> = [Difference<Row, Columns>] extends [never] ? 'equal' : Difference<Row, Columns>;
`;

const noted = new Map<string, Set<string>>();
for (const line of readFileSync(statementsFile, 'utf8').trim().split('\n')) {
  const { text, columns } = JSON.parse(line) as NotedStatement;
  const members = columns.map(([name, oid]) => `${JSON.stringify(name)}: ${typeOf.get(oid) ?? 'unknown'}`);
  noted.set(text, (noted.get(text) ?? new Set()).add(`{ ${members.join('; ')} }`));
}

rmSync(folder, { recursive: true, force: true });
let faults = 0;
const complain = (words: string) => {
  faults += 1;
  console.error(words);
};

for (const [path, source] of readTree()) {
  if (!/^(server|operator|embedded)\/.*\.ts$/.test(path) || isTest(path) || path === tag) continue;
  const lines = statementsOf(path, source).flatMap(({ line, text, row }) => {
    const answered = noted.get(text);
    if (!answered) complain(`${path}:${line}: no test runs this statement`);
    if (!row.startsWith('Record<') && [...(answered ?? [])].some((columns) => columns.includes('_')))
      complain(`${path}:${line}: its columns are not named as the code names things (AS "drawId")`);
    return [...(answered ?? [])].map(
      (columns, nth) =>
        `export const line${line}_${nth}: Compared<${row}, ${columns}> = 'equal'; // ${path}:${line}`,
    );
  });
  if (lines.length === 0) continue;
  const copy = join(folder, path);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, [withoutRelativeImports(path, source), comparison, ...lines].join('\n'));
}

/** A copy elsewhere names its neighbours as other folders do. */
function withoutRelativeImports(path: string, source: string): string {
  return source.replace(
    /((?:from|import\(?)\s*')(\.\.?\/[^']+)'/g,
    (_, before: string, specifier: string) => {
      return `${before}#${posix.join(posix.dirname(path), specifier)}'`;
    },
  );
}

const options = { extends: '../../tsconfig.json', include: ['**/*.ts'], exclude: [] };
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
const compiler = spawnSync(
  process.execPath,
  ['node_modules/.bin/tsc', '-p', 'build/statements', '--noEmit', '--pretty', 'false'],
  { cwd: root, encoding: 'utf8' },
);
for (const [, file = '', line = '', words = ''] of compiler.stdout.matchAll(/^(\S+)\((\d+),\d+\): (.*)$/gm)) {
  const told = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
  complain(`${told.split('// ').at(-1)}: its row type and its columns differ: ${words}`);
}
if (compiler.status !== 0 && faults === 0) complain(compiler.stdout + compiler.stderr);
process.exit(faults === 0 ? 0 : 1);
