// `npm test`: installs what is missing, then every check, and ends with one line `N passed, N failed`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { check, checkAll, checkTests, count, finish, typeChecks } from './checks.mjs';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
await checkAll([
  ...typeChecks,
  ['format and lint', 'biome', 'ci', '--max-diagnostics=50'],
  ['no file is dead', 'knip', '--no-progress'],
  ['no file lives for tests alone', 'knip', '--no-progress', '--production'],
]);
count('web build', buildWeb() !== false);
for (const notes of ['.refusals', '.statements']) rmSync(join(root, 'build', notes), { force: true });
checkTests();
check('every refusal of the contract is answered to a test', 'tools/refusals.ts');
check('every statement answers rows of its type', 'tools/statements.ts');
finish();
