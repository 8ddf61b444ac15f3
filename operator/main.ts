/** `npm run operator -- <command>`: answers go to standard output, logs and usage to standard error. */
import { operate } from './operate.ts';

process.exitCode = await operate(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
