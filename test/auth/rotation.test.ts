/** The secret of sessions can be changed at any time (must-hold 144). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer, createVisitor, json } from '#test/harness/visitor.ts';

let data: TestDatabase;
beforeAll(async () => {
  data = await testDatabase();
  await addKnownPlayer(data);
});
afterAll(() => data.close());

test('after a change sessions live on, and a former form token is refused and replaced', async () => {
  const before = createVisitor(testApp(data).app);
  await before.signIn();
  const formToken = await before.csrf();

  const secrets = { ...data.config.secrets, session: 'another secret of sessions, 32 long' };
  const { app } = testApp({ ...data, config: { ...data.config, secrets } });
  const after = createVisitor(app);
  for (const [name, value] of before.jar) after.jar.set(name, value);

  expect(await json(await after.call('/session'))).toMatchObject({ user: { username: 'asdis' } });
  const refused = await json(await after.submit('/signout', { csrfToken: formToken }));
  expect(refused['url']).toContain('csrf=true');
  expect(await after.csrf()).not.toBe(formToken);
  await after.submit('/signout');
  expect(await json(await after.call('/session'))).toEqual({});
});
