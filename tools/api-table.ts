/**
 * Writes method and path of every call, so that the web needs no schemas: `web/api/api-table.ts` for
 * browsers, `web/api/page-table.server.ts` for what only the server asks while it makes a page.
 */
import { writeFileSync } from 'node:fs';
import { api } from '#contract/api.ts';

/** No script in a browser makes them with the client. One that is listed and made there does not compile. */
const notInBrowsers = new RegExp(
  [
    '^(content\\.(?!search$)|results\\.|draws\\.|pools\\.|system\\.contributions$',
    '|lotto\\.(?!buy$|cancel$|draw$|ticket$)|(toto|xg)\\.(?!buy|cancel$|ticket$)',
    '|tickets\\.(list|outcome)$|subscriptions\\.(list|detail)$',
    '|auth\\.login$|account\\.(export|review|forwardCardVerification)$)',
  ].join(''),
);

export const tables = {
  'web/api/api-table.ts': tableSource('apiTable', (name) => !notInBrowsers.test(name)),
  'web/api/page-table.server.ts': tableSource('pageTable', (name) => notInBrowsers.test(name)),
};

function tableSource(table: string, isIn: (name: string) => boolean): string {
  const lines = Object.entries(api)
    .filter(([name]) => isIn(name))
    .map(([name, call]) => `  '${name}': '${call.method} ${call.path}',`);
  return [
    '/** Written by tools/api-table.ts from contract/api.ts; a test compares. */',
    "import type { CallName } from '#contract/api.ts';",
    '',
    `export const ${table} = {`,
    ...lines,
    '} as const satisfies Partial<Record<CallName, string>>;',
    '',
  ].join('\n');
}

if (import.meta.main) {
  for (const [path, source] of Object.entries(tables)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), source);
  }
}
