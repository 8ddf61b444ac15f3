/** What an operator sees of a player, may lift and erase: `players show`, `unlock`, `erase`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { environment } from '#test/harness/environment.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { type Context, UsageError } from './command.ts';
import { command as playersShow } from './players-show.ts';
import { command as playersUnlock } from './players-unlock.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let passwordHash: string;
let turn = 0;
let player: TestPlayer;
let username: string;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  passwordHash = await hashPassword('lykilord1');
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});
beforeEach(async () => {
  await data.pool.query('DELETE FROM failure_levels');
  [player] = (await addPlayers(data, 1, 5_000)) as [TestPlayer];
  username = `Opnast${turn++}`;
  await data.pool.query('UPDATE players SET username = $2, password_hash = $3 WHERE player_id = $1', [
    player.playerId,
    username,
    passwordHash,
  ]);
});

const whole = fileURLToPath(new URL('main.ts', import.meta.url));

/** As it is typed: a process of its own. */
function typed(...words: string[]) {
  const env = { ...environment, DATA_DIR: data.config.dataDir, DATABASE_URL: data.url };
  const options = { env, encoding: 'utf8' } as const;
  const { status, stdout } = spawnSync(process.execPath, [whole, ...words, '--json'], options);
  return { status, answer: JSON.parse(stdout) as object };
}

const context = (reason: string | null) =>
  ({ config: data.config, database: { db: data.db }, actor: 'operator', reason }) as unknown as Context;
const unlock = (id = username, reason: string | null = 'she called') =>
  playersUnlock.run(context(reason), { args: [id], options: {} });
const show = async (id = username) => {
  const { json, text } = await playersShow.run(context(null), { args: [id], options: {} });
  return { text, json: JSON.parse(JSON.stringify(json)) as Record<string, unknown> };
};

const login = async (password: string) =>
  (await post(app, '/auth/login', { username: username.toLowerCase(), password })).status;

async function guess(times: number): Promise<void> {
  for (let count = 0; count < times; count++) expect(await login('rangt-ord')).toBe(400);
}

const takeBreak = (days: number) => post(app, '/user/lockout', { days }, { cookie: player.cookie });
const lockedUntil = async () => {
  const { rows } = await data.pool.query<{ until: Date }>(
    'SELECT locked_until AS until FROM wallets WHERE player_id = $1',
    [player.playerId],
  );
  return rows[0]?.until;
};

describe('players unlock', () => {
  test('must-hold 5: opens a name that three wrong passwords closed, once and again', async () => {
    await guess(3);
    expect(await login('lykilord1')).toBe(429);
    const opened = { playerId: String(player.playerId), username, unlocked: true, lockedUntil: null };
    expect((await unlock()).json).toEqual(opened);
    expect(await login('lykilord1')).toBe(200);
    expect((await unlock()).json).toEqual({ ...opened, unlocked: false });
  });

  test('forgets wrong passwords that have closed nothing yet', async () => {
    await guess(2);
    expect((await unlock()).json).toMatchObject({ unlocked: false });
    await guess(2);
    expect(await login('lykilord1')).toBe(200);
  });

  test('leaves the names of others closed; a player whom there is not is EC_USER_NOT_FOUND', async () => {
    await guess(3);
    const [other] = await addPlayers(data, 1, 0);
    await unlock(String(other?.playerId));
    await expect(unlock('enginn')).rejects.toMatchObject({ code: 'EC_USER_NOT_FOUND' });
    expect(await login('lykilord1')).toBe(429);
  });

  test('must-hold 37: a break is neither ended nor shortened, and the refusal says so', async () => {
    expect((await takeBreak(30)).status).toBe(204);
    const until = await lockedUntil();
    const message = `The player took a break until ${until?.toISOString()}; nobody ends or shortens it.`;
    expect(typed('players', 'unlock', username, '--reason', 'she called')).toEqual({
      status: 1,
      answer: { error: { code: 'EC_ACTION_NOT_ALLOWED', message } },
    });
    expect(await lockedUntil()).toEqual(until);
  });

  test('must-hold 37, 38: in a break one may sign in again after guesses, and the break stands', async () => {
    expect((await takeBreak(30)).status).toBe(204);
    const until = await lockedUntil();
    await guess(3);
    const { json, text } = await unlock();
    expect(json).toMatchObject({ unlocked: true, lockedUntil: until });
    expect(text).toContain(`The break until ${until?.toISOString()} stands`);
    expect([await login('lykilord1'), await lockedUntil()]).toEqual([200, until]);
  });

  test('a closed account stays closed', async () => {
    expect((await post(app, '/user/close-account', '', { cookie: player.cookie })).status).toBe(204);
    await expect(unlock()).rejects.toMatchObject({ code: 'EC_ACCOUNT_CLOSED' });
    expect((await show()).json).toMatchObject({ closedAt: expect.stringMatching(/Z$/), openSessions: 0 });
  });

  test.each([null, ''])('with the reason %j it is usage, and nothing is opened', async (reason) => {
    await guess(3);
    await expect(unlock(username, reason)).rejects.toThrow(UsageError);
    expect(await login('lykilord1')).toBe(429);
  });

  test('must-hold 135: who, whom, why and how it ended are on record, and in the chain', async () => {
    await guess(3);
    const words = ['players', 'unlock', username, '--as', 'anna'];
    expect(typed(...words).status).toBe(2);
    expect(typed(...words, '--reason', 'she wrote')).toMatchObject({ status: 0, answer: { unlocked: true } });
    const entry = { actor: 'anna', args: [username] };
    const said = { ...entry, reason: 'she wrote' };
    const log = await data.pool.query(
      `SELECT actor, arguments->'args' AS args, reason, outcome FROM operator_log
       WHERE arguments->'args'->>0 = $1 ORDER BY operator_log_id`,
      [username],
    );
    const chained = await data.pool.query(
      `SELECT details->>'actor' AS actor, details->'arguments'->'args' AS args, details->>'reason' AS reason,
         details->>'outcome' AS outcome FROM security_events
       WHERE kind = 'operatorCommand' AND details->'arguments'->'args'->>0 = $1 ORDER BY event_id`,
      [username],
    );
    expect(log.rows).toEqual([
      ...['begun', 'usage'].map((outcome) => ({ ...entry, reason: null, outcome })),
      ...['begun', 'done'].map((outcome) => ({ ...said, outcome })),
    ]);
    expect(chained.rows).toEqual(log.rows);
  });
});

