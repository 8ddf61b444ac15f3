/** `npm run simulate -- --seed N --operations N`: exit 0 when model and product agree, else 1. */
import { parseArgs } from 'node:util';
import { type Options, type Report, simulate } from './simulate.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, operations: { type: 'string' } } });
const seed = wholeNumber(values.seed ?? '1', 'seed');
const operations = wholeNumber(values.operations ?? '2000', 'operations');
const startedMs = performance.now();
const options: Options = { seed, operations, say };

finish(await simulate(options).catch(couldNotRun));

function say(text: string): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stderr.write(`${seconds.padStart(6)} s  ${text}\n`);
}

function couldNotRun(error: unknown): Report {
  const violations = [error instanceof Error ? error.message : String(error)];
  return { seed, operations, acknowledged: 0, lost: 0, doubled: 0, busy: 0, violations };
}

function finish(report: Report): never {
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
