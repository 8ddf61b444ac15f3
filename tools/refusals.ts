/**
 * After all tests: every code and status that the contract says a call may refuse with was answered to some
 * test. Prints what is missing, and what is listed here as missing and is not; exit 1 when there is any.
 */
import { readFileSync } from 'node:fs';
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { refusalsFile } from '#test/harness/refusals.ts';

/** No test provokes these yet. Nothing may be added: write the test. */
const owed = new Set([
  'toto.currentProgram EC_PRODUCT_CLOSED 400',
  'toto.buy EC_DUPLICATE_VALUE 400',
  'toto.buyRows EC_PRODUCT_CLOSED 400',
  'toto.buyRows EC_SALE_CLOSED 400',
  'toto.cancel EC_DUPLICATE_VALUE 400',
  'toto.proof EC_NO_DATA_FOUND 400',
  'xg.currentProgram EC_PRODUCT_CLOSED 400',
  'xg.buy EC_PRODUCT_CLOSED 400',
  'xg.buy EC_DUPLICATE_VALUE 400',
  'xg.cancel EC_TICKET_PENDING 400',
  'xg.cancel EC_DUPLICATE_VALUE 400',
  'xg.proof EC_NO_DATA_FOUND 400',
  'claims.claim EC_BANK_INFO_MISSING 400',
  'savedRows.save EC_INVALID_COMBINATION 400',
  'savedRows.save EC_VALUE_TOO_HIGH 400',
]);

const seen = new Set(readFileSync(refusalsFile, 'utf8').trim().split('\n'));
const missing = (Object.entries(api) as [CallName, Call][]).flatMap(([name, call]) =>
  refusalsOf(call)
    .map(([code, status]) => `${name} ${code} ${status}`)
    .filter((line) => !seen.has(line) && !owed.has(line)),
);
const answered = [...owed].filter((line) => seen.has(line));
for (const line of missing) console.error(`no test is answered ${line}`);
for (const line of answered) console.error(`a test is answered ${line}: take it off the list`);
process.exit(missing.length + answered.length === 0 ? 0 : 1);
