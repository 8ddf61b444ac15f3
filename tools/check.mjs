// `npm run check`, the quick round while working: types, lint, walls, unit tests, the tests on PostgreSQL of
// what changed since the branch left main, and one walk. Ends as `npm test` does.
import { spawnSync } from 'node:child_process';
import { buildWeb } from './build-web.mjs';
import { checkAll, checkTests, count, finish, typeChecks } from './checks.mjs';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
await checkAll([...typeChecks, ['format and lint', 'biome', 'ci', '--max-diagnostics=50']]);
count('web build', buildWeb() !== false);
checkTests('--project', 'unit');
checkTests(
  ...['--project', 'server', '--project', 'isolated'],
  ...['--passWithNoTests', `--changed=${whereMainWasLeft()}`],
);
checkTests('--project', 'browser', 'test/browser/walks.test.ts', '-t', 'keyboard alone');
finish();

/** On main itself, and where there is no main: the last commit. */
function whereMainWasLeft() {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'main'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'HEAD';
}
