import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '#embedded/seed.ts';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import { queueMessage } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { hashToken, readSession } from '#server/players/sessions/sessions.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typed } from '#test/harness/operating.ts';
import { productionEnv } from '#test/harness/production.ts';

let on: TestDatabase;
beforeAll(async () => {
  on = await testDatabase();
  await seed(on.db);
});
afterAll(() => on.close());

async function operator(line: string, env: Record<string, string> = {}) {
  const answer = await typed(on, line.split(' '), { AUTO_DRAW: '0', ...env });
  return { ...answer, json: () => JSON.parse(answer.stdout) as Record<string, unknown> };
}

const logged = async () => {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', actor, command, outcome) AS line FROM operator_log
    ORDER BY operator_log_id`.execute(on.db);
  return rows.map(({ line }) => line);
};

test('a thousand players are made with a session each that is live and fresh', async () => {
  const answer = await operator('players create --count 1000 --balance 12345 --sessions --json --as tester');
  expect(answer.status).toBe(0);
  const { players } = answer.json() as { players: { username: string; playerId: string; cookie: string }[] };
  expect(new Set(players.map(({ username }) => username)).size).toBe(1000);
  for (const { playerId, cookie } of [players[0], players[999]].filter((player) => player !== undefined)) {
    const [name, token = ''] = cookie.split('=');
    expect(name).toBe('next-auth.session-token');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const session = await readSession(on.db, hashToken(token));
    expect(String(session?.playerId)).toBe(playerId);
  }
  const { rows } = await sql<{ wallets: number; given: number; fresh: number }>`
    SELECT count(*) AS wallets, sum(balance)::bigint AS given,
      count(*) FILTER (WHERE fresh_at > domain_now() - interval '15 minutes') AS fresh
    FROM wallets JOIN players USING (player_id) JOIN sessions USING (player_id)
    WHERE username LIKE 'prufa%' AND password_hash IS NULL AND demo`.execute(on.db);
  expect(rows[0]).toEqual({ wallets: 1000, given: 12_345_000, fresh: 1000 });
  expect(await logged()).toEqual(['tester players create begun', 'tester players create done']);
});

test('a second time makes other players; a password is hashed and never written to the log', async () => {
  const { players } = (
    await operator('players create --count 1 --balance 0 --password leyniord9 --json')
  ).json() as {
    players: { username: string; cookie?: string }[];
  };
  expect(players).toEqual([{ username: 'prufa001001', playerId: expect.stringMatching(/^\d+$/) }]);
  const { rows } = await sql`SELECT FROM operator_log WHERE arguments::text LIKE '%leyniord9%'`.execute(
    on.db,
  );
  expect(rows).toEqual([]);
});

test('exit 0 done, 1 refused with one JSON document, 2 usage', async () => {
  expect(await operator('players show spilari1 --json')).toMatchObject({ status: 0, stderr: '' });
  const unknown = await operator('players show nobody --json');
  expect([unknown.status, unknown.json()]).toEqual([
    1,
    { error: { code: 'EC_USER_NOT_FOUND', message: expect.any(String) } },
  ]);
  for (const line of [
    'fly away',
    'players',
    'players show',
    'players show a b',
    'players create --count 1',
    'clock advance 3x',
  ]) {
    const answer = await operator(line);
    expect([line, answer.status, answer.stdout]).toEqual([line, 2, '']);
  }
  expect((await operator('players show spilari1 --json --colour red')).status).toBe(2);
  expect(await operator('history import file.jsonl')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--as NAME'),
  });
  expect(await operator('history import missing.jsonl --as operator1 --json')).toMatchObject({ status: 1 });
});

test('must-hold 60: a statement of any moment, recomputed from entries, is what was shown', async () => {
  const { rows } = await sql<{ id: number; then: Date }>`
    SELECT player_id AS id, domain_now() AS then FROM players WHERE username = 'spilari1'`.execute(on.db);
  const { id = 0, then = new Date(0) } = rows[0] ?? {};
  await transaction(on.db, (tx) => topUpWallets(tx, [id], 60_000));
  const now = (await operator('ledger statement spilari1 --json')).json();
  expect(now).toMatchObject({ playerId: String(id), balance: 60_000, agrees: true });
  expect(now['lines']).toHaveLength(2);
  const before = (await operator(`ledger statement ${id} --at ${then.toISOString()} --json`)).json();
  expect(before).toMatchObject({ balance: 50_000, agrees: true });
});

test('must-hold 95: raw output of the generator is written as it comes, over no file', async () => {
  const file = join(on.config.dataDir, 'raw.bin');
  const answer = await operator(`random collect 10000 ${file} --json --as tester`);
  expect([answer.status, answer.json()]).toEqual([0, { file, bytes: 10_000, isHealthy: true }]);
  const raw = readFileSync(file);
  expect(raw).toHaveLength(10_000);
  expect(new Set(raw).size).toBe(256);
  expect(await operator(`random collect 1 ${file}`)).toMatchObject({ status: 2 });
  expect(readFileSync(file)).toEqual(raw);
  expect((await operator(`random collect 0 ${file}.2`)).status).toBe(2);
});

test('people read tables, and nobody reads a national id whole', async () => {
  const { stdout } = await operator('players show spilari1');
  expect(stdout).toContain('60.000 kr.');
  expect(stdout).toContain('010170-****');
});

test('the clock walks on and never back, and live sessions go along unless told not to', async () => {
  const { players } = (await operator('players create --count 1 --balance 0 --sessions --json')).json() as {
    players: { cookie: string }[];
  };
  const token = players[0]?.cookie.split('=')[1] ?? '';
  const alive = async () => (await readSession(on.db, hashToken(token))) !== null;

  const before = Number((await operator('clock show --json')).json().aheadSeconds);
  const after = Number((await operator('clock advance 3d --json')).json().aheadSeconds);
  expect(Math.abs(after - before - 3 * 86_400)).toBeLessThan(20);
  expect(await alive()).toBe(true);
  expect(await operator('clock set 2020-01-01T00:00:00Z --json')).toMatchObject({ status: 1 });
  expect((await operator('clock advance 1d --expire-sessions')).status).toBe(0);
  expect(await alive()).toBe(false);
});

test('a walk tells each draw that it passed in a line', async () => {
  const { stdout, status } = await operator('clock advance 7d');
  expect(status).toBe(0);
  const lines = stdout.split('\n').filter((line) => line.includes(': '));
  const games = lines.map((line) => /^20\d\d-\d\d-\d\d {2}(\w+) \d+: /.exec(line)?.[1]).sort();
  // Every week has two draws of EuroJackpot and one of each other game; nobody has entered a result.
  expect(games).toEqual(['eurojackpot', 'eurojackpot', 'lotto', 'vikinglotto']);
  for (const line of lines) expect(line).toMatch(/: 0 coupons for 0 kr\. sealed; waits for its result$/);
  const again = (await operator('clock advance 1s --json')).json();
  expect(again).toMatchObject({ draws: [] });
});

test('a walk leaves messages to the product, which knows their way', async () => {
  await transaction(on.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      SELECT player_id AS id FROM players WHERE username = 'spilari1'`.execute(tx);
    const [player] = rows;
    await queueMessage(tx, {
      playerId: player?.id ?? 0,
      channel: 'email',
      kind: 'passwordChanged',
      locale: 'is',
      values: { date: '2026-12-01', time: '2026-12-01T12:00:00Z' },
    });
  });
  expect((await operator('clock advance 1h')).status).toBe(0);
  const { rows } = await sql`
    SELECT attempts FROM graphile_worker.jobs WHERE task_identifier = 'message'`.execute(on.db);
  expect(rows).toEqual([{ attempts: 0 }]);
});

