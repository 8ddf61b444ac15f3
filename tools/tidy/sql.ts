/** SQL as it stands in the code: which tables a file reads and writes. */
import { parse } from '#tools/source/parse.ts';
import type { Tree } from '#tools/source/tree.ts';

export type TableUse = { table: string; writes: boolean; line: number };

const named = '"?([a-z_]+)"?';
const writing = new RegExp(
  String.raw`\b(?:insert into|delete from|truncate(?: table)?|copy|merge into)\s+${named}`,
  'gi',
);
const updating = new RegExp(
  String.raw`(?<!\bfor )(?<!\bdo )(?<!\bno key )\bupdate\s+(?:only\s+)?${named}`,
  'gi',
);
const reading = new RegExp(String.raw`(?:\bfrom|\bjoin|,\s*lateral)\s+(?:only\s+)?${named}`, 'gi');
const listed = new RegExp(String.raw`\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z]\w*)?\s*,\s*${named}`, 'gi');

/** Names that the migrations give to tables and views. */
export function tablesOf(tree: Tree): Set<string> {
  const tables = new Set<string>();
  for (const [path, text] of tree) {
    if (!path.startsWith('db/migrations/')) continue;
    const made = text.matchAll(
      /\bcreate\s+(?:or replace\s+)?(?:unlogged\s+|materialized\s+)?(?:table|view)\s+([a-z_]+)/gi,
    );
    for (const [, name = ''] of made) tables.add(name);
  }
  return tables;
}

export const isSql = (text: string): boolean =>
  /\b(select|insert into|update|truncate)\b[\s\S]*\b(from|set|values|into|[a-z_]+\(\))|^\s*delete from [a-z]/i.test(
    text,
  ) || /\bdelete from [a-z_]+ (where|using)\b/i.test(text);

export function usesOf(path: string, text: string, tables: ReadonlySet<string>): TableUse[] {
  const source = parse(path, text);
  const uses: TableUse[] = [];
  for (const { text: words, line } of source.strings) {
    if (!isSql(words)) continue;
    const use = (pattern: RegExp, writes: boolean) => {
      for (const [, table = ''] of words.matchAll(pattern)) {
        if (tables.has(table.toLowerCase())) uses.push({ table: table.toLowerCase(), writes, line });
      }
    };
    use(writing, true);
    use(updating, true);
    use(reading, false);
    use(listed, false);
  }
  return uses;
}
