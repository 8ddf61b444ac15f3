/** In a sandbox a name is enough, and every record says that nobody proved it. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { installSandboxOperators } from '#embedded/operators.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { operatorFixture } from '#test/harness/operators.ts';

let own: TestDatabase;
let at: ReturnType<typeof operatorFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = operatorFixture(own);
  copyFileSync(join(inject('testServer').dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
});
afterAll(() => own.close());

const proven = async () => {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', actor, command, outcome, proven) AS line FROM operator_log
    ORDER BY operator_log_id DESC LIMIT 2`.execute(own.db);
  return rows.map(({ line }) => line);
};

test('a sandbox installs its two operators itself, once', async () => {
  for (const _ of [1, 2]) await installSandboxOperators(own.db, own.config);
  const { operators } = (await at.sandbox('operator', 'list')).answer as { operators: unknown[] };
  expect(operators).toMatchObject([{ name: 'operator1' }, { name: 'operator2' }]);
});

test('a name alone is taken and not proven, also that of an operator; a key proves it', async () => {
  const close = ['players', 'create', '--count', '1', '--balance', '0'];
  expect((await at.sandbox(...close, '--as', 'operator1')).status).toBe(0);
  expect(await proven()).toEqual(['operator1 players create done f', 'operator1 players create begun f']);
  const key = join(own.config.dataDir, 'operators', 'operator1.key');
  expect((await at.sandbox(...close, '--key', key)).status).toBe(0);
  expect(await proven()).toEqual(['operator1 players create done t', 'operator1 players create begun t']);
  const events = await sql<{ proven: boolean }>`
    SELECT (details->>'proven')::boolean AS proven FROM security_events WHERE kind = 'operatorCommand'
      AND details->>'outcome' = 'done' ORDER BY event_id`.execute(own.db);
  expect(events.rows).toEqual([{ proven: true }, { proven: false }, { proven: true }]);
});

test('two names add a third, and one person in two spellings does not', async () => {
  const add = ['operator', 'add', 'Gunna', await at.makeKey('Gunna'), '--roles', 'reads'];
  const as = (name: string) => at.sandbox(...add, '--as', name);
  expect((await as('Jón')).answer).toMatchObject({ step: 'entered' });
  expect((await as(' JÓN')).answer).toMatchObject({ step: 'entered' });
  expect((await as('Gunna')).answer).toMatchObject({ error: { code: 'EC_ACTION_NOT_ALLOWED' } });
  expect((await as('Anna')).answer).toMatchObject({ step: 'done' });
  const held = (await at.sandbox('ledger', 'check')).answer;
  expect(held).toMatchObject({ ok: true, commands: { ok: true, proven: 2, unproven: 5 } });
});
