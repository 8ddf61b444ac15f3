/** What is written past operators' commands is found by `ledger check` and `security check`. */
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { transaction } from '#server/platform/database.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { operatorFixture } from '#test/harness/operators.ts';
import { addDraw } from '#test/harness/sale.ts';

let own: TestDatabase;
let at: ReturnType<typeof operatorFixture>;
let drawId: number;
beforeEach(async () => {
  own = await testDatabase();
  at = operatorFixture(own);
  await at.goToProduction();
  await addDraw(own, { number: 2085 });
  drawId = await addDraw(own, { number: 2086 });
  await at.install('Anna', 'Björn');
});
afterEach(() => own.close());

/** What both checks say of operators' commands. */
async function said(status: number): Promise<string | undefined> {
  const ledger = await at.by('Anna', 'ledger', 'check');
  const security = await at.by('Anna', 'security', 'check');
  const broken = (answer: Record<string, unknown>) => (answer['commands'] as { broken?: string }).broken;
  expect([broken(security.answer), ledger.answer['ok'], security.answer['ok']]).toEqual([
    broken(ledger.answer),
    ...[status === 0, status === 0],
  ]);
  expect([ledger.status, security.status]).toEqual([status, status]);
  return broken(ledger.answer);
}

const found = () => said(1);
const holds = async () => expect(await said(0)).toBeUndefined();

const alarm = (reference: string) =>
  transaction(own.db, (tx) => raiseAlarm(tx, { kind: 'lateOrder', reference, message: 'x', once: false }));

/** As the application role may, or as the owner of the database, with the triggers taken away. */
const write = (statement: string) => own.pool.query(statement);
async function alter(table: string, statement: string) {
  await own.adminPool.query(`ALTER TABLE ${table} DISABLE TRIGGER append_only`);
  await own.adminPool.query(statement);
}

test('what commands wrote is taken', async () => {
  await alarm('1');
  expect((await at.by('Björn', 'alarm', 'seen', '1')).status).toBe(0);
  expect(
    (await at.by('Anna', 'draw', 'close', 'lotto', '2085', '--reason', 'of seint')).answer,
  ).toMatchObject({ draw: 2085 });
  await holds();
});

test.each(['begun', 'done'])('a record that nobody signed: %s', async (outcome) => {
  await write(`INSERT INTO operator_log (actor, command, outcome) VALUES ('Anna', 'draw pay', '${outcome}')`);
  expect(await found()).toMatch(/nobody signed it/);
});

test('a record that takes the signature of another', async () => {
  await write(`INSERT INTO operator_log (actor, command, arguments, outcome, proven, signed_text, signature,
      nonce)
    SELECT actor, command, arguments, 'begun', true, signed_text, signature, 'another'
    FROM operator_log WHERE nonce IS NOT NULL LIMIT 1`);
  expect(await found()).toMatch(/not what was signed/);
});

test('a record that was altered afterwards', async () => {
  await at.by('Anna', 'draw', 'list', '--game', 'lotto');
  await alter(
    'operator_log',
    `UPDATE operator_log SET arguments = '{"args":[],"options":{"game":"vikinglotto"}}'
     WHERE command = 'draw list'`,
  );
  expect(await found()).toMatch(/not what was signed/);
});

test('an end that no command has', async () => {
  await at.by('Anna', 'draw', 'list');
  await alter(
    'operator_log',
    `UPDATE operator_log SET actor = 'Björn' WHERE outcome = 'done' AND command = 'draw list'`,
  );
  expect(await found()).toMatch(/differs from the command/);
});

test('a record that an operator signed without the role, and wrote past the command', async () => {
  await at.add('Gunna', 'reads', ['Anna', 'Björn']);
  const pay = { words: 'draw pay', args: [], options: {}, reason: null };
  const { text, signature } = at.sign('Gunna', { ...pay, role: 'draws' });
  await own.pool.query(
    `INSERT INTO operator_log (actor, command, arguments, outcome, proven, signed_text, signature, nonce)
     VALUES ('Gunna', 'draw pay', '{"args":[],"options":{}}', 'begun', true, $1, decode($2, 'base64'), $3)`,
    [text, signature, text.split('\n').at(-1)],
  );
  expect(await found()).toMatch(/Gunna has not the role draws/);
});

test('a key that nobody added, though it signs', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const hex = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  await at.by('Anna', 'draw', 'list');
  await at.by('Björn', 'draw', 'list');
  await write(`INSERT INTO operators (name, name_key, public_key, roles, since, entered_by, entered_by_key,
      confirmed_by, confirmed_by_key)
    SELECT 'Þjófur', 'þjófur', '\\x${hex}', '{payments}', min(real_at), min(operator_log_id),
      'anna', max(operator_log_id), 'björn'
    FROM operator_log WHERE command = 'draw list' AND outcome = 'begun'`);
  expect(await found()).toMatch(/operator Þjófur: no two commands/);
});

test('a third operator of the installation', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const hex = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  await write(`INSERT INTO operators (name, name_key, public_key, roles, since, entered_by)
    SELECT 'Þjófur', 'þjófur', '\\x${hex}', '{payments}', min(real_at), min(operator_log_id)
    FROM operator_log`);
  expect(await found()).toMatch(/operator Þjófur: the installation made the first two alone/);
});

test('an installation that the product’s key did not sign', async () => {
  const [, other] = [own, operatorFixture(own)];
  const key = await other.makeKey('Þjófur');
  await alter(
    'operators',
    `UPDATE operators SET name = 'Þjófur', public_key = decode('${key}', 'base64') WHERE name = 'Björn'`,
  );
  expect(await found()).toMatch(/another name or key/);
});

test('roles that were widened', async () => {
  await at.add('Gunna', 'reads', ['Anna', 'Björn']);
  await alter('operators', `UPDATE operators SET roles = '{reads,payments}' WHERE name = 'Gunna'`);
  expect(await found()).toMatch(/operator Gunna: its name, key or roles/);
});

test('an operator who was ended by nobody', async () => {
  await write(`INSERT INTO operator_ends (operator_id, kind, ends_at, entered_by, entered_by_key)
    SELECT operator_id, 'revoked', since, entered_by, 'anna' FROM operators WHERE name = 'Björn'`);
  expect(await found()).toMatch(/operator Björn: no command ended it/);
});

test('a row in the name of an operator who did nothing, and one about another draw', async () => {
  await at.by('Anna', 'draw', 'close', 'lotto', '2085', '--reason', 'of seint');
  await holds();
  await write(`INSERT INTO result_entries (draw_id, actor, actor_key, confirms, outcome)
    VALUES (${drawId}, 'Anna', 'anna', false, '{}')`);
  expect(await found()).toMatch(
    /a row of result_entries by Anna at .*lotto 2086: no signed command wrote it/,
  );
});

test('a row at the time of a command of another kind', async () => {
  await alarm('1');
  await at.by('Björn', 'alarm', 'seen', '1');
  await holds();
  await write(`INSERT INTO promotions (promotion_id, game, first_date, last_date, condition, prize_counts,
      prize_amounts, name_is, text_is, name_en, text_en, added_by)
    VALUES ('prufa', 'lotto', '2099-01-01', '2099-01-02', 'all', '{1}', '{1000}', 'x', 'x', 'x', 'x',
      'Björn')`);
  expect(await found()).toMatch(/promotions by Björn/);
});

test('a row by whoever was never an operator', async () => {
  await alarm('1');
  await write(`INSERT INTO alarm_views (alarm_id, seen_by) VALUES (1, 'Þjófur')`);
  expect(await found()).toMatch(/alarm_views by Þjófur/);
});
