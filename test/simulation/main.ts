/** `npm run simulate -- --seed N --operations N`: exit 0 when the model and the product agree, 1 otherwise. */
import { parseArgs } from 'node:util';
import { type Options, type Report, simulate } from './simulate.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, operations: { type: 'string' } } });
const seed = wholeNumber(values.seed ?? '1', 'seed');
const operations = wholeNumber(values.operations ?? '2000', 'operations');
const startedMs = performance.now();
const options: Options = { seed, operations, say };

/** Whatever hangs is a failure, and is said as one. */
const patienceMs = 300_000 + operations * 40;
const watchdog = setTimeout(() => {
  const violations = [`the run did not end within ${Math.round(patienceMs / 1000)} s`];
  finish({ seed, operations, acknowledged: 0, lost: 0, doubled: 0, violations });
}, patienceMs);

finish(await simulate(options));

function say(text: string): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(`${seconds.padStart(6)} s  ${text}\n`);
}

function finish(report: Report): never {
  clearTimeout(watchdog);
  say('done');
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(report.violations.length === 0 ? 0 : 1);
}

function wholeNumber(text: string, what: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) {
    process.stderr.write(`--${what} must be a whole number.\n`);
    process.exit(2);
  }
  return value;
}
