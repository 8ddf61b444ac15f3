import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs in a process of its own, since the log writes to the file descriptor itself. */
function logged(code: string): Record<string, unknown> {
  const program = `import { createLog, logFault } from '#server/platform/log.ts';
    const log = createLog('test', 1, 'info'); ${code}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('secrets never reach the log', () => {
  const line = logged(
    `log.info({ password: 'a', body: { token: 'b', deep: { cvc: 'c' } }, name: 'stays' }, 'said')`,
  );
  expect(line).toMatchObject({
    msg: 'said',
    password: '[removed]',
    body: { token: '[removed]', deep: { cvc: '[removed]' } },
    name: 'stays',
  });
});

test('a fault carries its id, message and stack, and nothing that hangs on it', () => {
  const line = logged(`
    const hanging = { code: '23505', detail: 'Key (name)=(Anna)', client: {} };
    const error = Object.assign(new Error('broken'), hanging);
    console.error(logFault(log, error, { part: 'sale' }))`);
  expect(line).toMatchObject({ level: 50, part: 'sale', errorId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(line.err).toMatchObject({ message: 'broken', code: '23505', stack: expect.any(String) });
  expect(JSON.stringify(line)).not.toContain('Anna');
});
