// `npm test`: installs what is missing, then every check, and ends with one line `N passed, N failed`.
// Plain JavaScript for Node 20 without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { compiled, ensureInstalled, node, root } from './install.mjs';

const report = join(root, 'build/.tests.json');
let passed = 0;
let failed = 0;

ensureInstalled();
for (const folder of ['rules', 'texts', 'contract', 'web', 'test/browser', '.']) {
  if (existsSync(join(root, folder, 'tsconfig.json'))) check(`types of ${folder}`, 'tsc', '-p', folder);
}
check('format and lint', 'biome', 'ci', '--max-diagnostics=50');
check('no file is dead', 'knip', '--no-progress');
check('no file lives for tests alone', 'knip', '--no-progress', '--production');
count('web build', buildWeb() !== false);
rmSync(join(root, 'build/.refusals'), { force: true });
runVitest();
check('every refusal of the contract is answered to a test', 'tools/refusals.ts');

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** One program, one check. */
function check(name, program, ...args) {
  count(name, run(program, args) === 0);
}

function count(name, good) {
  console.error(`${good ? 'ok    ' : 'FAILED'} ${name}`);
  if (good) passed += 1;
  else failed += 1;
}

/** A program of node_modules/.bin, or a file of ours. */
function run(program, args) {
  const file = program.endsWith('.ts') ? program : join('node_modules/.bin', program);
  const options = { cwd: root, env: { ...compiled, ...process.env }, stdio: ['ignore', 2, 2] };
  return spawnSync(node, [join(root, file), ...args], options).status;
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
