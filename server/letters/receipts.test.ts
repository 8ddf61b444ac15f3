/** A receipt of each purchase, from the sale to the inbox, whatever the order of commits. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { APP } from '#embedded/postgres/roles.ts';
import { startSandbox } from '#embedded/sandboxes.ts';
import { checkCode } from '#server/draws/check/code.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { advanceClock } from '#server/platform/advance-clock.ts';
import { openDatabase, transaction } from '#server/platform/database.ts';
import { databaseNow, dueOf } from '#server/platform/deadlines.ts';
import { decodeId } from '#server/platform/ids.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { createPlayers } from '#server/players/create-players.ts';
import { createWork } from '#server/work.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture } from '#test/harness/draws.ts';
import { readsIn, runUntil, siteUrl, waitingLetters } from '#test/harness/letters.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { receiptDeadline } from './receipts.ts';
import { saleWatch } from './sale-watch.ts';

let data: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
beforeEach(async () => {
  data = await testDatabase();
  at = drawFixture(data);
  ({ app } = testApp(data));
  await at.open();
});
afterEach(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const parts = { kinds, log: createLog('test', 2, 'silent'), secret: 'x' };
const deadline = receiptDeadline(parts, async () => false);
const rows = [{ numbers: [3, 11, 19, 27, 40] }, { numbers: [1, 2, 3, 4, 45] }];

async function buy({ cookie }: TestPlayer, more: object = {}, to = app): Promise<string> {
  const answer = await post<{ id: string }>(
    to,
    '/lotto/buy',
    { gameId: 'lotto', rows, stake: 300, ...more },
    { cookie },
  );
  expect([answer.status, answer.body.code]).toEqual([201, undefined]);
  return answer.body.id;
}

/** Until every ticket has had its turn. */
const write = (): Promise<void> =>
  runUntil(data, deadline, async () => {
    const { rows } = await data.pool.query<{ done: boolean }>(
      `SELECT reached_at >= coalesce((SELECT max(purchased_at) FROM tickets), '-infinity') AS done
       FROM receipt_cursor`,
    );
    return rows[0]?.done === true;
  });

async function player(locale: 'is' | 'en' = 'is'): Promise<TestPlayer> {
  const [made] = (await addPlayers(data, 1, 10_000)) as [TestPlayer];
  await readsIn(data, made.playerId, locale);
  return made;
}

test('says what was bought, in the language of the sign-in, once', async () => {
  const [one, two] = [await player('is'), await player('en')];
  const first = await buy(one, { joker: [0, 1, 2, 3, 4], drawCount: 2, stake: 1_100 });
  await write();
  await buy(two);
  await write();
  await write();
  expect(await dueOf(data.db, deadline)).toBeNull();
  const [is, en, ...rest] = await waitingLetters(data);
  expect(rest).toEqual([]);
  expect(is).toMatchObject({ playerId: one.playerId, subject: 'Kvittun fyrir miða í Lottó' });
  const name = `${first.slice(0, 4)}-${first.slice(4, 8)}`.toUpperCase();
  expect(is?.text.replaceAll('\u00a0', ' ')).toContain(
    [
      'Takk fyrir kaupin. Miðinn þinn er skráður og tekur þátt.',
      '',
      `Miði nr. ${name}`,
      'Leikur: Lottó',
      '2 útdrættir: 21. og 28. nóvember',
      '2 raðir:',
      'A   3    11   19   27   40',
      'B   1    2    3    4    45',
      'Jóker: 01234',
      'Verð: 1.100 kr.',
      // In each of two draws 45 % of 300 kr. and 46 % of 250 kr. come back.
      'Svona miði kostar að jafnaði: 600 kr.',
    ].join('\n'),
  );
  expect(is?.text).toMatch(/Keypt: 16\. nóvember 2026 kl\. \d\d:\d\d\n/);
  const code = checkCode('x', { playerId: one.playerId, ticketId: decodeId(first) ?? '' });
  expect(is?.text).toContain(`Kóði til að athuga:\n${code}\n`);
  expect(is?.text).toContain(`Skoða miðann: ${siteUrl}/minar-sidur/midar?ticketId=${first}\n`);
  expect(is?.text.replaceAll('\u00a0', ' ')).toContain('Inneignin er nú 8.900 kr.');
  expect(en).toMatchObject({ playerId: two.playerId, subject: 'Receipt for your ticket in Lotto' });
  expect(en?.text).toContain('Draw: 21 November\n2 rows:\nA   3    11   19   27   40\n');
  expect(en?.text).toContain(`${siteUrl}/en/minar-sidur/midar?ticketId=`);
});

