/** From the causing transaction to the inbox, through failures and killed workers. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '#embedded/sandboxes.ts';
import { kinds } from '#server/games/registry.ts';
import {
  addNotice,
  listNotices,
  type OutgoingMessage,
  queueMailing,
  queueMessage,
} from '#server/messages/messages.ts';
import { pendingJobs } from '#server/platform/advance-clock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { transaction } from '#server/platform/database.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { createWork } from '#server/work.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { makeJobsDue } from '#test/harness/jobs.ts';
import { addPlayers } from '#test/harness/sale.ts';

type Letter = { MessageID: string; Subject: string; Text: string; To: { Address: string }[] };
type Outcome = { outcome: string; attempt: number; reason: string | null; reference: string | null };

const log = createLog('test', 2, 'silent');
const instant = '2026-11-21T18:40:00Z';
const at = new Date(instant);
const nationalId = '0101700019';
let own: TestDatabase;
let config: ServiceConfig;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let sandboxUrl = '';
let playerId = 0;
let children: ChildProcess[] = [];

beforeAll(async () => {
  own = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-messages-'));
  config = { ...own.config, dataDir };
  sandbox = await startSandbox({ ...config, sandboxPort: 0 }, () => at);
  sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  const { sms, homeBank, ...rest } = config.messages;
  config.messages = {
    ...rest,
    siteUrl: 'https://hending.example',
    sms: { ...sms, url: `${sandboxUrl}/sms/v1/sms` },
    homeBank: { ...homeBank, url: `${sandboxUrl}/home-bank` },
  };
  playerId = (await addPlayers(own, 1, 0))[0]?.playerId ?? 0;
  const person = ['gudrun@example.is', '+3546110011', nationalId];
  await own.pool.query(
    `UPDATE players SET first_name = 'Guðrún', email = $2, mobile = $3, national_id = $4
     WHERE player_id = $1`,
    [playerId, ...person],
  );
});
afterAll(async () => {
  await sandbox.stop();
  await own.close();
  rmSync(config.dataDir, { recursive: true });
});
beforeEach(async () => {
  for (const name of ['mail', 'sms', 'home-bank']) await tell(name, {});
  await fetch(`${sandboxUrl}/mail/api/v1/messages`, { method: 'DELETE' });
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
});

async function tell(name: string, wanted: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(wanted) };
  expect((await fetch(`${sandboxUrl}/_control/${name}`, init)).status).toBe(200);
}

async function received<T>(name: string): Promise<T> {
  return (await (await fetch(`${sandboxUrl}/_control/${name}`)).json()) as T;
}
const letters = async () => (await received<{ letters: Letter[] }>('mail')).letters;

const queue = (message: OutgoingMessage) => transaction(own.db, (tx) => queueMessage(tx, message));

const welcome = (to: string): OutgoingMessage => ({
  to,
  channel: 'email',
  kind: 'welcome',
  locale: 'is',
  values: { username: 'gudrun', url: '/minar-sidur' },
});

/** Runs what is queued, also what waits for its next attempt. */
async function work(): Promise<void> {
  const { taskList } = createWork({ config, database: { ...own, close: async () => {} }, log, kinds });
  await makeJobsDue(own.adminPool);
  // The queue looks for the next job while the last one is still being taken off.
  do {
    await runJobsOnce(own.pool, taskList, log);
    await until(async () => !(await queueHas('locked_at IS NOT NULL')));
  } while (await queueHas('attempts = 0'));
}

async function queueHas(what: string): Promise<boolean> {
  return (await own.pool.query(`SELECT FROM graphile_worker.jobs WHERE ${what} LIMIT 1`)).rows.length > 0;
}

async function outcomeOf(messageId: string | null): Promise<Outcome | undefined> {
  const sql = 'SELECT outcome, attempt, reason, reference FROM message_outcomes WHERE message_id = $1';
  return (await own.pool.query<Outcome>(sql, [messageId])).rows[0];
}

async function jobs(): Promise<{ attempts: number; last_error: string | null }[]> {
  return (await own.pool.query('SELECT attempts, last_error FROM graphile_worker.jobs')).rows;
}

