/** How an alarm reaches a person: at once, each hour, until it is seen; also past a server that is away. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAlarmUrl } from '#integrations/alarm-url/client.ts';
import type { WireAlarm } from '#integrations/alarm-url/wire.ts';
import type { Letter } from '#integrations/mail/face.ts';
import { command as list } from '#operator/alarm-list.ts';
import { command as seen } from '#operator/alarm-seen.ts';
import type { Command } from '#operator/command.ts';
import { type AlarmSenders, alarmDeadlines } from '#server/alarms/deliver.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { alarmByMail, alarmByUrl } from '#server/alarms/senders.ts';
import { kinds } from '#server/games/registry.ts';
import { advanceClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow, runDue, startDeadlines } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { createWork } from '#server/work.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const log = createLog('test', 2, 'silent');
const site = 'https://hending.example';

let letters: Letter[];
beforeEach(async () => {
  letters = [];
  await own.pool.query('DELETE FROM open_alarms');
});
const mailTo = (take: (letter: Letter) => void = () => {}) =>
  alarmByMail(
    {
      send: async (letter) => {
        take(letter);
        letters.push(letter);
      },
    },
    'oncall@hending.example',
    site,
  );
const subjects = () => letters.map(({ subject }) => subject.replace(/\d+/, 'N'));
const deliver = (senders: AlarmSenders) => runDue(own.db, alarmDeadlines(own.pool, senders));

const raise = (reference: string, once = false) =>
  transaction(own.db, (tx) =>
    raiseAlarm(tx, { kind: 'lateOrder', reference, message: 'The bank is silent.', once }),
  );
const pass = async (seconds: number) =>
  advanceClock(own.db, {
    to: new Date((await databaseNow(own.db)).getTime() + seconds * 1000),
    deadlines: [],
    runJobs: async () => {},
  });
const run = async (command: Command, args: string[], actor = 'gunna') => {
  const context = { config: own.config, database: own, kinds: own.config.kinds, running: false, log };
  return command.run(
    { ...context, actor, recordId: null, reason: null, progress: () => {} },
    { args, options: {} },
  );
};
type Listed = { alarms: { alarmId: number; seenBy: string | null; failure: string | null }[] };
const newest = async () => {
  const { alarms } = (await run(list, [])).json as Listed;
  return alarms[0] as Listed['alarms'][number];
};

test('an alarm is delivered at once, again after an hour, and no more once it is seen', async () => {
  const senders = { email: mailTo() };
  expect(await raise('one')).toBe(true);
  await deliver(senders);
  expect(subjects()).toEqual(['Alarm N: lateOrder one']);
  expect(letters[0]).toMatchObject({ to: 'oncall@hending.example' });
  expect(letters[0]?.text).toContain('The bank is silent.');
  await pass(3_500);
  await deliver(senders);
  expect(letters).toHaveLength(1);
  await pass(120);
  await deliver(senders);
  expect(letters).toHaveLength(2);
  expect(new Set(letters.map(({ id }) => id)).size).toBe(2);
  const { alarmId } = await newest();
  expect((await run(seen, [String(alarmId)])).text).toContain('was seen by gunna');
  expect((await run(seen, [String(alarmId)], 'jón')).text).toContain('was seen by gunna');
  await pass(7_200);
  await deliver(senders);
  expect(letters).toHaveLength(2);
  expect(await newest()).toMatchObject({ alarmId, seenBy: 'gunna' });
});

test('the same subject is one alarm while it is open, and a new one after it was seen', async () => {
  const senders = { email: mailTo() };
  expect(await raise('two')).toBe(true);
  expect(await raise('two')).toBe(false);
  expect((await Promise.all([raise('both'), raise('both')])).toSorted()).toEqual([false, true]);
  await deliver(senders);
  expect(subjects().toSorted()).toEqual(['Alarm N: lateOrder both', 'Alarm N: lateOrder two']);
  const { rows } = await own.pool.query(`SELECT alarm_id AS id FROM open_alarms`);
  for (const { id } of rows) await run(seen, [String(id)]);
  expect(await raise('two')).toBe(true);
  expect(await raise('both', true)).toBe(false);
  await deliver(senders);
  expect(letters).toHaveLength(3);
});

test('what rolls back with its cause is raised in a transaction of its own', async () => {
  const failing = transaction(own.db, async (tx) => {
    await raiseAlarm(tx, { kind: 'stoppedDraw', reference: 'gone', message: 'x' });
    throw new Error('the cause');
  });
  await expect(failing).rejects.toThrow('the cause');
  await deliver({ email: mailTo() });
  expect(letters).toEqual([]);
});

test('a dead server is retried with growing pauses; one that is never taken stops no other', async () => {
  let isDead = true;
  const senders = {
    email: mailTo((letter) => {
      if (isDead || letter.subject.endsWith('poison')) throw new Error('the mail server is away');
    }),
  };
  await raise('three');
  await raise('poison');
  await deliver(senders);
  await pass(20);
  await deliver(senders);
  expect(letters).toEqual([]);
  expect((await newest()).failure).toBe('the mail server is away');
  isDead = false;
  await raise('four');
  await pass(60);
  await deliver(senders);
  expect(subjects().toSorted()).toEqual(['Alarm N: lateOrder four', 'Alarm N: lateOrder three']);
  const attempts = async () => {
    const { rows } = await own.pool.query(
      `SELECT count(*)::int AS n FROM alarm_attempts JOIN open_alarms USING (alarm_id)
       WHERE reference = 'poison'`,
    );
    return rows[0].n as number;
  };
  const before = await attempts();
  for (let minute = 0; minute < 60; minute += 1) {
    await pass(60);
    await deliver(senders);
  }
  expect((await attempts()) - before).toBeLessThan(12);
});

test('two workers deliver an alarm once', async () => {
  const senders = { email: mailTo() };
  const [one, other] = [alarmDeadlines(own.pool, senders), alarmDeadlines(own.pool, senders)];
  for (let each = 0; each < 5; each += 1) await raise(`many ${each}`);
  await Promise.all([runDue(own.db, one), runDue(own.db, other)]);
  await deliver(senders);
  expect(subjects().toSorted()).toEqual([0, 1, 2, 3, 4].map((each) => `Alarm N: lateOrder many ${each}`));
});

test('an address gets a small body of JSON, and is retried until it says 2xx', async () => {
  const posted: WireAlarm[] = [];
  let status = 302;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(JSON.parse(Buffer.concat(chunks).toString()) as WireAlarm);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarms?key=secret`;
  const senders = { email: mailTo(), url: alarmByUrl(createAlarmUrl({ url }), site) };
  await raise('five');
  await deliver(senders);
  expect(letters).toHaveLength(1);
  const { alarmId, failure } = await newest();
  expect(failure).toBe('ALARM_URL answers 302');
  status = 204;
  await pass(30);
  await deliver(senders);
  const body = { kind: 'lateOrder', reference: 'five', message: 'The bank is silent.', site, delivery: 1 };
  expect(posted).toEqual([1, 2].map(() => ({ id: alarmId, ...body, raisedAt: expect.stringMatching(/Z$/) })));
  expect(letters).toHaveLength(1);
  server.close();
  await pass(3_700);
  await deliver(senders);
  expect(letters).toHaveLength(2);
  expect(JSON.stringify((await run(list, [])).json)).not.toContain('secret');
});

test('the worker is woken when an alarm is raised', async () => {
  const senders = { email: mailTo() };
  const ticking = startDeadlines(own.url, own.db, alarmDeadlines(own.pool, senders), log);
  await raise('six');
  await expect.poll(() => letters.length).toBe(1);
  await ticking.stop();
});

test('the work of the product delivers to the configured places, and a walk of months does not stop', () => {
  const laneNames = (alarms: { email: string | null; url: string | null }) =>
    createWork({ config: { ...own.config, alarms }, database: own, log, kinds })
      .deadlines.filter(({ name }) => name.startsWith('alarms by'))
      .map(({ name, isStop }) => [name, isStop]);
  expect(laneNames({ email: 'a@b', url: null })).toEqual([['alarms by email', false]]);
  expect(laneNames({ email: null, url: 'https://a' })).toEqual([['alarms by url', false]]);
});

test('an alarm of which there is none is refused in words', async () => {
  await expect(run(seen, ['999999'])).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
});

test('a clock that jumps back delays no alarm', async () => {
  const senders = { email: mailTo() };
  await raise('seven');
  await deliver(senders);
  // As if the first delivery had been at a clock three days ahead.
  await own.pool.query(`UPDATE alarm_deliveries SET next_at = next_at + interval '3 days'`);
  await deliver(senders);
  await deliver(senders);
  expect(letters).toHaveLength(2);
});
