/** Fresh authentication: `POST /user/re-authenticate` and what asks for it (must-hold 23). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { markFresh, requireFresh } from '#server/players/sessions/fresh.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let playerId = 0;
let cookie = '';
let caller: Caller;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
});
afterAll(() => data.close());
beforeEach(async () => {
  await data.pool.query('DELETE FROM name_failures');
  await data.pool.query('DELETE FROM failure_levels');
  const [made] = await addPlayers(data, 1, 0);
  ({ playerId, cookie } = made ?? { playerId: 0, cookie: '' });
  caller = { playerId, tokenHash: hashToken(cookie.split('=')[1] ?? '') };
  await data.pool.query('UPDATE players SET password_hash = $2 WHERE player_id = $1', [
    playerId,
    await hashPassword('lykilord1'),
  ]);
});

const provedBefore = (span: string) =>
  data.pool.query('UPDATE sessions SET fresh_at = domain_now() - $2::interval WHERE player_id = $1', [
    playerId,
    span,
  ]);
const again = async (password: unknown) => {
  const { status, body } = await post(app, '/user/re-authenticate', { password }, { cookie });
  return [status, body.code];
};
const stale = { code: 'EC_ELOGIN_AUTH_REQUIRED', options: { details: { fresh: true } } };

test('must-hold 23: a proof counts for 15 minutes of this session', async () => {
  await provedBefore('14 minutes 50 seconds');
  await requireFresh(data.db, caller);
  await provedBefore('15 minutes');
  await expect(requireFresh(data.db, caller)).rejects.toMatchObject(stale);
});

test('the password makes the session fresh again, and no other session', async () => {
  await provedBefore('1 hour');
  await data.pool.query(
    `INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at)
     SELECT $2, player_id, created_at, last_used_at, ends_at, fresh_at FROM sessions WHERE player_id = $1`,
    [playerId, hashToken('annad')],
  );
  expect(await again('lykilord1')).toEqual([204, undefined]);
  await requireFresh(data.db, caller);
  await expect(requireFresh(data.db, { ...caller, tokenHash: hashToken('annad') })).rejects.toMatchObject(
    stale,
  );
});

test('markFresh is for the other ways to prove it', async () => {
  await provedBefore('1 hour');
  await transaction(data.db, (tx) => markFresh(tx, caller.tokenHash));
  await requireFresh(data.db, caller);
});

test('an ended session is never fresh', async () => {
  await data.pool.query('DELETE FROM sessions WHERE player_id = $1', [playerId]);
  await expect(requireFresh(data.db, caller)).rejects.toMatchObject(stale);
});

test('a wrong password changes nothing, is logged and counts as a guess', async () => {
  await provedBefore('1 hour');
  for (const password of ['rangt-ord', '', 'x'.repeat(10_000)]) {
    expect(await again(password)).toEqual([400, 'EC_INVALID_PASSWORD']);
  }
  expect(await again('lykilord1')).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
  await expect(requireFresh(data.db, caller)).rejects.toMatchObject(stale);
  const { rows } = await data.pool.query<{ kind: string }>(
    'SELECT kind FROM security_events WHERE player_id = $1',
    [playerId],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['freshFailed', 'freshFailed', 'freshFailed']);
});

test('a player without a password cannot prove it so', async () => {
  await data.pool.query('UPDATE players SET password_hash = NULL WHERE player_id = $1', [playerId]);
  expect(await again('lykilord1')).toEqual([400, 'EC_INVALID_PASSWORD']);
});

test('what is no password is malformed input', async () => {
  expect(await again(12_345_678)).toEqual([400, 'EC_INVALID_INPUT']);
  expect(await again(undefined)).toEqual([400, 'EC_MISSING_FIELD']);
  const { status, body } = await post(app, '/user/re-authenticate', '', { cookie });
  expect([status, body.code]).toEqual([400, 'EC_MISSING_BODY']);
});
