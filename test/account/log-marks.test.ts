/**
 * Logs hold no secrets: marks are planted wherever a visitor can put something, in every call of the
 * contract, with the database well and with it failing (must-hold 130, 145).
 */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { createApp } from '#server/app.ts';
import { createOutside } from '#server/outside.ts';
import { createLog } from '#server/platform/log.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testStreams, wellProbe } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';
import { createVisitor } from '#test/harness/visitor.ts';

/** Short enough to be a user name, long enough to be a password. */
const mark = 'Leyni7Merki';
/** An invented person. */
const nationalId = '0101700019';
const card = '4000000100000001';

let data: TestDatabase;
let app: ReturnType<typeof createApp>['app'];
let folder: string;
const logged = () => readFileSync(join(folder, 'log'), 'utf8');

beforeAll(async () => {
  data = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), 'hending-log-'));
  // The log takes any descriptor, though the product has only two.
  const log = createLog('web', openSync(join(folder, 'log'), 'a') as 1, 'trace');
  const outside = createOutside(data.config, () => new Date(0));
  ({ app } = createApp({
    config: data.config,
    kinds: data.config.kinds,
    database: data,
    log,
    outside,
    probe: wellProbe,
    streams: testStreams,
  }));
});
afterAll(async () => {
  await data.close();
  rmSync(folder, { recursive: true });
});

const calls = Object.values(api) as Call[];

/** A body with every field of the call, each one a mark, or what the field takes where that goes deeper. */
function bodyOf(call: Call): Record<string, unknown> {
  const fields = Object.keys((call.body as z.ZodObject | undefined)?.shape ?? {});
  const known: Record<string, unknown> = {
    nationalId,
    username: mark,
    resetMethod: 'email',
    eLoginType: 'app',
    cellphoneNumber: '6980000',
    number: card,
    email: `${mark}@hending.example`,
    phone: '5551234',
    address: `${mark} 1`,
  };
  return Object.fromEntries(fields.map((field) => [field, known[field] ?? `${mark}-2`]));
}

const pathOf = ({ path }: Call) => path.replace('{eLoginType}', 'app').replace(/\{\w+\}/g, () => `${mark}-3`);

/** Every call, as somebody who is signed in and somebody with a made-up session. */
async function callAll(session: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const call of calls) {
    for (const cookie of [session, `next-auth.session-token=${mark}-4; hending-device=${mark}-5`]) {
      const isPost = call.method === 'POST';
      const init = {
        method: call.method,
        headers: {
          cookie,
          authorization: `Bearer ${mark}-6`,
          'idempotency-key': `${mark}-7`,
          'content-type': 'application/json',
          referer: `http://localhost/x?hash=${mark}-8`,
        },
        ...(isPost && { body: JSON.stringify(bodyOf(call)) }),
      };
      const answer = await app.request(`http://localhost/api/proxy${pathOf(call)}?q=${mark}-9`, init);
      statuses.push(answer.status);
      const text = await answer.text();
      // What the visitor sent may come back to the visitor, but never how we failed.
      if (answer.status >= 500) expect(text).not.toMatch(/SELECT|node:|\.ts/);
    }
  }
  return statuses;
}

/** A new player signs in, after a wrong password; the former one may have closed the account. */
async function signIn(): Promise<string> {
  await data.pool.query('DELETE FROM name_failures');
  await data.pool.query('DELETE FROM failure_levels');
  const [player] = await addPlayers(data, 1, 0);
  await data.pool.query(`UPDATE players SET username = 'p' || player_id, national_id = NULL`);
  await data.pool.query(
    `UPDATE players SET username = 'asdis', national_id = $2, password_hash = $3 WHERE player_id = $1`,
    [player?.playerId, nationalId, await hashPassword(`${mark}-1`)],
  );
  const visitor = createVisitor(app, '203.0.113.1');
  visitor.jar.set('next-auth.callback-url', `http://localhost/${mark}-10`);
  await visitor.signIn({ username: 'asdis', password: `${mark}-wrong` });
  await visitor.signIn({ username: 'asdis', password: `${mark}-1` });
  const token = visitor.jar.get('next-auth.session-token');
  if (!token) throw new Error('nobody is signed in');
  return `next-auth.session-token=${token}`;
}

const secrets = (session: string) => [mark, nationalId, '010170-', card, session.split('=')[1] ?? mark];

test('must-hold 130: nothing that a visitor sent is in the log or the security log', async () => {
  const session = await signIn();
  const statuses = await callAll(session);
  // Nobody outside answers, so 502 is no fault of ours.
  expect(statuses).not.toContain(500);
  expect(logged()).toContain('call refused');
  const { rows } = await data.pool.query<{ said: string }>(
    `SELECT string_agg(to_jsonb(e)::text, ' ') AS said FROM security_events e`,
  );
  expect(rows[0]?.said).toContain('passwordFailed');
  for (const secret of secrets(session)) {
    expect(logged().includes(secret), secret).toBe(false);
    expect(rows[0]?.said.includes(secret), secret).toBe(false);
  }
});

test('must-hold 130: nor when the database fails, and the answers say nothing of it (145)', async () => {
  const session = await signIn();
  for (const table of ['players', 'wallets', 'sessions', 'name_failures', 'e_logins']) {
    await data.adminPool.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    const statuses = await callAll(session);
    expect(statuses, table).toContain(500);
    await data.adminPool.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
  expect(logged()).toContain('call failed');
  for (const secret of secrets(session)) expect(logged().includes(secret), secret).toBe(false);
});