async function worker(): Promise<{ child: ChildProcess; output: () => string }> {
  const file = fileURLToPath(new URL('worker.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(config)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'message');
  return { child, output: () => output };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function until(what: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await what())) {
    if (performance.now() > end) throw new Error('in vain');
    await sleep(50);
  }
}

test('a player’s letter comes to the own address, in the language asked for, with whole links', async () => {
  const values = { minutes: 10, url: '/reset-password?hash=a&username=b' };
  const is = await queue({ playerId, channel: 'email', kind: 'resetPassword', locale: 'is', values });
  const en = await queue({ playerId, channel: 'email', kind: 'resetPassword', locale: 'en', values });
  await work();
  const found = await letters();
  const letterOf = (id: string | null) => found.find(({ MessageID }) => MessageID.startsWith(`${id}@`));
  expect(letterOf(is)).toMatchObject({ Subject: 'Nýtt lykilorð', To: [{ Address: 'gudrun@example.is' }] });
  expect(letterOf(is)?.Text).toContain('Góðan dag, Guðrún.');
  expect(letterOf(is)?.Text).toContain('https://hending.example/reset-password?hash=a&username=b');
  expect(letterOf(is)?.Text).toContain('10 mínútur');
  expect(letterOf(en)?.Text).toContain('https://hending.example/en/abyrg-spilun');
  expect(letterOf(en)?.Text).toContain('10 minutes');
  expect(await outcomeOf(is)).toEqual({ outcome: 'sent', attempt: 1, reason: null, reference: null });
  expect(await jobs()).toEqual([]);
});

test('texts and documents go their ways; dates and sums are written as elsewhere', async () => {
  const values = {
    amount: 12_500,
    balance: 60_000,
    date: '2026-11-21T18:40:00Z',
    time: '2026-11-21T18:40:00Z',
  };
  const sms = await queue({ playerId, channel: 'sms', kind: 'deposit', locale: 'is', values });
  await queue({ playerId, channel: 'homeBank', kind: 'deposit', locale: 'is', values });
  await work();
  const { texts } = await received<{ texts: { to: string; body: string; uuid: string }[] }>('sms');
  const body = 'Hending: 12.500 kr. hafa verið lagðar inn. Inneign 60.000 kr.';
  expect(texts.at(-1)).toMatchObject({ to: '+3546110011', body });
  expect(await outcomeOf(sms)).toMatchObject({ outcome: 'sent', reference: texts.at(-1)?.uuid });
  const { documents } = await received<{ documents: { nationalId: string; text: string }[] }>('home-bank');
  expect(documents.at(-1)?.nationalId).toBe(nationalId);
  expect(documents.at(-1)?.text).toContain('21. nóvember 2026 kl. 18:40');
});

test('what rolls back sends nothing; a missing value, or no address, is known at once', async () => {
  const rolledBack = transaction(own.db, async (tx) => {
    await queueMessage(tx, welcome('nobody@example.is'));
    throw new Error('the cause failed');
  });
  await expect(rolledBack).rejects.toThrow('the cause failed');
  await expect(queue({ playerId, channel: 'email', kind: 'welcome', locale: 'is' })).rejects.toThrow(
    'username',
  );
  const [other] = await addPlayers(own, 1, 0);
  const none = { playerId: other?.playerId ?? 0, channel: 'sms', kind: 'newDevice', locale: 'is' } as const;
  expect(await queue({ ...none, values: { date: instant, time: instant } })).toBeNull();
  await work();
  expect(await letters()).toEqual([]);
  expect(await jobs()).toEqual([]);
});

test('a server that is away is tried again; a walk of the clock does not wait for it', async () => {
  await tell('mail', { fault: 'busy', times: 2 });
  const id = await queue(welcome('seinn@example.is'));
  for (const attempts of [1, 2]) {
    await work();
    expect((await jobs())[0]).toMatchObject({ attempts });
    expect(await pendingJobs(own.db)).toEqual([]);
  }
  await work();
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempt: 3 });
  expect(await letters()).toHaveLength(1);
});

test('a mailing leaves after what somebody waits for, each letter once, whatever fails between', async () => {
  const players = await addPlayers(own, 60, 0);
  const values = { month: instant, spent: 1, won: 0, net: -1, url: '/', limitsUrl: '/' };
  const mailing = { kind: 'playReview', locale: 'is', values } as const;
  await transaction(own.db, (tx) =>
    queueMailing(
      tx,
      players.map((player) => ({ ...mailing, playerId: player.playerId })),
    ),
  );
  await queue(welcome('bidur@example.is'));
  const gone = players[40]?.playerId ?? 0;
  await own.pool.query('UPDATE players SET mailbox = false WHERE player_id = $1', [gone]);
  await tell('mail', { fault: 'busy', times: 5 });
  while ((await jobs()).length > 0) await work();
  const found = await letters();
  expect(found).toHaveLength(60);
  expect(new Set(found.map(({ To }) => To[0]?.Address)).size).toBe(60);
  expect(await jobs()).toEqual([]);
  const { rows } = await own.pool.query<{ outcome: string; n: number }>(
    `SELECT outcome, count(*) AS n FROM messages JOIN message_outcomes USING (message_id)
     WHERE kind = 'playReview' GROUP BY outcome ORDER BY outcome`,
  );
  expect(rows).toEqual([
    { outcome: 'refused', n: 1 },
    { outcome: 'sent', n: 59 },
  ]);
  const last = [welcome('sidar@example.is'), welcome('fyrst@example.is')] as const;
  await transaction(own.db, (tx) => queueMailing(tx, [{ ...mailing, playerId }]));
  for (const each of last) await queue(each);
  while ((await jobs()).length > 0) await work();
  const order = (await letters()).slice(0, 3).map(({ To }) => To[0]?.Address);
  expect(order).toEqual(['gudrun@example.is', 'fyrst@example.is', 'sidar@example.is']);
});

