/** The letter of a month's spending, as the clock walks (must-hold 42). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { composeLetter } from '#server/messages/compose.ts';
import { type Mailing, type MailingPayload, mailingJob } from '#server/messages/messages.ts';
import { advanceClock, setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { reviewDeadline } from '#server/players/reminder/review-letter.ts';
import { meetDevice } from '#server/players/sign-in/devices.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { waitingJobs } from '#test/harness/jobs.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

/** Domain time begins on 16 November 2026. */
let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
beforeEach(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number: 2085, closesInSeconds: 365 * 86_400 });
});
afterEach(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
const buy = async ({ cookie }: TestPlayer) =>
  expect((await post(app, '/lotto/buy', wager, { cookie })).status).toBe(201);
const signIn = ({ playerId }: TestPlayer, locale: 'is' | 'en') =>
  transaction(data.db, (tx) => meetDevice(tx, playerId, { token: undefined, ip: '203.0.113.1', locale }));
const run = () => reviewDeadline.run(data.db);

/** Sessions are taken along. */
async function jump(to: string): Promise<void> {
  await setClock(data.db, new Date(to));
  await data.pool.query(
    "UPDATE sessions SET last_used_at = domain_now(), ends_at = domain_now() + interval '12 hours'",
  );
}

/** @returns where the clock stopped on its way */
async function walk(to: string): Promise<string[]> {
  const stops: string[] = [];
  const onStep = (at: Date) => stops.push(at.toISOString().slice(0, 16));
  await advanceClock(data.db, { to: new Date(to), deadlines: [reviewDeadline], onStep });
  return stops;
}

async function letters(): Promise<(Mailing & { at: Date })[]> {
  const mailings = await waitingJobs<MailingPayload>(data.adminPool, mailingJob);
  const waiting = mailings.flatMap(({ payload }) => payload.letters);
  const { rows } = await data.pool.query<{ messageId: string; at: Date }>(
    `SELECT message_id AS "messageId", queued_at AS at FROM messages
     WHERE kind = 'playReview' ORDER BY at, player_id`,
  );
  return rows.flatMap(({ messageId, at }) =>
    waiting.filter((letter) => letter.messageId === messageId).map((letter) => ({ ...letter, at })),
  );
}

test('goes to who staked in a month, on the first of the next, in the language of the sign-in', async () => {
  const players = await addPlayers(data, 5, 10_000);
  const [one, two, idle, nobody, closed] = players as [
    ...[TestPlayer, TestPlayer, TestPlayer, TestPlayer, TestPlayer],
  ];
  await signIn(one, 'is');
  for (const locale of ['is', 'en'] as const) await signIn(two, locale);
  for (const each of [idle, closed]) await signIn(each, 'is');
  for (const each of [one, two, two, nobody, closed]) await buy(each);
  expect((await post(app, '/user/close-account', '', { cookie: closed.cookie })).status).toBe(204);

  expect(await walk('2026-12-01T08:59:00Z')).toEqual(['2026-12-01T08:59']);
  expect(await letters()).toEqual([]);
  expect(await walk('2026-12-03T00:00:00Z')).toEqual(['2026-12-01T09:00', '2026-12-03T00:00']);
  const month = '2026-11-01T00:00:00.000Z';
  const [first, second, ...rest] = await letters();
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ playerId: one.playerId, locale: 'is' });
  expect(first?.values).toEqual({
    month,
    spent: 150,
    won: 0,
    net: -150,
    url: '/minar-sidur/spilareikningur',
    limitsUrl: '/minar-sidur/mork',
  });
  expect(second).toMatchObject({ playerId: two.playerId, locale: 'en', values: { spent: 300, net: -300 } });
  expect(second?.values['limitsUrl']).toBe('/en/minar-sidur/mork');
  expect(first?.at.toISOString().slice(0, 13)).toBe('2026-12-01T09');
});

test('says the month and the sums in words', async () => {
  const values = {
    month: '2026-11-01T00:00:00.000Z',
    spent: 12_500,
    won: 1_000,
    net: -11_500,
    url: '/minar-sidur/spilareikningur',
    limitsUrl: '/minar-sidur/mork',
  };
  const { subject, text } = composeLetter('playReview', values, { locale: 'is', siteUrl: 'https://a.is' });
  expect(subject).toBe('Spilun þín í nóvember');
  for (const said of ['12.500', '1.000', '11.500', 'https://a.is/minar-sidur/mork']) {
    expect(text).toContain(said);
  }
});

test('once a month, however often the worker looks and however many there are', async () => {
  const players = await addPlayers(data, 205, 10_000);
  await Promise.all(players.map(buy));
  await data.pool.query(
    `INSERT INTO known_devices (player_id, device_hash, first_used_at, last_used_at)
     SELECT player_id, '\\x00', at, at FROM wallets, domain_now() AS at WHERE balance < 10000`,
  );
  await jump('2026-12-01T09:00:00Z');
  const looked = await Promise.all([run(), run(), run(), run()]);
  expect(looked.sort((a, b) => a - b)).toEqual([0, 0, 5, 200]);
  const told = (await letters()).map(({ playerId }) => playerId);
  expect([told.length, new Set(told).size]).toEqual([205, 205]);
  expect([await run(), (await letters()).length]).toEqual([0, 205]);
  await walk('2027-01-05T00:00:00Z');
  expect((await letters()).length).toBe(205);
});

test('a turn that fails leaves no letter and is done again', async () => {
  const [player] = (await addPlayers(data, 1, 10_000)) as [TestPlayer];
  await signIn(player, 'is');
  await buy(player);
  await jump('2026-12-01T09:00:00Z');
  await data.adminPool.query('ALTER TABLE play_reviews ADD CONSTRAINT broken CHECK (month < $$2026-12-01$$)');
  await expect(run()).rejects.toMatchObject({ constraint: 'broken' });
  expect(await letters()).toEqual([]);
  await data.adminPool.query('ALTER TABLE play_reviews DROP CONSTRAINT broken');
  expect([await run(), await run(), (await letters()).length]).toEqual([1, 0, 1]);
});

test('after months in which nothing ran only the last one is written of', async () => {
  const [player] = (await addPlayers(data, 1, 10_000)) as [TestPlayer];
  await signIn(player, 'is');
  await run();
  await jump('2026-12-20T00:00:00Z');
  await buy(player);
  await jump('2027-03-20T00:00:00Z');
  await buy(player);
  await jump('2027-04-20T00:00:00Z');
  while ((await run()) > 0);
  expect((await letters()).map(({ values }) => [values['month'], values['spent']])).toEqual([
    ['2027-03-01T00:00:00.000Z', 150],
  ]);
});