describe('players erase', () => {
  const words = () => ['players', 'erase', String(player.playerId), '--as', 'anna'];
  const logged = async (table: string) => {
    const { rows } = await data.pool.query<{ line: string }>(
      `SELECT concat_ws(' ', said->>'actor', said->>'reason', said->>'outcome') AS line
       FROM (SELECT ${table === 'operator_log' ? 'to_jsonb(t)' : 'details'} AS said FROM ${table} t) rows
       WHERE said->>'command' = 'players erase' AND said->'arguments'->'args'->>0 = $1`,
      [String(player.playerId)],
    );
    return rows.map(({ line }) => line);
  };

  test('must-hold 135, 147: without a reason usage, while something is open refused, then done', async () => {
    expect(typed(...words()).status).toBe(2);
    const message = 'Nothing was erased: the account is not closed; the balance is 5000 kr.';
    const open = { status: 1, answer: { error: { code: 'EC_ACTION_NOT_ALLOWED', message } } };
    expect(typed(...words(), '--reason', 'her letter')).toEqual(open);
    [player] = (await addPlayers(data, 1, 0)) as [TestPlayer];
    expect((await post(app, '/user/close-account', '', { cookie: player.cookie })).status).toBe(204);
    const done = { playerId: String(player.playerId), erased: true, erasedAt: expect.stringMatching(/Z$/) };
    expect(typed(...words(), '--reason', 'her letter')).toEqual({ status: 0, answer: done });
    expect(typed(...words(), '--reason', 'again').answer).toEqual({ ...done, erased: false });
    const lines = ['her letter begun', 'her letter done', 'again begun', 'again done'];
    expect(await logged('operator_log')).toEqual(lines.map((line) => `anna ${line}`));
    expect(await logged('security_events')).toEqual(lines.map((line) => `anna ${line}`));
    const { rows } = await data.pool.query(
      `SELECT details FROM security_events WHERE kind = 'accountErased' AND player_id = $1`,
      [player.playerId],
    );
    expect(rows).toEqual([{ details: {} }]);
  });

  test('by the number alone, since what is typed stays in the log', () => {
    expect(typed('players', 'erase', username, '--reason', 'her letter').status).toBe(2);
  });
});

describe('players show', () => {
  const four = { depositLimitDay: 1000, depositLimitWeek: 2000, depositLimitMonth: 3000, stakeLimitDay: 300 };
  const limits = (body: object) => post(app, '/user/limits', body, { cookie: player.cookie });

  test('limits in force, what is used, and raises with the instant of their effect', async () => {
    expect((await limits(four)).status).toBe(200);
    const asked = await limits({ ...four, stakeLimitDay: 400 });
    const { pending } = asked.body as { pending: Record<string, { effectiveAt: string }> };
    expect(Object.keys(pending)).toEqual(['stakeLimitDay']);
    const used = { depositLimitDay: 0, depositLimitWeek: 0, depositLimitMonth: 0, stakeLimitDay: 0 };
    const { json, text } = await show();
    expect(json).toMatchObject({ username, limits: four, used, pending });
    expect(text).toMatch(new RegExp(`stakeLimitDay +300 +0 +400 +${pending['stakeLimitDay']?.effectiveAt}`));
    expect(text).toMatch(/depositLimitMonth +3\.000 +0\n/);
  });

  test('break, closed name, certificate and sessions', async () => {
    const nothing = { lockedUntil: null, closedAt: null, signInClosedUntil: null, openSessions: 1 };
    expect((await show()).json).toMatchObject(nothing);
    await guess(3);
    await takeBreak(7);
    const until = (await lockedUntil())?.toISOString() ?? '';
    const { json, text } = await show(String(player.playerId));
    expect(json).toMatchObject({ lockedUntil: until, certificateExpires: expect.stringMatching(/^20\d\d-/) });
    for (const said of [
      `locked until  ${until}`,
      `certificate   until ${json['certificateExpires']}`,
      'sign-in       closed by guesses until 2',
      'sessions      1 open',
    ]) {
      expect(text).toContain(said);
    }
    expect(String(json['signInClosedUntil']) < until).toBe(true);
  });
});
