import { type Finding, isCode, isTest, type Tree } from '#tools/source/tree.ts';
import { isSeen } from '#tools/walls/imports.ts';
import { areas, unwalled } from '#tools/walls/levels.ts';
import { tablesOf, usesOf } from './sql.ts';
import { exceptions, owners } from './tables.ts';

const ownerOf = new Map(
  Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
);

/** Every table has an owner, is written by it alone, and read from its level upwards. */
export function checkTableOwners(tree: Tree): Finding[] {
  const tables = tablesOf(tree);
  const nobodys = [...tables].filter((table) => !ownerOf.has(table));
  const findings: Finding[] = nobodys.map((table) => ({
    path: 'tools/tidy/tables.ts',
    message: `table ${table} has no owner: add it to the module that writes it`,
  }));
  for (const [path, text] of tree) {
    if (!isCode(path) || isTest(path) || unwalled.test(path)) continue;
    for (const { table, writes, line } of usesOf(path, text, tables)) {
      const owner = ownerOf.get(table);
      if (owner === undefined || path.startsWith(`${owner}/`) || isExcepted(path, table, writes)) continue;
      if (writes) {
        const message = `only ${owner} writes ${table}: call a function of that module`;
        findings.push({ path, line, message });
      } else if (!maySee(path, owner)) {
        findings.push({
          path,
          line,
          message: `${table} belongs to ${owner}, above this file: let the caller join the two`,
        });
      }
    }
  }
  return findings;
}

function isExcepted(path: string, table: string, writes: boolean): boolean {
  const exception = exceptions[path];
  return exception?.tables.includes(table) === true && (exception.may === 'write' || !writes);
}

function maySee(path: string, owner: string): boolean {
  const area = areas.find((each) => each.at.test(path));
  return area !== undefined && isSeen(owner, area.sees, area.at.exec(path)?.[1] ?? '');
}
