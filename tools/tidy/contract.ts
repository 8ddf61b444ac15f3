import { inserted, parse } from '#tools/source/parse.ts';
import { type Finding, isCode, type Tree } from '#tools/source/tree.ts';

type Calls = Readonly<Record<string, { method: string; path: string }>>;

/** Every call of the contract has a handler, a row in a table of the client, and a test that makes it. */
export function checkCalls(tree: Tree, calls: Calls): Finding[] {
  const handlers = stringsOf(tree, (path) => path.startsWith('server/') && !path.includes('.test.'));
  const rows = ['web/api/api-table.ts', 'web/api/page-table.server.ts']
    .map((path) => tree.get(path))
    .join('');
  const tested = stringsOf(
    tree,
    (path) => /\.test\.ts$/.test(path) && /^(test|server|operator)\//.test(path),
  );
  return Object.entries(calls).flatMap(([name, call]) => {
    const missing = [
      handlers.has(name) ? null : 'has no handler: add it to the routes of its module',
      rows.includes(`'${name}': '${call.method} ${call.path}'`)
        ? null
        : 'is not in web/api/api-table.ts: run tools/api-table.ts',
      tested.has(name) || [...tested].some((text) => isCallOf(text, call.path))
        ? null
        : `has no test: call ${call.path} in one`,
    ];
    return missing.flatMap((message) =>
      message === null ? [] : { path: 'contract/api.ts', message: `${name} ${message}` },
    );
  });
}

function stringsOf(tree: Tree, wanted: (path: string) => boolean): Set<string> {
  const found = new Set<string>();
  for (const [path, text] of tree) {
    if (isCode(path) && wanted(path)) for (const each of parse(path, text).strings) found.add(each.text);
  }
  return found;
}

/** `/lotto/ticket/§/§?x=1` calls `/lotto/ticket/{ticketId}/{couponId}`. */
function isCallOf(text: string, path: string): boolean {
  const pattern = path.replaceAll('/', String.raw`\/`).replace(/\{\w+\}/g, `[\\w.${inserted}-]+`);
  return new RegExp(`(?:^|[^\\w/])(?:/api/proxy|${inserted})?${pattern}(?:\\?.*|${inserted})?$`).test(text);
}