test('refused is final at once; ten attempts are all, and nothing stays in the queue', async () => {
  await tell('mail', { fault: 'refuse' });
  const refused = await queue(welcome('hafnad@example.is'));
  await work();
  expect(await outcomeOf(refused)).toMatchObject({ outcome: 'refused', attempt: 1 });
  await tell('mail', { fault: 'busy', times: 100 });
  const never = await queue(welcome('aldrei@example.is'));
  for (let attempt = 1; attempt <= 11; attempt++) await work();
  expect(await outcomeOf(never)).toMatchObject({ outcome: 'given_up', attempt: 10 });
  expect(await jobs()).toEqual([]);
});

test('a worker killed between sending and noting: sent again with the same id, noted once', async () => {
  await tell('mail', { delayMs: 8_000 });
  const first = await worker();
  const id = await queue(welcome('tvisvar@example.is'));
  await until(async () => (await letters()).length === 1);
  await kill(first.child);
  expect(await outcomeOf(id)).toBeUndefined();
  await tell('mail', {});
  await worker();
  await until(async () => (await outcomeOf(id)) !== undefined);
  const ids = (await letters()).map(({ MessageID }) => MessageID.split('@')[0]);
  expect(ids).toEqual([id, id]);
  expect(await outcomeOf(id)).toMatchObject({ outcome: 'sent', attempt: 2 });
});

test('must-hold 130: no log, no error and no kept row holds contents, tokens or addresses', async () => {
  const mark = 'mark-c0ffee';
  const values = {
    minutes: 10,
    url: `/reset-password?hash=${mark}`,
    date: instant,
    time: instant,
    username: mark,
  };
  const { output } = await worker();
  const all: OutgoingMessage[] = [
    { to: `${mark}@example.is`, channel: 'email', kind: 'resetPassword', locale: 'is', values },
    { to: mark, channel: 'sms', kind: 'newDevice', locale: 'is', values },
    { to: mark, channel: 'homeBank', kind: 'resetPassword', locale: 'is', values },
  ];
  const ids: (string | null)[] = [];
  for (const fault of [{}, { fault: 'refuse' }, { fault: 'busy' }]) {
    await tell('mail', fault);
    for (const message of all) ids.push(await queue(message));
    await until(async () => 'fault' in fault || (await outcomeOf(ids[0] ?? null)) !== undefined);
    await until(async () => (await jobs()).every(({ attempts }) => attempts > 0));
  }
  const errors = async () => JSON.stringify(await jobs());
  expect(await errors()).not.toContain(mark);
  await until(async () => (await jobs()).length === 0);

  for (const id of ids) expect(await outcomeOf(id)).toBeDefined();
  expect(output()).toContain('message refused');
  expect(output()).toContain('attempt 1 of 25');
  expect(output()).not.toContain(mark);
  const kept = await own.pool.query(
    `SELECT to_jsonb(m) AS message, to_jsonb(o) AS outcome
     FROM messages m JOIN message_outcomes o USING (message_id)`,
  );
  expect(JSON.stringify(kept.rows)).not.toContain(mark);
});

test('what was said and what became of it is never changed', async () => {
  for (const table of ['messages', 'message_outcomes', 'notices']) {
    const notAllowed = { code: '42501' };
    await expect(own.pool.query(`DELETE FROM ${table}`)).rejects.toMatchObject(notAllowed);
    await expect(own.adminPool.query(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(notAllowed);
  }
});

test('notices stay with their player, newest first, in the language of who reads', async () => {
  const [other] = await addPlayers(own, 1, 0);
  const values = { date: instant, time: instant, url: '/minar-sidur/oryggi' };
  for (const kind of ['passwordChanged', 'newDevice'] as const)
    await transaction(own.db, (tx) => addNotice(tx, { playerId, kind, values }));
  const missing = transaction(own.db, (tx) => addNotice(tx, { playerId, kind: 'passwordChanged' }));
  await expect(missing).rejects.toThrow('date');
  const frame = { locale: 'en', siteUrl: '', page: 1 } as const;
  const found = await listNotices(own.db, playerId, frame);
  expect(found.map(({ title }) => title)).toEqual(['Sign-in on a new device', 'Password changed']);
  expect(found[1]?.text).toContain('21 November 2026');
  expect(await listNotices(own.db, playerId, { ...frame, page: 2 })).toEqual([]);
  expect(await listNotices(own.db, other?.playerId ?? 0, frame)).toEqual([]);
});
