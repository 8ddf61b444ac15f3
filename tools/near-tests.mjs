// Tests on PostgreSQL that stand next to a change, for `npm run check`. Plain JavaScript for Node 20.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** About half a minute of tests. */
const filesMax = 20;
const onPostgres = /^(server|embedded|operator|bench|test(?!\/browser))\/.*\.test\.ts$/;
const importing = /(?:from|import\()\s*'(#[^']+|\.[^']+)'/g;

/** Tests of query plans, which depend on every statement. */
const onPlans = /^test\/plans\//;

/**
 * Nearest first: changed tests, tests of a changed file and tests of plans, tests in its folder, tests that
 * import it.
 *
 * @param changed paths from the root of the project
 * @param all every file of the project
 * @returns the paths of the tests to run, and how many more import what changed
 */
export function nearTests(root, changed, all) {
  const isChanged = new Set(changed);
  const folders = new Set(changed.map((path) => dirname(path)));
  const hasStatement = changed.some((path) => holdsStatement(root, path));
  const distance = (test) => {
    if (isChanged.has(test)) return 0;
    if (onPlans.test(test) && hasStatement) return 1;
    if (isChanged.has(test.replace(/(\.isolated)?\.test\.ts$/, '.ts'))) return 1;
    if (folders.has(dirname(test))) return 2;
    return importsOf(root, test).some((path) => isChanged.has(path)) ? 3 : null;
  };
  const near = all
    .filter((path) => onPostgres.test(path))
    .map((path) => ({ path, distance: distance(path) }))
    .filter((test) => test.distance !== null)
    .sort((one, other) => one.distance - other.distance);
  return {
    tests: near.slice(0, filesMax).map(({ path }) => path),
    left: Math.max(0, near.length - filesMax),
  };
}

function holdsStatement(root, path) {
  if (/^db\/.*\.sql$/.test(path)) return true;
  if (!/^server\/.*\.ts$/.test(path) || path.endsWith('.test.ts')) return false;
  return /\bsql[`<]|\.query[(<]/.test(readFileSync(join(root, path), 'utf8'));
}

function importsOf(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(importing)].map(([, to]) =>
    to.startsWith('#') ? to.slice(1) : join(dirname(path), to),
  );
}
