/**
 * Writes `web/api-table.ts`: method and path of every call that pages make, so that browsers need no schemas.
 */
import { writeFileSync } from 'node:fs';
import { api, type CallName } from '#contract/api.ts';

/** No page makes them: other programs do, or a link leads there. One that a page makes does not compile. */
const byOthers: readonly CallName[] = [
  'lotto.book',
  'lotto.rules',
  'lotto.signingKeys',
  'lotto.statistics',
  'auth.login',
  'account.export',
  'account.forwardCardVerification',
  'content.globalSiteConfig',
  'content.translations',
  'content.invalidate',
];

export function apiTableSource(): string {
  const lines = Object.entries(api)
    .filter(([name]) => !byOthers.some((other) => other === name))
    .map(([name, call]) => `  '${name}': '${call.method} ${call.path}',`);
  return [
    '/** Written by tools/api-table.ts from contract/api.ts; a test compares. */',
    "import type { CallName } from '#contract/api.ts';",
    '',
    'export const apiTable = {',
    ...lines,
    '} as const satisfies Partial<Record<CallName, string>>;',
    '',
    'export type PageCall = keyof typeof apiTable;',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(new URL('../web/api-table.ts', import.meta.url), apiTableSource());
