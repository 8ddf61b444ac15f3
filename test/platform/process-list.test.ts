/** Everybody on a machine sees the arguments of all its processes: no secret stands in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newInstance } from '#test/harness/instance.ts';
import type { Instance } from '#test/harness/product.ts';
import { runOperator } from '#test/simulation/operator.ts';

let instance: Instance | undefined;
afterAll(() => instance?.dispose());

/** Arguments of every process that lives at some time until `stop`, short ones such as initdb too. */
function watchArguments() {
  const commandLines = new Set<string>();
  const look = (): void => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        commandLines.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
      } catch {
        // It has ended since.
      }
    }
  };
  const timer = setInterval(look, 5);
  return {
    commandLines,
    stop: (): void => {
      clearInterval(timer);
      look();
    },
  };
}

/** Each line of a key counts: any of them would give a part away. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'string') return Object.values(value ?? {}).flatMap(secretsIn);
  return value.split('\n').filter((line) => line.length > 15 && !line.startsWith('-----'));
}

test.runIf(process.platform === 'linux')('from the first start to the commands of operators', async () => {
  const watch = watchArguments();
  instance = await newInstance({ CONTENT_WEBHOOK_SECRET: 'webhook-secret-of-the-test-0123456789' });
  await instance.start();
  for (const words of ['ledger check', 'players show spilari1', 'draw list'])
    expect(await runOperator(instance.env, words.split(' '))).toMatchObject({ code: 0 });
  watch.stop();
  const commandLines = [...watch.commandLines];
  for (const program of ['bin/postgres -D', 'embedded/main.ts web', 'operator/main.ts ledger check'])
    expect(commandLines.filter((line) => line.includes(program)).length, program).toBeGreaterThan(0);
  const stored: unknown = JSON.parse(readFileSync(join(instance.dataDir, 'secrets.json'), 'utf8'));
  const secrets = [...secretsIn(stored), instance.env['CONTENT_WEBHOOK_SECRET'] ?? ''];
  expect(secrets.length).toBeGreaterThan(6);
  expect(secrets.filter((secret) => commandLines.some((line) => line.includes(secret)))).toEqual([]);
});
