/** Operators prove who they are: their keys, roles and signatures, in production and in a sandbox. */
import { chmodSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineNow } from '#server/platform/real-clock.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { operatorFixture, type Said } from '#test/harness/operators.ts';

let own: TestDatabase;
let at: ReturnType<typeof operatorFixture>;
beforeAll(async () => {
  own = await testDatabase();
  at = operatorFixture(own);
  await at.goToProduction();
});
afterAll(() => own.close());

const list = { words: 'draw list', role: 'reads', args: [], options: {}, reason: null } as const;
const code = ({ answer }: Said) => (answer['error'] as { code: string } | undefined)?.code;
const lastRefusal = async () => (await at.refusals()).at(-1);
const records = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM operator_log`.execute(own.db);
  return rows[0]?.count ?? 0;
};
const checks = async () => [
  (await at.by('Anna', 'ledger', 'check')).answer,
  (await at.by('Anna', 'security', 'check')).answer,
];

/** Refused, told in the security log, and nothing recorded. */
async function refused(run: () => Promise<Said>, expected: string, reason: string) {
  const before = await records();
  const said = await run();
  expect([said.status, code(said)]).toEqual([1, expected]);
  expect(await lastRefusal()).toMatchObject({ reason });
  expect(await records()).toBe(before);
}

test('before there are operators nothing is taken', async () => {
  await refused(() => at.unsigned('draw', 'list'), 'EC_AUTH_FAIL', 'unsigned');
  await at.makeKey('Ókunn');
  await refused(() => at.by('Ókunn', 'draw', 'list'), 'EC_AUTH_FAIL', 'unknownOperator');
});

test('a key lies in a file for its owner alone, over no other file', async () => {
  const file = at.keyFile('Lykill');
  await at.makeKey('Lykill');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await at.run(['operator', 'key', 'Lykill', file])).status).toBe(1);
  chmodSync(file, 0o640);
  const open = await at.by('Lykill', 'draw', 'list');
  expect([code(open), open.answer]).toMatchObject(['EC_INVALID_INPUT', { error: { message: /chmod/ } }]);
});

test('the first two are installed once, as two persons with two keys', async () => {
  const [one, other] = [await at.makeKey('Eitt'), await at.makeKey('Tvö')];
  const install = (...words: string[]) => at.run(['operator', 'install', ...words]);
  expect(code(await install('Jón', one, 'JÓN ', other))).toBe('EC_ACTION_NOT_ALLOWED');
  expect(code(await install('Jón', one, 'Anna', one))).toBe('EC_DUPLICATE_VALUE');
  expect(code(await install('Jón', 'no key', 'Anna', other))).toBe('EC_INVALID_INPUT');
  expect((await at.install('Anna', 'Björn')).answer).toEqual({ operators: ['Anna', 'Björn'] });
  expect(code(await install('Jón', one, 'Gunna', other))).toBe('EC_ACTION_NOT_ALLOWED');
  const { operators } = (await at.by('Anna', 'operator', 'list')).answer as { operators: unknown[] };
  expect(operators).toMatchObject([{ name: 'Anna', end: null }, { name: 'Björn' }]);
});

test('a signed command runs, and its record holds what was signed', async () => {
  expect((await at.by('Anna', 'draw', 'list', '--reason', 'skoða')).status).toBe(0);
  const { rows } = await sql`
    SELECT actor, command, reason, outcome, proven, signature IS NOT NULL AS signed FROM operator_log
    ORDER BY operator_log_id DESC LIMIT 2`.execute(own.db);
  const common = { actor: 'Anna', command: 'draw list', reason: 'skoða', proven: true };
  expect(rows).toEqual([
    { ...common, outcome: 'done', signed: false },
    { ...common, outcome: 'begun', signed: true },
  ]);
});

test('unsigned, and with a name alone, nothing happens', async () => {
  await refused(() => at.unsigned('draw', 'list'), 'EC_AUTH_FAIL', 'unsigned');
  await refused(() => at.unsigned('draw', 'list', '--as', 'Anna'), 'EC_AUTH_FAIL', 'unsigned');
  // Also where the process believes to be in a sandbox: the database knows better.
  await refused(() => at.sandbox('draw', 'list', '--as', 'Anna'), 'EC_AUTH_FAIL', 'unsigned');
});

test('a signature by another key than the operator’s own is refused', async () => {
  const foreign = at.sign('Ókunn', list, machineNow(), 'Anna');
  await refused(() => at.runSigned(foreign), 'EC_AUTH_FAIL', 'wrongSignature');
  const ofBjorn = at.sign('Björn', list, machineNow(), 'Anna');
  await refused(() => at.runSigned(ofBjorn), 'EC_AUTH_FAIL', 'wrongSignature');
  expect(await lastRefusal()).toMatchObject({ call: 'draw list', operator: 'Anna' });
  expect(code(await at.by('Anna', 'draw', 'list', '--as', 'Björn'))).toBe('EC_ACTION_NOT_ALLOWED');
});

test('a signature holds for five minutes, on either side', async () => {
  const ago = (minutes: number) => new Date(machineNow().getTime() - minutes * 60_000);
  await refused(() => at.runSigned(at.sign('Anna', list, ago(6))), 'EC_AUTH_FAIL', 'expired');
  await refused(() => at.runSigned(at.sign('Anna', list, ago(-6))), 'EC_AUTH_FAIL', 'expired');
  expect((await at.runSigned(at.sign('Anna', list, ago(4)))).status).toBe(0);
});

test('a signed command runs once, also when it comes twice at the same moment', async () => {
  const signed = at.sign('Anna', list);
  expect((await at.runSigned(signed)).status).toBe(0);
  await refused(() => at.runSigned(signed), 'EC_DUPLICATE_VALUE', 'replayed');
  const other = at.sign('Anna', list);
  const both = await Promise.all([at.runSigned(other), at.runSigned(other)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
});

test('a command is signed where the key is, and runs where the database is', async () => {
  const before = await records();
  const { status, answer } = await at.by('Anna', 'draw', 'list', '--game', 'lotto', '--sign');
  expect([status, await records()]).toEqual([0, before]);
  expect((await at.runSigned(answer as { text: string; signature: string })).answer).toEqual({ draws: [] });
  expect((await at.unsigned('draw', 'list', '--sign')).status).toBe(2);
});

test.each([
  ['an argument', '"2000"', '"2001"'],
  ['an option', '"1,2,3,4,5"', '"1,2,3,4,6"'],
  ['the reason', '"skoða"', '"annað"'],
  ['the actor', '"Anna"', '"Björn"'],
  ['the command', 'draw confirm', 'draw enter'],
  ['the moment', /\.\d{3}Z/, '.999Z'],
  ['the nonce', /.$/, '='],
])('%s that was altered after signing is refused', async (_, before, after) => {
  const result = { numbers: '1,2,3,4,5', bonus: '6', joker: '01234' };
  const command = {
    words: 'draw confirm',
    role: 'draws' as const,
    args: ['lotto', '2000'],
    options: result,
    reason: 'skoða',
  };
  const { text, signature } = at.sign('Anna', command, new Date('2026-11-27T12:00:00.001Z'));
  const altered = { signature, text: text.replace(before, after) };
  expect(altered.text).not.toBe(text);
  await refused(() => at.runSigned(altered), 'EC_AUTH_FAIL', 'wrongSignature');
});

test('what is no signed command is refused', async () => {
  for (const text of ['', 'operator command 2\na', 'operator command 1\ndraw list\n{}\nnull\n"A"\nx\n\n'])
    expect(code(await at.runSigned({ text, signature: 'AAAA' })), text).toBe('EC_INVALID_INPUT');
});

test('one person is not the second: adding takes two others', async () => {
  const key = await at.makeKey('Gunna');
  const words = ['operator', 'add', 'Gunna', key, '--roles', 'draws,reads'];
  expect((await at.by('Anna', ...words)).answer).toMatchObject({ step: 'entered' });
  expect((await at.by('Anna', ...words)).answer).toMatchObject({ step: 'entered' });
  const otherRoles = [...words.slice(0, -1), 'draws,payments'];
  expect((await at.by('Björn', ...otherRoles)).answer).toMatchObject({ step: 'entered' });
  expect((await at.by('Gunna', 'draw', 'list')).status).toBe(1);
  expect((await at.by('Björn', ...words)).answer).toMatchObject({ step: 'done', roles: ['draws', 'reads'] });
  expect((await at.by('Gunna', 'draw', 'list')).status).toBe(0);
  expect(code(await at.by('Anna', ...words))).toBe('EC_DUPLICATE_VALUE');
  const same = ['operator', 'add', 'Helga', key, '--roles', 'reads'];
  expect(code(await at.by('Anna', ...same))).toBe('EC_DUPLICATE_VALUE');
});

test('an operator does what its roles say, and adds nobody without that role', async () => {
  const wrong = () => at.by('Gunna', 'payments', 'held');
  await refused(wrong, 'EC_ACTION_NOT_ALLOWED', 'wrongRole');
  const add = ['operator', 'add', 'Helga', await at.makeKey('Helga'), '--roles', 'reads'];
  await refused(() => at.by('Gunna', ...add), 'EC_ACTION_NOT_ALLOWED', 'wrongRole');
  expect((await at.by('Anna', 'operator', 'add', 'X', 'Y', '--roles', 'draws,king')).status).toBe(2);
});

test('removing takes two others than whoever leaves', async () => {
  for (const each of await at.add('Dóra', 'operators,reads', ['Anna', 'Björn'])) expect(each.status).toBe(0);
  const remove = ['operator', 'remove', 'Dóra'];
  expect(code(await at.by('Dóra', ...remove))).toBe('EC_ACTION_NOT_ALLOWED');
  expect((await at.by('Anna', ...remove)).answer).toMatchObject({ step: 'entered' });
  expect((await at.by('Dóra', 'draw', 'list')).status).toBe(0);
  expect((await at.by('Björn', ...remove)).answer).toMatchObject({ step: 'done' });
  await refused(() => at.by('Dóra', 'draw', 'list'), 'EC_AUTH_FAIL', 'removed');
  expect(code(await at.by('Anna', ...remove))).toBe('EC_NO_DATA_FOUND');
});

test('a lost key is revoked: what it signed before stays valid, and a new key takes its place', async () => {
  await at.add('Einar', 'reads', ['Anna', 'Björn']);
  expect((await at.by('Einar', 'draw', 'list')).status).toBe(0);
  const signedBefore = at.sign('Einar', list);
  expect((await at.by('Anna', 'operator', 'revoke', 'Einar')).status).toBe(0);
  await refused(() => at.by('Einar', 'draw', 'list'), 'EC_AUTH_FAIL', 'revoked');
  // A thief can write any moment into the signed text, so the time of arrival counts.
  await refused(() => at.runSigned(signedBefore), 'EC_AUTH_FAIL', 'revoked');
  expect(await checks()).toMatchObject([{ ok: true }, { ok: true }]);
  const key = await at.makeKey('Einar', at.keyFile('Einar-2'));
  const add = ['operator', 'add', 'Einar', key, '--roles', 'reads'];
  for (const name of ['Anna', 'Björn']) expect((await at.by(name, ...add)).status).toBe(0);
  expect((await at.by('Einar-2', 'draw', 'list')).status).toBe(0);
  await refused(() => at.by('Einar', 'draw', 'list'), 'EC_AUTH_FAIL', 'revoked');
});

test('what a key signed between its loss and its revocation is shown, and is no break', async () => {
  await at.add('Finnur', 'reads', ['Anna', 'Björn']);
  const lostAt = machineNow();
  expect((await at.by('Finnur', 'draw', 'list')).status).toBe(0);
  const from = ['--from', lostAt.toISOString()];
  expect((await at.by('Björn', 'operator', 'revoke', 'Finnur', ...from)).status).toBe(0);
  const [ledger] = await checks();
  expect(ledger).toMatchObject({ ok: true, commands: { doubtful: [/draw list by Finnur/] } });
  const future = ['--from', '2099-01-01'];
  expect(code(await at.by('Björn', 'operator', 'revoke', 'Gunna', ...future))).toBe('EC_ACTION_NOT_ALLOWED');
});
