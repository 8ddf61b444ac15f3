/** What is wrong with the fields of recovery, each by its name (must-hold 140). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { byBank, byEmail, done, forgetful, nationalId, told } from './forgetful.ts';

let world: Awaited<ReturnType<typeof forgetful>>;
beforeAll(async () => {
  world = await forgetful();
});
afterAll(async () => {
  expect(await checkLedger(world.data.db)).toEqual({ ok: true });
  await world.data.close();
});
beforeEach(() => world.begin());

describe('bad input', () => {
  const good = { ...byEmail, password: 'annað orð og nýtt', hash: 'a'.repeat(43) };
  const paths = ['/auth/initiate-reset-password', '/auth/reset-password', '/auth/forgot-username'];
  const ids = [
    '',

    '01017000190',
    '010170001',
    '3202700019',
    '5101700019',
    '0113700019',
    '0101700018',
    '٠١٠١٧٠٠٠١٩',
    '\u202e0101700019',
    '0101700019\0',
    '🎲',
    'x'.repeat(10_000),
  ];
  test.each(paths.flatMap((path) => ids.map((id) => [path, id.slice(0, 20), id] as const)))(
    '%s: national id %j is invalidNationalId',
    async (path, _, id) => {
      const answer = await world.send(path, { ...good, nationalId: id });
      expect(told(answer)).toEqual([400, 'EC_INVALID_INPUT']);
      expect(answer.body.issues?.body).toEqual([{ path: ['nationalId'], message: 'invalidNationalId' }]);
    },
  );

  test('a national id that fails the retired check digit passes', async () => {
    expect(told(await world.askReset({ ...byBank, nationalId: '0101700029' }))).toEqual(done);
  });

  test.each([
    ['resetMethod', 'pigeon', 'resetMethodRequired'],
    ['username', '', 'usernameRequired'],
    ['username', '   ', 'usernameRequired'],
    ['username', 'a'.repeat(13), 'usernameLengthMax'],
    ['username', 'as\u0007dis', 'onlyLettersAndNumbers'],
    ['username', '\u202easdis', 'onlyLettersAndNumbers'],
    ['username', 'asdis\ud83d', 'onlyLettersAndNumbers'],
    ['username', 7, 'usernameRequired'],
  ])('initiate: %s %j is %s', async (field, value, message) => {
    const answer = await world.askReset({ ...byEmail, [field]: value });
    expect(told(answer)).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.body).toEqual([{ path: [field], message }]);
  });

  test.each(["' OR 1=1 --", '<script>', '🙂🙂'])(
    'initiate: the user name %j is nobody’s',
    async (username) => {
      expect(told(await world.askReset({ ...byEmail, username }))).toEqual(done);
      expect(await world.letters()).toEqual([]);
    },
  );

  test.each([
    ['', 'passwordLength'],
    ['a'.repeat(7), 'passwordLength'],
    ['a'.repeat(31), 'passwordLength'],
    ['a'.repeat(10_000), 'passwordLength'],
    [12345678, 'passwordLength'],
  ])('reset: the password %j is %s', async (password, message) => {
    const answer = await world.reset({ ...good, password });
    expect(told(answer)).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.body).toEqual([{ path: ['password'], message }]);
  });

  test('reset: an empty hash is hashRequired', async () => {
    const answer = await world.reset({ ...good, hash: '' });
    expect(answer.body.issues?.body).toEqual([{ path: ['hash'], message: 'hashRequired' }]);
  });

  test('what is missing is named', async () => {
    const answer = await world.askReset({ resetMethod: 'email', nationalId });
    expect(told(answer)).toEqual([400, 'EC_MISSING_FIELD']);
    expect(answer.body.issues?.body).toEqual([{ path: ['username'], message: 'required' }]);
    for (const path of paths) {
      expect(told(await world.send(path, ''))).toEqual([400, 'EC_MISSING_BODY']);
      expect(told(await world.send(path, {}))).toEqual([400, 'EC_MISSING_FIELD']);
    }
  });
});
