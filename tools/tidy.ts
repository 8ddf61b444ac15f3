/** Prints everything that walls and tidy checks find, and how many: `node tools/run.mjs tools/tidy.ts`. */

import { inWords, readTree } from './source/tree.ts';
import { checkAll } from './tidy/all.ts';

if (import.meta.main) {
  const findings = checkAll(readTree());
  for (const finding of findings) console.log(inWords(finding));
  console.log(`${findings.length} to mend`);
  process.exit(findings.length === 0 ? 0 : 1);
}