test('comes to the inbox, and what was bought together is in one letter', async () => {
  const buyer = await player();
  const ids = [await buy(buyer), await buy(buyer, { rows: rows.slice(0, 1), stake: 150 })];
  await write();
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-receipts-'));
  const config = { ...data.config, dataDir };
  const sandbox = await startSandbox({ ...config, sandboxPort: 0 }, () => new Date(0));
  try {
    const log = createLog('test', 2, 'silent');
    const { taskList } = createWork({ config, database: { ...data, close: async () => {} }, log, kinds });
    await runJobsOnce(data.pool, taskList, log);
    const answer = await fetch(`http://127.0.0.1:${sandbox.port}/_control/mail`);
    const { letters } = (await answer.json()) as { letters: { Subject: string; Text: string }[] };
    expect(letters.map(({ Subject }) => Subject)).toEqual(['Kvittun fyrir 2 miða']);
    for (const id of ids) expect(letters[0]?.Text).toContain(`ticketId=${id}`);
    expect(letters[0]?.Text.replaceAll('\u00a0', ' ')).toContain('Verð samtals: 450 kr.');
  } finally {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true });
  }
});

test('a purchase that commits after later ones is not passed over', async () => {
  const [slow, quick] = [await player(), await player()];
  await data.adminPool.query(
    `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock(70); RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON tickets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (NEW.player_id = ${slow.playerId}) EXECUTE FUNCTION hold()`,
  );
  const holder = await data.pool.connect();
  // Another web process, as sales of one stand in line.
  const second = openDatabase(data.url, 'worker');
  try {
    await holder.query('SELECT pg_advisory_lock(70)');
    const held = buy(slow);
    await expect.poll(waitsForLock, { interval: 5 }).toBe(true);
    // A window that ends after the held one has read the clock.
    await deadline.run(data.db);
    const { app: other } = testApp({ ...data, ...second });
    await buy(quick, {}, other);
    for (let look = 0; look < 5; look++) await deadline.run(data.db);
    await holder.query('SELECT pg_advisory_unlock(70)');
    await held;
    const times = await data.pool.query<{ id: number }>(
      'SELECT player_id AS id FROM tickets ORDER BY purchased_at',
    );
    expect(times.rows.map(({ id }) => id)).toEqual([slow.playerId, quick.playerId]);
    await write();
    const written = (await waitingLetters(data)).map(({ playerId }) => playerId);
    expect(written.toSorted((a, b) => a - b)).toEqual([slow.playerId, quick.playerId]);
  } finally {
    holder.release(true);
    await second.close();
  }
});

async function waitsForLock(): Promise<boolean> {
  const { rows } = await data.pool.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 70 AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length > 0;
}

test('a turn that fails leaves no letter and is done again; workers at once write each once', async () => {
  const players = await addPlayers(data, 230, 1_000);
  await Promise.all(players.map((each) => buy(each)));
  await data.adminPool.query(
    "ALTER TABLE receipt_cursor ADD CONSTRAINT broken CHECK (reached_at = '-infinity')",
  );
  await expect(write()).rejects.toMatchObject({ constraint: 'broken' });
  expect(await waitingLetters(data)).toEqual([]);
  await data.adminPool.query('ALTER TABLE receipt_cursor DROP CONSTRAINT broken');
  await Promise.all([write(), write(), write()]);
  const written = (await waitingLetters(data)).map(({ playerId }) => playerId);
  expect([written.length, new Set(written).size]).toEqual([230, 230]);
});

