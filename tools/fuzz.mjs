// `npm run fuzz -- --runs N --seed N`: the fuzz of the API, which `npm test` runs short and from one seed.
import { parseArgs } from 'node:util';
import { become, ensureInstalled } from './install.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = values.runs ?? '1000';
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000_000));
ensureInstalled();
console.error(`The same again: npm run fuzz -- --runs ${runs} --seed ${seed}`);
become(
  [
    'node_modules/.bin/vitest',
    'run',
    '--project',
    'server',
    '--testTimeout=3600000',
    'test/contract/fuzz.test.ts',
  ],
  { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed },
);