test.each(['clock set 2028-02-30T12:00:00Z', 'ledger statement spilari1 --at 2028-02-30T12:00:00Z'])(
  '%s: there is no such day, and it is not taken for another',
  async (line) => {
    const before = Number((await operator('clock show --json')).json().aheadSeconds);
    const answer = await operator(`${line} --json`);
    const message = 'There is no 2028-02-30.';
    expect([answer.status, answer.json()]).toEqual([1, { error: { code: 'EC_INVALID_INPUT', message } }]);
    expect(Math.abs(Number((await operator('clock show --json')).json().aheadSeconds) - before)).toBeLessThan(
      20,
    );
  },
);

test('production has neither players out of nothing nor another clock', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const signing = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const trust = join(on.config.dataDir, 'authorities.pem');
  writeFileSync(trust, '-----BEGIN CERTIFICATE-----');
  const { DATABASE_URL: _, DATABASE_ADMIN_URL: __, ...elsewhere } = productionEnv;
  const env = { ...elsewhere, SIGNING_KEY: signing, EID_TRUST: trust };
  for (const line of [
    'players create --count 1 --balance 1',
    'clock advance 1d',
    'clock set 2035-01-01T00:00:00Z',
  ]) {
    const answer = await operator(`${line} --json`, env);
    expect([line, answer.status, answer.json()]).toEqual([
      line,
      1,
      { error: { code: 'EC_ACTION_NOT_ALLOWED', message: expect.any(String) } },
    ]);
  }
  const asMachine = await operator(
    'draw enter lotto 2000 --numbers 1,2,3,4,5 --bonus 6 --joker 01234 --as draw-machine --json',
    env,
  );
  expect([asMachine.status, asMachine.json()]).toMatchObject([
    1,
    { error: { code: 'EC_ACTION_NOT_ALLOWED' } },
  ]);
  // Also where the process believes to be in a sandbox: the database knows better.
  await sql`UPDATE installation SET mode = 'production'`.execute(on.adminDb);
  expect(await operator('players create --count 1 --balance 1 --json')).toMatchObject({ status: 1 });
  expect(await operator('clock advance 1d --json')).toMatchObject({ status: 1 });
});