test('one that cannot be put into words is left out, and the others go on', async () => {
  const buyers = [await player(), await player(), await player(), await player()];
  for (const buyer of buyers) await buy(buyer);
  let calls = 0;
  const rowsInLetters = () => {
    if (++calls === 2) throw new TypeError('no such rows');
    return { rows: calls === 3 ? (undefined as unknown as string) : '1 2 3 4 5', system: 0 };
  };
  const lotto = kinds.of('lotto');
  const own = { ...kinds, of: () => ({ ...lotto, showing: { ...lotto.showing, rowsInLetters } }) };
  const failing = receiptDeadline({ ...parts, kinds: own }, async () => false);
  await runUntil(data, failing, async () => calls > 0);
  const recipients = (await waitingLetters(data)).map(({ playerId }) => playerId);
  expect(recipients).toEqual([buyers[0]?.playerId, buyers[3]?.playerId]);
  const alarms = await data.pool.query<{ message: string }>('SELECT message FROM alarms');
  expect(alarms.rows).toEqual([
    { message: 'Receipts of lotto cannot be written and are left out: no such rows.' },
  ]);
});

test('none for what was cancelled, nor to a sample player or an erased player', async () => {
  const [canceller, sample, erased] = [await player(), await player(), await player()];
  const id = await buy(canceller);
  expect((await post(app, '/lotto/cancel', { ticketId: id }, { cookie: canceller.cookie })).status).toBe(200);
  for (const each of [sample, erased]) await buy(each);
  await data.pool.query('UPDATE players SET mailbox = false WHERE player_id = $1', [sample.playerId]);
  await data.pool.query(
    `UPDATE players SET username = 'erased-' || player_id,
       email = 'erased-' || player_id || '@hending.invalid', first_name = '', last_name = '',
       erased_at = domain_now(),
       erased_person = sha256(player_id::text::bytea) WHERE player_id = $1`,
    [erased.playerId],
  );
  await write();
  expect(await waitingLetters(data)).toEqual([]);
});

test('sample players have no mailbox, others have', async () => {
  const made = { firstName: 'A', lastName: 'B', certificateExpires: '2099-12-31', balance: 0 };
  const ids = await transaction(data.db, (tx) =>
    createPlayers(tx, [
      { ...made, username: 'mugurx', mailbox: false },
      { ...made, username: 'prufax' },
    ]),
  );
  const { rows } = await data.pool.query(
    'SELECT mailbox FROM players WHERE player_id = ANY ($1) ORDER BY player_id',
    [ids],
  );
  expect(rows).toEqual([{ mailbox: false }, { mailbox: true }]);
});

test('the sale touches nothing of letters', async () => {
  const buyer = await player();
  const tables = 'receipt_cursor, messages, notices, draw_letters, draw_letters_waiting';
  await data.adminPool.query(`REVOKE ALL ON ${tables} FROM ${APP}`);
  await data.adminPool.query(`REVOKE ALL ON ALL TABLES IN SCHEMA graphile_worker FROM ${APP}`);
  await buy(buyer);
  const { rows } = await data.adminPool.query('SELECT count(*) AS n FROM tickets');
  expect(rows).toEqual([{ n: 1 }]);
  const { rows: triggers } = await data.adminPool.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal
       AND tgrelid IN ('tickets'::regclass, 'coupons'::regclass, 'coupon_payouts'::regclass) ORDER BY 1`,
  );
  expect(new Set(triggers.map(({ name }) => name))).toEqual(new Set(['append_only', 'security']));
});

test('while sales are brisk receipts wait, and a walk of the clock does not wait for them', async () => {
  let atMs = 0;
  const watch = saleWatch(() => atMs);
  const looks = () => {
    atMs += 1_000;
    return watch(data.db);
  };
  expect(await looks()).toBe(false);
  await data.adminPool.query(
    `BEGIN;
     INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
       row_count)
     SELECT 0, gen_random_uuid(), 'lotto', domain_now(), 150, '{31}', 0, 0, 1 FROM generate_series(1, 900);
     ROLLBACK;
     SELECT pg_stat_force_next_flush()`,
  );
  await expect.poll(looks, { interval: 100 }).toBe(true);
  await expect.poll(looks, { interval: 5 }).toBe(false);
  const brisk = receiptDeadline(parts, async () => true);
  await buy(await player());
  const tomorrow = new Date((await databaseNow(data.db)).getTime() + 86_400_000);
  await advanceClock(data.db, { to: tomorrow, deadlines: [brisk] });
  expect(await waitingLetters(data)).toEqual([]);
});
