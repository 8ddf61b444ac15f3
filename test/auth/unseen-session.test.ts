/** A tab ends and replaces no session that it has not seen (`seenPlayer` of the forms). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { createVisitor, json, type Visitor } from '#test/harness/visitor.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let visitor: Visitor;
const ids: Record<'anna' | 'bjorn', string> = { anna: '', bjorn: '' };

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  for (const name of ['anna', 'bjorn'] as const) {
    const [made] = await addPlayers(data, 1, 0);
    ids[name] = String(made?.playerId);
    await data.pool.query(
      `UPDATE players SET username = $2, first_name = $2, last_name = 'Jónsbur', password_hash = $3
       WHERE player_id = $1`,
      [made?.playerId, name, await hashPassword('lykilord1')],
    );
  }
});
afterAll(() => data.close());
beforeEach(() => {
  visitor = createVisitor(app);
});

const signIn = (username: string, more: Record<string, string> = {}) =>
  visitor.signIn({ username, password: 'lykilord1', ...more });
const signedIn = async () => {
  const { user } = (await json(await visitor.call('/session'))) as { user?: { username: string } };
  return user?.username;
};
const signOut = (fields: Record<string, string>) =>
  visitor.submit('/signout', { callbackUrl: '/', ...fields });
const refusal = {
  code: 'EC_ACTION_NOT_ALLOWED',
  details: { otherPlayer: true, signedInAs: 'bjorn Jónsbur' },
};

test.each(['of Anna', 'of nobody'])('signing out of a page %s leaves the session of Björn', async (page) => {
  await signIn('bjorn');
  const answer = await signOut({ seenPlayer: page === 'of Anna' ? ids.anna : '' });
  expect([answer.status, await json(answer)]).toMatchObject([403, refusal]);
  expect(await signedIn()).toBe('bjorn');
});

test('signing out of a page that shows who is signed in, or does not say, ends the session', async () => {
  for (const seen of [{ seenPlayer: ids.bjorn }, null]) {
    await signIn('bjorn');
    expect((await signOut(seen ?? {})).status).toBe(200);
    expect(await signedIn()).toBeUndefined();
  }
});

test('signing in on a page that shows nobody replaces no session that it has not seen', async () => {
  await signIn('bjorn');
  const answer = await signIn('anna', { seenPlayer: '' });
  expect([answer.status, await json(answer)]).toMatchObject([403, refusal]);
  expect(await signedIn()).toBe('bjorn');
  expect((await signIn('anna', { seenPlayer: ids.bjorn })).status).toBe(200);
  expect(await signedIn()).toBe('anna');
});

test('without script the answer is a page in words', async () => {
  await signIn('bjorn');
  const answer = await signOut({ seenPlayer: ids.anna, json: 'false' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    'http://localhost/api/auth/error?error=AccessDenied',
  ]);
  expect(await signedIn()).toBe('bjorn');
});

test('the page that asks before signing out names whom it asks', async () => {
  await signIn('bjorn');
  expect(await (await visitor.call('/signout')).text()).toContain(`name="seenPlayer" value="${ids.bjorn}"`);
});
