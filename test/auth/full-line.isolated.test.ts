/** The line for sign-in by password at its end: 240 wait for two that are hashed (docs/decisions/028). */
import { argon2 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as hasher from '#server/players/passwords/password-hasher.ts';
import { refuseWhenFull } from '#server/players/passwords/password-hasher.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addKnownPlayer, createVisitor, json } from '#test/harness/visitor.ts';

const [runningMax, waitingMax] = [2, 240];

/** Hashing stands still until the gate is opened. */
const held = vi.hoisted(() => ({ gate: Promise.resolve() }));

vi.mock('#server/players/passwords/password-hasher.ts', async (): Promise<typeof hasher> => {
  const { createFairQueue } = await import('#server/platform/fair-queue.ts');
  const { run, refuseWhenFull, positionOf } = createFairQueue({ runningMax: 2, waitingMax: 240 });
  const derive = promisify(argon2);
  const signedIn = { hasPriority: true };
  return {
    deriveKey: (parameters, entry = signedIn) =>
      run(entry, async () => {
        await held.gate;
        return derive('argon2id', { ...parameters, memory: 64, passes: 1 });
      }),
    refuseWhenFull,
    positionOf,
  };
});

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addKnownPlayer(data);
});
afterAll(() => data.close());

test('a full line answers 503 at once, keeps those who wait, and serves everything else', async () => {
  const known = createVisitor(app, '203.0.113.1');
  expect((await known.signIn()).status).toBe(200);
  const opened = Promise.withResolvers<void>();
  held.gate = opened.promise;
  const knock = (index: number) =>
    // A network each (IPv4: /24), so that they wait in one round.
    createVisitor(app, `10.${index >> 8}.${index & 255}.1`).signIn({ username: `enginn${index}` });
  const waiting = Array.from({ length: runningMax + waitingMax }, (_, index) => knock(index));
  const late = { key: 'late' };
  const isFull = (): boolean => {
    try {
      refuseWhenFull(late);
      return false;
    } catch {
      return true;
    }
  };
  await expect.poll(isFull).toBe(true);

  for (const fields of [{ username: 'enginn999' }, { username: 'enginn998', json: '' }]) {
    const refused = await createVisitor(app, '192.0.2.7').signIn(fields);
    const isRedirect = fields.json === '';
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([isRedirect ? 302 : 503, '5']);
    const url = isRedirect ? refused.headers.get('location') : (await json(refused))['url'];
    expect(url).toBe('http://localhost/api/auth/error?error=EC_SYSTEM_CLOSED');
  }
  const { user } = (await json(await known.call('/session'))) as { user?: { username: string } };
  expect(user?.username).toBe('asdis');
  // A known browser of its owner comes before all strangers: the last of them makes room.
  const owner = known.signIn();
  await sleep(1000);
  opened.resolve();
  expect((await owner).status).toBe(200);
  const answers = await Promise.all(waiting);
  const counted = Object.groupBy(answers, ({ status }) => String(status));
  expect(Object.keys(counted).filter((status) => !['401', '429', '503'].includes(status))).toEqual([]);
  expect(counted['503']?.length).toBe(1);
  for (const { status, headers } of answers) expect(headers.get('retry-after') === null).toBe(status === 401);
});
