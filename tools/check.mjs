// `npm run check`, the quick round while working: types, lint, walls, unit tests, tests on PostgreSQL next to
// what changed since the branch left main, and one walk. Ends as `npm test` does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { checkAll, checkTests, count, finish, typeChecks } from './checks.mjs';
import { ensureInstalled, root } from './install.mjs';
import { nearTests } from './near-tests.mjs';

ensureInstalled();
await checkAll([...typeChecks, ['format and lint', 'biome', 'ci', '--max-diagnostics=50']]);
count('web build', buildWeb() !== false);
checkTests('--project', 'unit');
const { tests, left } = nearTests(root, changedFiles(), filesOf('ls-files'));
if (tests.length > 0) checkTests('--project', 'server', '--project', 'isolated', ...tests);
if (left > 0) console.error(`${left} more test files import what changed: npm test runs them.`);
checkTests('--project', 'browser', 'test/browser/walks.test.ts', '-t', 'keyboard alone');
finish();

/** Since the branch left main; on main itself, and where there is no main, since the last commit. */
function changedFiles() {
  const [since = 'HEAD'] = filesOf('merge-base', 'HEAD', 'main');
  const changed = [
    ...filesOf('diff', '--name-only', since),
    ...filesOf('ls-files', '--others', '--exclude-standard'),
  ];
  return changed.filter((path) => existsSync(join(root, path)));
}

function filesOf(...command) {
  const { stdout } = spawnSync('git', command, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
