/** Proof of work, and how many calls a network may make in an hour. */
import { createHmac, hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type Answer, get } from '#test/harness/client.ts';
import { solvedProof } from '#test/harness/proof.ts';
import { byBank, byEmail, done, forgetful, stranger, told } from './forgetful.ts';

type Challenge = ApiAnswer<'auth.challenge'>;

let world: Awaited<ReturnType<typeof forgetful>>;
beforeAll(async () => {
  world = await forgetful();
});
afterAll(async () => {
  expect(await checkLedger(world.data.db)).toEqual({ ok: true });
  await world.data.close();
});
beforeEach(() => world.begin());

describe('proof of work and the network’s hour', () => {
  const ip = '203.0.113.7';
  const forgot = (proof?: string, address = ip): Promise<Answer> =>
    world.send(
      '/auth/forgot-username',
      {
        nationalId: stranger,
        ...(proof !== undefined && { proof }),
      },
      address,
    );
  const unproved = (answer: Answer) => [...told(answer), answer.body.details?.['proof']];
  const asked = [403, 'EC_ACTION_NOT_ALLOWED', true];

  test('must-hold 142: three calls of a network need no proof, two more do, the sixth waits', async () => {
    for (let count = 0; count < 3; count++) expect(told(await forgot())).toEqual(done);
    expect(unproved(await forgot(undefined, '203.0.113.99'))).toEqual(asked);
    for (let count = 0; count < 2; count++)
      expect(told(await forgot(await solvedProof(world.app)))).toEqual(done);
    const sixth = await forgot(await solvedProof(world.app));
    expect(told(sixth)).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
    const wait = Number(sixth.headers.get('retry-after'));
    expect([wait > 3500, wait <= 3600]).toEqual([true, true]);
    expect(told(await forgot(undefined, '198.51.100.7'))).toEqual(done);
    expect(told(await world.askReset(byBank, ip))).toEqual(done);
    await world.data.pool.query(
      `UPDATE visitor_calls
       SET called_at = ARRAY(SELECT t - interval '1 hour' FROM unnest(called_at) t ORDER BY t)`,
    );
    expect(told(await forgot())).toEqual(done);
  });

  test.each([
    ['/auth/initiate-reset-password', byBank, 3],
    ['/auth/reset-password', { ...byEmail, password: 'nýtt orð og gott', hash: 'x' }, 3],
  ])('%s asks for it too', async (path, body, free) => {
    for (let count = 0; count < free; count++) await world.send(path, body, ip);
    expect(unproved(await world.send(path, body, ip))).toEqual(asked);
    const proof = await solvedProof(world.app);
    expect(unproved(await world.send(path, { ...body, proof }, ip))).not.toEqual(asked);
  });

  test.each([
    ['/auth/initiate-reset-password', byBank],
    ['/auth/reset-password', { ...byEmail, password: 'nýtt orð og gott', hash: 'x' }],
    [
      '/auth/sign-up/x',
      {
        username: 'nyrspilari',
        password: 'nýtt orð og gott',
        cellphoneNumber: '6110013',
        email: 'n@example.is',
      },
    ],
  ])('a network whose hour is full waits, with a proof too: %s', async (path, body) => {
    await world.send(path, body, ip);
    await world.data.pool.query('UPDATE visitor_calls SET called_at = array_fill(called_at[1], ARRAY[20])');
    const proof = await solvedProof(world.app);
    const answer = await world.send(path, { ...body, proof }, ip);
    expect(told(answer)).toEqual([429, 'EC_ACTION_NOT_ALLOWED']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  });

  test('when everybody together asks much, nobody passes without', async () => {
    for (let count = 0; count < 60; count++)
      expect(told(await forgot(undefined, `10.9.${count}.1`))).toEqual(done);
    expect(unproved(await forgot(undefined, '10.9.200.1'))).toEqual(asked);
    expect(told(await forgot(await solvedProof(world.app), '10.9.200.1'))).toEqual(done);
  });

  test('a proof is good once, also when it is handed in twice at once', async () => {
    const proof = await solvedProof(world.app);
    const answers = await Promise.all([1, 2, 3].map((at) => forgot(proof, `10.8.${at}.1`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 403, 403]);
    expect(unproved(await forgot(proof, '10.8.4.1'))).toEqual(asked);
  });

  test('what is no proof of ours is refused', async () => {
    const good = await solvedProof(world.app);
    const [salt, ends, number, signature] = good.split('.');
    const other = (await solvedProof(world.app)).split('.');
    const wrong = [
      '',
      'x',
      '...',
      `${good}.1`,
      `${salt}.${ends}.${Number(number) + 1}.${signature}`,
      `${salt}.${Number(ends) + 600}.${number}.${signature}`,
      `${salt}.${ends}.${number}.${other[3]}`,
      `${salt}.${ends}${number}..${signature}`,
      `${salt}.${ends}.0${number}.${signature}`,
      'é'.repeat(90),
    ];
    for (const proof of wrong) expect(unproved(await forgot(proof, '10.7.1.1'))).toEqual(asked);
    expect(told(await forgot(good, '10.7.1.1'))).toEqual(done);
    const long = await forgot('a'.repeat(10_000), '10.7.1.1');
    expect(long.body.issues?.body).toEqual([{ path: ['proof'], message: 'genericForm' }]);
  });

  test('a proof ends after ten minutes', async () => {
    const { salt, ends, target, numberMax } = (await get<Challenge>(world.app, '/auth/challenge')).body;
    const { rows } = await world.data.pool.query<{ now: number }>(
      'SELECT extract(epoch FROM domain_now())::float AS now',
    );
    const now = rows[0]?.now ?? 0;
    expect([ends - now > 590, ends - now <= 600]).toEqual([true, true]);
    expect([target.length, numberMax]).toEqual([64, 100_000]);
    const over = Math.floor(now);
    const sign = createHmac('sha256', world.data.config.secrets.session);
    const signature = sign.update(`challenge ${hash('sha256', `${salt}.${over}.7`)}`).digest('base64url');
    expect(unproved(await forgot(`${salt}.${over}.7.${signature}`))).toEqual(asked);
  });

  test('no address is written down', async () => {
    await forgot();
    const { rows } = await world.data.pool.query(
      "SELECT encode(call_key, 'escape') || v::text AS key FROM visitor_calls v",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});
