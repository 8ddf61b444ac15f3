import { readFileSync } from 'node:fs';
import { api } from '#contract/api.ts';
import type { Finding, Tree } from '#tools/source/tree.ts';
import { checkCycles } from '#tools/walls/cycles.ts';
import { checkWalls } from '#tools/walls/walls.ts';
import { checkCatalogues } from './catalogues.ts';
import { checkColours } from './colours.ts';
import { checkCalls } from './contract.ts';
import { checkCssModules } from './css-modules.ts';
import { checkDocs, checkUnusedPackages } from './docs.ts';
import { checkEnds } from './ends.ts';
import { checkGames, checkTestPlaces } from './shape.ts';
import { checkSizes, type Ratchet } from './sizes.ts';
import { checkSqlClock } from './sql-clock.ts';
import { checkTableOwners } from './table-owners.ts';
import { checkWords } from './words.ts';

const ratchet: Ratchet = JSON.parse(readFileSync(new URL('ratchet.json', import.meta.url), 'utf8'));

/** Name of each check, as the tests and the command show it. */
export const checks: Record<string, (tree: Tree) => Finding[]> = {
  'imports keep to the levels': checkWalls,
  'imports make no rings': checkCycles,
  'files, functions and lines are short': (tree) => checkSizes(tree, ratchet),
  'no word is out of place': checkWords,
  'SQL reads domain time': checkSqlClock,
  'tables are written by their owner': checkTableOwners,
  'colours have names': checkColours,
  'classes of CSS modules agree': checkCssModules,
  'ends are written once': checkEnds,
  'texts are written once': checkCatalogues,
  'a game has four mirrors': checkGames,
  'tests lie where they run': checkTestPlaces,
  'documents agree with the code': checkDocs,
  'packages are used': checkUnusedPackages,
  'calls have handler, client and test': (tree) => checkCalls(tree, api),
};

export function checkAll(tree: Tree): Finding[] {
  return Object.values(checks).flatMap((check) => check(tree));
}
