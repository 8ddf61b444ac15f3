// Checks that are counted, for `npm test` and `npm run check`. Plain JavaScript for Node 20.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { compiled, node, root } from './install.mjs';

const report = join(root, 'build/.tests.json');
const typed = ['rules', 'texts', 'contract', 'web', 'test/browser', '.'];
const projects = [
  ['browser', /^test\/browser\//],
  ['server', /^(server|embedded|operator|bench|test)\//],
  ['unit', /./],
];

let passed = 0;
let failed = 0;
/** Test files with the seconds that a worker was busy with them. */
const timed = [];

export function count(name, good) {
  console.error(`${good ? 'ok    ' : 'FAILED'} ${name}`);
  if (good) passed += 1;
  else failed += 1;
}

/** One program, one check. */
export function check(name, program, ...args) {
  count(name, run(program, args) === 0);
}

export const typeChecks = typed.map((folder) => [`types of ${folder}`, 'tsc', '-p', folder]);

/** As many at a time as the machine has cores; what one says is shown when it has ended. */
export async function checkAll(checks) {
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, program, ...args] = next;
      const { status, said } = await runBeside(program, args);
      process.stderr.write(said);
      count(name, status === 0);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
}

/** Each test is one check, and so is a file that could not be run. */
export function checkTests(...args) {
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = run('vitest', ['run', ...reporters, ...args]);
  if (!existsSync(report)) return count('vitest', false);
  const result = JSON.parse(readFileSync(report, 'utf8'));
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  for (const { name } of broken) count(name, false);
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  for (const { name, startTime, endTime } of result.testResults)
    timed.push({ file: relative(root, name), seconds: (endTime - startTime) / 1000 });
  // An error outside every test fails the run without failing a test.
  if (status !== 0 && broken.length === 0 && result.numFailedTests === 0) count('vitest', false);
}

/** Says what took how long, then how many passed, and ends. */
export function finish() {
  for (const [name, seconds] of Object.entries(secondsByProject()))
    console.error(`${seconds.toFixed(0).padStart(6)} s  ${name}, all its files`);
  timed.sort((one, other) => other.seconds - one.seconds);
  for (const { file, seconds } of timed.slice(0, 10))
    console.error(`${seconds.toFixed(0).padStart(6)} s  ${file}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

function secondsByProject() {
  const sums = {};
  for (const { file, seconds } of timed) {
    const [name] = projects.find(([, place]) => place.test(file));
    sums[name] = (sums[name] ?? 0) + seconds;
  }
  return sums;
}

const started = { cwd: root, env: { ...compiled, ...process.env } };

/** A program of node_modules/.bin, or a file of ours. */
const fileOf = (program) => join(root, program.endsWith('.ts') ? program : `node_modules/.bin/${program}`);

function run(program, args) {
  return spawnSync(node, [fileOf(program), ...args], { ...started, stdio: ['ignore', 2, 2] }).status;
}

function runBeside(program, args) {
  const child = spawn(node, [fileOf(program), ...args], { ...started, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, said }));
  });
}
