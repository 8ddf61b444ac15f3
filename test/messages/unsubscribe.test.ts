/** A letter that can be declined says where, and that address needs neither session nor script. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Letter } from '#integrations/mail/face.ts';
import { messageTasks } from '#server/messages/deliver.ts';
import { queueMailing, queueMessage } from '#server/messages/messages.ts';
import { readUnsubscribeToken, unsubscribeToken } from '#server/messages/unsubscribe.ts';
import { transaction } from '#server/platform/database.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { testApp } from '#test/harness/app.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

const log = createLog('test', 2, 'silent');
const siteUrl = 'https://hending.example';
let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let playerId = 0;
let neighbourId = 0;

beforeAll(async () => {
  own = await testDatabase();
  ({ app } = testApp(own));
});
afterAll(() => own.close());
beforeEach(async () => {
  const players = await addPlayers(own, 2, 0);
  [playerId, neighbourId] = players.map((each) => each.playerId) as [number, number];
  await own.pool.query('UPDATE players SET mail_list = true WHERE player_id = ANY ($1)', [
    [playerId, neighbourId],
  ]);
});

const secret = () => own.config.secrets.seal;
const values = {
  ...{ game: 'lotto', date: '2026-11-21T18:40:00Z', drawn: '1 2 3 4 5', joker: 'none', count: 1 },
  url: '/minar-sidur/midar',
};

/** As the mail server gets them. */
async function sendLetters(): Promise<Letter[]> {
  const letters: Letter[] = [];
  const unused = { send: async () => '' };
  const mail = { send: async (letter: Letter) => void letters.push(letter) };
  const parts = { db: own.db, log, siteUrl, secret: secret(), mail, sms: unused, homeBank: unused };
  await runJobsOnce(own.pool, messageTasks(parts as unknown as Parameters<typeof messageTasks>[0]), log);
  return letters;
}

const choices = async (id = playerId) => {
  const { rows } = await own.pool.query<{ draws: boolean; news: boolean }>(
    'SELECT draw_letters AS draws, mail_list AS news FROM players WHERE player_id = $1',
    [id],
  );
  return rows[0];
};

const ask = (path: string, init: RequestInit = {}) =>
  app.request(`http://localhost${path}`, init, { incoming: { socket: { remoteAddress: '203.0.113.9' } } });
const oneClick = (path: string) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
    body: 'List-Unsubscribe=One-Click',
  });
const pathOf = (choice: 'drawLetters' | 'mailList' = 'drawLetters', locale: 'is' | 'en' = 'is') =>
  `/api/unsubscribe/${unsubscribeToken(secret(), { playerId, choice, locale })}`;

test('a letter after a draw carries an address that takes a post, and links to it', async () => {
  const letter = { playerId, kind: 'noWin', locale: 'en', values } as const;
  await transaction(own.db, (tx) => queueMailing(tx, [letter]));
  const [email] = await sendLetters();
  expect(email?.unsubscribeUrl).toMatch(/^https:\/\/hending\.example\/api\/unsubscribe\/[0-9a-f]+$/);
  expect(email?.text).toContain(`Stop e-mails after draws: ${email?.unsubscribeUrl}`);
  const { pathname } = new URL(email?.unsubscribeUrl ?? '');
  const answer = await oneClick(pathname);
  expect([answer.status, await choices()]).toEqual([200, { draws: false, news: true }]);
  expect(await choices(neighbourId)).toEqual({ draws: true, news: true });
});

test('a letter that is owed carries none', async () => {
  const message = {
    playerId,
    channel: 'email',
    locale: 'is',
    values: { date: values.date, time: values.date },
  };
  await transaction(own.db, (tx) => queueMessage(tx, { ...message, kind: 'passwordChanged' } as never));
  const [email] = await sendLetters();
  expect(email).toBeDefined();
  expect(email?.unsubscribeUrl).toBeUndefined();
  expect(email?.text).not.toContain('fþakka');
});

test('opening the address changes nothing: it shows a button that needs no script', async () => {
  const page = await ask(pathOf());
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain('<form method="post">');
  expect(text).toContain('Afþakka bréfin');
  expect(text).not.toContain('<script');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect((await ask(pathOf(), { method: 'HEAD' })).status).toBe(200);
  expect(await choices()).toEqual({ draws: true, news: true });
});

test.each([
  ['is', 'drawLetters', 'Þú færð ekki lengur bréf', '/minar-sidur/upplysingar', { draws: false, news: true }],
  ['en', 'mailList', 'You no longer get news', '/en/minar-sidur/upplysingar', { draws: true, news: false }],
] as const)(
  'in %s, %s: what was stopped, and how to get it again',
  async (locale, choice, words, way, now) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await oneClick(pathOf(choice, locale));
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).toContain(`lang="${locale}"`);
      expect(text).toContain(words);
      expect(text).toContain(`href="${way}"`);
      expect(await choices()).toEqual(now);
    }
  },
);

test('a token is read in whatever case, and nothing but ours is', async () => {
  const token = unsubscribeToken(secret(), { playerId: 7, choice: 'mailList', locale: 'en' });
  expect(token).toMatch(/^[0-9a-f]+$/);
  const unsubscription = { playerId: 7, choice: 'mailList', locale: 'en' };
  expect(readUnsubscribeToken(secret(), token.toUpperCase())).toEqual(unsubscription);
  expect(readUnsubscribeToken(`${secret()}x`, token)).toBeNull();
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === '0' ? '1' : '0';
    expect(readUnsubscribeToken(secret(), token.slice(0, place) + other + token.slice(place + 1))).toBeNull();
  }
});

test.each([['x'], ['0'.repeat(46)], ['a'.repeat(5_000)]])(
  'the token %s is answered by a page, not by a code',
  async (token) => {
    for (const answer of [
      await ask(`/api/unsubscribe/${token}`),
      await oneClick(`/api/unsubscribe/${token}`),
    ]) {
      const text = await answer.text();
      expect(answer.status).toBe(400);
      expect(text).toContain('Tengillinn virkar ekki');
      expect(text).not.toContain('EC_');
    }
  },
);

test('while the player’s row is locked the address does not wait', async () => {
  const client = await own.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM players WHERE player_id = $1 FOR UPDATE', [playerId]);
    const answer = await oneClick(pathOf());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect((await oneClick(pathOf())).status).toBe(200);
});

test('a network that asks without end is told to wait', async () => {
  const { app: fresh } = testApp(own);
  const statuses: number[] = [];
  for (let time = 0; time < 121; time += 1) {
    const answer = await fresh.request('http://localhost/api/unsubscribe/x');
    statuses.push(answer.status);
    if (time === 120) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect([statuses[119], statuses[120]]).toEqual([400, 429]);
});
