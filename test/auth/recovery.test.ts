/** Forgotten passwords and names, through HTTP, queue and letters (must-hold 7, 12). */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import type { Answer } from '#test/harness/client.ts';
import { forgetJobs, waitingJobs } from '#test/harness/jobs.ts';
import { createVisitor } from '#test/harness/visitor.ts';
import { byBank, byEmail, done, first, forgetful, nationalId, stranger, told } from './forgetful.ts';

let world: Awaited<ReturnType<typeof forgetful>>;
beforeAll(async () => {
  world = await forgetful();
});
afterAll(async () => {
  expect(await checkLedger(world.data.db)).toEqual({ ok: true });
  await world.data.close();
});
beforeEach(() => world.begin());

describe('POST /auth/initiate-reset-password', () => {
  test('by e-mail: a letter with the link, and a text message', async () => {
    const { hash, ...rest } = await world.linkBy(byEmail);
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({ username: 'Asdis' });
    expect(
      (await world.letters()).map(({ channel, kind, to, locale }) => [channel, kind, to, locale]),
    ).toEqual([
      ['email', 'resetPassword', 'asdis@example.is', 'is'],
      ['sms', 'resetPassword', '6110011', 'is'],
    ]);
  });

  test('by home bank: the national id is enough; the link is in the language of the page', async () => {
    const english = { referer: 'http://localhost/en/lottoleikir' };
    await world.askReset({ ...byBank, nationalId: '010170-0019' }, '203.0.113.1', english);
    const [document] = await world.letters();
    expect(document).toMatchObject({ channel: 'homeBank', to: nationalId, locale: 'en' });
    expect(document?.values['url']).toMatch(/^\/en\/reset-password\?hash=/);
  });

  test.each([
    ['an unknown person', { ...byEmail, nationalId: stranger }],
    ['an unknown person, by bank', { ...byBank, nationalId: stranger }],
    ['another user name', { ...byEmail, username: 'enginn' }],
    ['another user name with a foreign letter', { ...byEmail, username: 'aſdis' }],
  ])('must-hold 7: %s gets the same answer and no letter', async (_, body) => {
    expect(told(await world.askReset(body))).toEqual(done);
    expect(await world.letters()).toEqual([]);
  });

  test('must-hold 7: known or not, the call does the same work: it only queues the question', async () => {
    const queued = async (body: object) => {
      await world.askReset(body);
      const jobs = await waitingJobs(world.data.adminPool);
      await forgetJobs(world.data.adminPool);
      return [jobs.map(({ task }) => task), await world.stored()];
    };
    const known = await queued(byEmail);
    expect(known[0]).toEqual(['recovery']);
    expect(await queued({ ...byEmail, nationalId: stranger })).toEqual(known);
  });

  test('must-hold 128, 130: the security log knows who was asked for, and no national id', async () => {
    await world.askReset(byEmail, '203.0.113.9');
    await world.askReset({ ...byEmail, username: 'enginn' });
    await world.askReset({ ...byBank, nationalId: stranger });
    await world.letters();
    const { rows } = await world.data.pool.query<{ kind: string; player: number | null; details: object }>(
      `SELECT kind, player_id AS player, details - 'ip' AS details, details->>'ip' AS ip
       FROM security_events ORDER BY event_id DESC LIMIT 3`,
    );
    const player = world.playerId();
    expect(rows.reverse()).toMatchObject([
      { kind: 'resetAsked', player, details: { way: 'email' }, ip: '203.0.113.9' },
      { kind: 'resetAsked', player, details: { way: 'email', reason: 'otherUsername' } },
      { kind: 'resetAsked', player: null, details: { way: 'home-bank', reason: 'unknownPerson' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(nationalId);
  });

  test('a closed account gets none', async () => {
    await world.data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [
      world.playerId(),
    ]);
    expect(told(await world.askReset(byBank))).toEqual(done);
    expect(await world.letters()).toEqual([]);
  });

  test('three letters in ten minutes are all that one player gets', async () => {
    for (let count = 0; count < 5; count++) expect(told(await world.askReset(byEmail))).toEqual(done);
    expect((await world.letters()).filter(({ channel }) => channel === 'email')).toHaveLength(3);
    expect((await world.stored())?.links).toBe(3);
  });
});

describe('POST /auth/forgot-username', () => {
  test('sends the name to the address of the account', async () => {
    expect(told(await world.forgotName(nationalId))).toEqual(done);
    const [letter] = await world.letters();
    expect(letter).toMatchObject({ channel: 'email', kind: 'forgotUsername', to: 'asdis@example.is' });
    expect(letter?.values).toEqual({ username: 'Asdis' });
  });

  test('must-hold 7: an unknown person gets the same answer and no letter', async () => {
    const answer = await world.forgotName(stranger);
    expect(told(answer)).toEqual(done);
    expect(await world.letters()).toEqual([]);
  });
});

describe('POST /auth/reset-password', () => {
  test('must-hold 12: after e-mail all sessions end; then electronic ID is asked for', async () => {
    const link = await world.linkBy(byEmail);
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual(done);
    expect(await world.stored()).toEqual({ needs: true, sessions: 0, links: 0 });
    expect(told(await world.login(first))).toEqual([400, 'EC_AUTH_FAIL']);
    const answer = await world.login('annað orð og nýtt');
    expect([...told(answer), answer.body.playerId]).toEqual([
      502,
      'EC_ELOGIN_AUTH_REQUIRED',
      String(world.playerId()),
    ]);
    const visitor = createVisitor(world.app, '198.51.100.1');
    const signedIn = await visitor.signIn({ password: 'annað orð og nýtt' });
    expect((await signedIn.json()) as object).toEqual({
      url: `http://localhost/api/auth/error?error=EC_ELOGIN_AUTH_REQUIRED%3A${world.playerId()}`,
    });
    expect((await world.letters()).at(-1)).toMatchObject({ channel: 'email', kind: 'passwordChanged' });
  });

  test('after the home bank one signs in at once', async () => {
    const link = await world.linkBy(byBank);
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual(done);
    expect(await world.stored()).toEqual({ needs: false, sessions: 0, links: 0 });
    expect((await world.login('annað orð og nýtt')).status).toBe(200);
  });

  test('wrong tries that closed the name are forgotten: they were at the old password', async () => {
    for (let turn = 0; turn < 3; turn++) await world.login(`rangt ${turn}`);
    expect((await world.login(first)).status).toBe(429);
    const link = await world.linkBy(byBank);
    const asOther = { ...link, nationalId: stranger, password: 'annað orð og nýtt' };
    expect(told(await world.reset(asOther))).toEqual([400, 'EC_INVALID_TRANSID']);
    expect(told(await world.reset({ ...link, username: 'annar', password: 'annað orð og nýtt' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
    expect((await world.login(first)).status).toBe(429);
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual(done);
    expect((await world.login('annað orð og nýtt')).status).toBe(200);
  });

  test('the link tells nothing of the national id; a client that sends it is taken too', async () => {
    const link = await world.linkBy(byBank);
    for (const { values } of await world.letters()) expect(JSON.stringify(values)).not.toContain(nationalId);
    const body = { ...link, nationalId: '010170-0019', password: 'annað orð og nýtt' };
    expect(told(await world.reset(body))).toEqual(done);
  });

  test('must-hold 12: a link works once, and two at once change the password once', async () => {
    const one = await world.linkBy(byBank);
    const two = await world.linkBy(byBank);
    const words = ['fyrri tilraunin', 'seinni tilraunin', 'þriðja tilraunin'];
    const answers = await Promise.all(
      [one, one, two].map((link, at) => world.reset({ ...link, password: words[at] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    const winner = words[answers.findIndex(({ status }) => status === 204)] ?? '';
    expect((await world.login(winner)).status).toBe(200);
    expect(told(await world.reset({ ...two, password: 'enn ein tilraun' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
  });

  test('must-hold 12: ten minutes', async () => {
    const link = await world.linkBy(byBank);
    await world.data.pool.query("UPDATE password_resets SET ends_at = ends_at - interval '599 seconds'");
    expect(told(await world.reset({ ...link, password: 'lykilord' }))).toEqual([
      400,
      'EC_PASSWORD_VALIDATION',
    ]);
    await world.data.pool.query("UPDATE password_resets SET ends_at = ends_at - interval '1 second'");
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
    await world.linkBy(byBank);
    expect((await world.stored())?.links).toBe(1);
  });

  test('a link that nobody swept ends with domain time, ten minutes after the letter', async () => {
    const link = await world.linkBy(byBank);
    const walkOn = async (to: string) => {
      const { rows } = await world.data.pool.query<{ at: Date }>(
        'SELECT ends_at + $1::interval AS at FROM password_resets WHERE player_id = $2',
        [to, world.playerId()],
      );
      await setClock(world.data.db, rows[0]?.at ?? new Date(0));
    };
    const { rows } = await world.data.pool.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM ends_at - domain_now()) / 60)::int AS minutes FROM password_resets
       WHERE player_id = $1`,
      [world.playerId()],
    );
    expect(rows).toEqual([{ minutes: 10 }]);
    await walkOn('-30 seconds');
    expect(told(await world.reset({ ...link, password: 'lykilord' }))).toEqual([
      400,
      'EC_PASSWORD_VALIDATION',
    ]);
    await walkOn('0 seconds');
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
    expect((await world.stored())?.links).toBe(1);
    expect((await world.login(first)).status).toBe(200);
  });

  test('must-hold 12: useless after any sign-in', async () => {
    const link = await world.linkBy(byEmail);
    expect((await createVisitor(world.app, '198.51.100.1').signIn({ password: first })).status).toBe(200);
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
    expect((await world.login(first)).status).toBe(200);
  });

  test('useless after the account was closed', async () => {
    const link = await world.linkBy(byBank);
    await world.data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [
      world.playerId(),
    ]);
    expect(told(await world.reset({ ...link, password: 'annað orð og nýtt' }))).toEqual([
      400,
      'EC_INVALID_TRANSID',
    ]);
  });

  test.each([
    ['of another person', { nationalId: stranger }],
    ['of another user name', { username: 'annar' }],
    ['that is made up', { hash: 'a'.repeat(43) }],
    ['of 10 kB', { hash: 'a'.repeat(10_000) }],
  ])('must-hold 12: a link %s is EC_INVALID_TRANSID, and the right one lives on', async (_, wrong) => {
    const link = await world.linkBy(byBank);
    const password = 'annað orð og nýtt';
    expect(told(await world.reset({ ...link, password, ...wrong }))).toEqual([400, 'EC_INVALID_TRANSID']);
    expect(told(await world.reset({ ...link, password }))).toEqual(done);
  });

  test.each([
    ['the user name', 'asdis', 'EC_INVALID_INPUT'],
    ['a common password', 'lykilord1', 'EC_PASSWORD_VALIDATION'],
    ['the present password', first, 'EC_PASSWORD_USED'],
  ])('%s is refused and the link lives on', async (_, password, code) => {
    const link = await world.linkBy(byBank);
    expect(told(await world.reset({ ...link, password }))).toEqual([400, code]);
    expect((await world.stored())?.links).toBe(1);
  });

  test('a letter with its accent apart is the same letter', async () => {
    const link = await world.linkBy(byBank);
    const answer = await world.reset({ ...link, password: first.normalize('NFD') });
    expect(told(answer)).toEqual([400, 'EC_PASSWORD_USED']);
  });
});

describe('must-hold 7: whoever asks learns nothing', () => {
  /** What the database is asked during a call, and what the caller is told. */
  async function workOf(call: () => Promise<Answer>) {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const { status, body, headers } = await call();
      const statements = query.mock.calls.map(([asked]) => {
        const { text } = asked as { text?: string };
        return text ?? String(asked);
      });
      return { status, body, headers: [...headers], statements };
    } finally {
      query.mockRestore();
    }
  }
  const close = () =>
    world.data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [
      world.playerId(),
    ]);

  test('a reset: the same statements, answer and headers for everybody', async () => {
    const ask = (body: object) => workOf(() => world.askReset(body));
    const known = await ask(byEmail);
    expect(known.statements.join('; ')).toMatch(/count_call.*graphile_worker\.add_job/s);
    for (const body of [
      { ...byEmail, nationalId: stranger },
      { ...byEmail, username: 'enginn' },
      byBank,
      { ...byBank, nationalId: stranger },
    ]) {
      expect(await ask(body)).toEqual(known);
    }
    await close();
    for (const body of [byEmail, byBank]) expect(await ask(body)).toEqual(known);
  });

  test('a forgotten name: the same', async () => {
    const ask = (id: string) => workOf(() => world.forgotName(id));
    const known = await ask(nationalId);
    expect(known.statements.length).toBeGreaterThan(2);
    expect(await ask(stranger)).toEqual(known);
    await close();
    expect(await ask(nationalId)).toEqual(known);
  });
});
