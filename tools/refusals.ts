/**
 * After all tests: every code and status that the contract says a call may refuse with was answered to some
 * test. Prints what is missing; exit 1 when anything is.
 */
import { readFileSync } from 'node:fs';
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { refusalsFile } from '#test/harness/refusals.ts';

const seen = new Set(readFileSync(refusalsFile, 'utf8').trim().split('\n'));
const missing = (Object.entries(api) as [CallName, Call][]).flatMap(([name, call]) =>
  refusalsOf(call)
    .map(([code, status]) => `${name} ${code} ${status}`)
    .filter((line) => !seen.has(line)),
);
for (const line of missing) console.error(`no test is answered ${line}`);
process.exit(missing.length === 0 ? 0 : 1);
