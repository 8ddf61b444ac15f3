/** Operator commands in their own process, as a person types them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const patienceMs = 180_000;

export type Outcome = {
  /** 0 done, 1 refused, 2 usage, null killed. */
  code: number | null;
  json: Record<string, unknown>;
  said: string;
};

/** @param killAfterMs ends it as a crash would, if it still runs */
export function runOperator(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  killAfterMs = patienceMs,
): Promise<Outcome> {
  const child = spawn(process.execPath, ['operator/main.ts', ...args, '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  child.once('close', (code) => {
    clearTimeout(timer);
    resolve({ code, json: parse(out), said: `${out} ${said}`.trim().slice(0, 1000) });
  });
  return promise;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
