// `npm test`: installs what is missing, then every check, and ends with one line `N passed, N failed`.
// Plain JavaScript for Node 20 without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureInstalled, node, root } from './install.mjs';

const report = join(root, 'build/.tests.json');
let passed = 0;
let failed = 0;

ensureInstalled();
for (const folder of ['rules', 'contract', 'web', 'test/browser', '.', 'test/browser']) {
  if (existsSync(join(root, folder, 'tsconfig.json'))) check(`types of ${folder}`, 'tsc', '-p', folder);
}
check('format and lint', 'biome', 'ci', '--max-diagnostics=50');
count('web build', buildWeb() !== false);
runVitest();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** One program of node_modules/.bin, one check. */
function check(name, program, ...args) {
  count(name, run(program, args) === 0);
}

function count(name, good) {
  console.error(`${good ? 'ok    ' : 'FAILED'} ${name}`);
  if (good) passed += 1;
  else failed += 1;
}

function run(program, args) {
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  return spawnSync(node, [join(root, 'node_modules/.bin', program), ...args], options).status;
}

/** Unit, integration and browser tests; each test is one check, and so is a file that could not be run. */
function runVitest() {
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(report, { force: true });
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return count('vitest', false);
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  for (const { name } of broken) count(name, false);
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  // An error outside every test fails the run without failing a test.
  if (status !== 0 && broken.length === 0 && result.numFailedTests === 0) count('vitest', false);
}
