import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { checkScripts, hashScripts, type ScriptDifference, scriptListFile, watchScripts } from './scripts.ts';

let build: string;

beforeEach(async () => {
  build = mkdtempSync(join(tmpdir(), 'scripts-'));
  const client = join(build, 'client');
  mkdirSync(join(client, 'assets'), { recursive: true });
  for (const name of ['a.js', 'a.js.br', 'b.js', 'style.css'])
    writeFileSync(join(client, 'assets', name), name);
  writeFileSync(join(build, scriptListFile), JSON.stringify(await hashScripts(client)));
});
afterEach(() => rmSync(build, { recursive: true }));

const file = (name: string) => join(build, 'client/assets', name);

test('must-hold 137: every script is listed with the hash of its file, pressed ones too', async () => {
  const { listed, differing } = await checkScripts(build);
  expect(Object.keys(listed)).toEqual(['/assets/a.js', '/assets/a.js.br', '/assets/b.js']);
  // SHA-256 of the four letters "a.js", by another program.
  expect(listed['/assets/a.js']).toBe('dc5985b2a377c4ea735c99979da277be3bd24be88cf411c11b52b5c3f9570536');
  expect(differing).toEqual([]);
});

test.each([
  ['changed', () => writeFileSync(file('a.js'), 'a.js '), '/assets/a.js'],
  ['changed where it is pressed', () => writeFileSync(file('a.js.br'), 'x'), '/assets/a.js.br'],
  ['added', () => writeFileSync(file('c.js'), ''), '/assets/c.js'],
  ['taken away', () => rmSync(file('b.js')), '/assets/b.js'],
])('must-hold 137: one that was %s is an alarm', async (_, change, name) => {
  change();
  expect((await checkScripts(build)).differing).toEqual([name]);
  const reports: ScriptDifference[] = [];
  const onDifference = async (difference: ScriptDifference) => void reports.push(difference);
  const stop = watchScripts(build, { log: createLog('test', 2, 'silent'), onDifference });
  await expect.poll(() => reports).toMatchObject([{ differing: [name] }]);
  stop();
});

test('must-hold 137: as long as nothing differs there is no alarm', async () => {
  const onDifference = vi.fn(async () => {});
  const stop = watchScripts(build, { log: createLog('test', 2, 'silent'), onDifference });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(onDifference).not.toHaveBeenCalled();
  stop();
});
