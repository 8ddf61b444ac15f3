/**
 * Writes `web/api-table.ts`: method and path of every call of the contract, so that browsers need no schemas.
 */
import { writeFileSync } from 'node:fs';
import { api } from '#contract/api.ts';

export function apiTableSource(): string {
  const lines = Object.entries(api).map(([name, call]) => `  '${name}': ['${call.method}', '${call.path}'],`);
  return [
    '/** Written by tools/api-table.ts from contract/api.ts; a test compares. */',
    "import type { CallName } from '#contract/api.ts';",
    '',
    'export const apiTable = {',
    ...lines,
    "} as const satisfies Record<CallName, readonly ['GET' | 'POST', string]>;",
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(new URL('../web/api-table.ts', import.meta.url), apiTableSource());
