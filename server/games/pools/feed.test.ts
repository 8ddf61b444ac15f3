/** The feed of matches, from its sandbox to paid programs, and what it may do wrong. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { startSandbox } from '#embedded/sandboxes.ts';
import { timeOfRound } from '#rules/values/beacon-rounds.ts';
import { matchOfNumber, readMatch } from '#server/fixtures/matches.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { advanceClock, setClock } from '#server/platform/advance-clock.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createWork, type Work } from '#server/work.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers } from '#test/harness/sale.ts';

const log = createLog('test', 2, 'silent');
const minute = 60_000;

let own: TestDatabase;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let dataDir = '';
let work: Work;
let feed: Deadline;

beforeAll(async () => {
  own = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'hending-feed-'));
  sandbox = await startSandbox({ ...own.config, sandboxPort: 0, dataDir }, () => new Date('2030-01-01'));
  // The calendars of the lotteries would be walked too.
  await own.adminPool.query(`UPDATE games SET on_sale = game IN ('totoeng', 'totoeur', 'xg')`);
  // A Thursday: the programs of this weekend and the next are published.
  await setClock(own.db, new Date('2027-03-04T12:00:00Z'));
  const config = { ...own.config, dataDir, autoDraw: true, sandboxPort: sandbox.port };
  work = createWork({ config, database: own, log, kinds });
  feed = work.deadlines.find(({ name }) => name === 'match feed') as Deadline;
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await sandbox.stop();
  await own.close();
  rmSync(dataDir, { recursive: true });
});

async function control(wanted: object, name = 'match-feed'): Promise<void> {
  const body = JSON.stringify(wanted);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${sandbox.port}/_control/${name}`, {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(200);
}

const pass = async (ms: number) => setClock(own.db, new Date((await databaseNow(own.db)).getTime() + ms));

async function walkTo(to: string): Promise<void> {
  await advanceClock(own.db, {
    to: new Date(to),
    deadlines: work.deadlines,
    runJobs: () => runJobsOnce(own.pool, work.taskList, log),
    patienceMs: 20_000,
  });
}

const program = async (id: string, kind: 'toto' | 'xg' = 'toto') =>
  (await get<ApiAnswer<'toto.program'>>(testApp(own).app, `/${kind}/program/${id}`)).body;

async function programs(): Promise<{ name: string; state: string }[]> {
  const { rows } = await sql<{ name: string; state: string }>`
    SELECT game || '-' || number AS name,
      CASE WHEN closed_at IS NULL THEN state ELSE 'ended ' || state END AS state
    FROM draws WHERE game IN ('totoeng', 'totoeur', 'xg') ORDER BY draw_date, game`.execute(own.db);
  return rows;
}

async function alarms(): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`SELECT kind FROM alarms ORDER BY alarm_id`.execute(own.db);
  return rows.map(({ kind }) => kind);
}

test('programs of the feed are on sale at once, and say that they are samples', async () => {
  await feed.run(own.db);
  expect(await programs()).toEqual([
    { name: 'totoeng-373', state: 'released' },
    { name: 'xg-373', state: 'released' },
    { name: 'totoeur-747', state: 'released' },
    { name: 'totoeur-748', state: 'released' },
  ]);
  const shown = await program('totoeng-373');
  expect([shown.name, shown.sample]).toEqual(['Vika 9 (sýnishorn)', true]);
  expect(shown.events).toHaveLength(13);
  expect(shown.events.every(({ competition }) => competition.endsWith('(sýnishorn)'))).toBe(true);
  // Doubled news change nothing.
  await own.adminPool.query(`UPDATE match_feed SET reached_at = '-infinity'`);
  const facts = await factCount();
  await feed.run(own.db);
  expect(await factCount()).toBe(facts);
  expect(await programs()).toHaveLength(4);
});

async function factCount(): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM match_facts`.execute(own.db);
  return rows[0]?.count ?? 0;
}

test('news come in any order, and a score is taken back', async () => {
  await pass(minute);
  const at = (minutes: number) =>
    new Date(Date.parse('2027-03-04T12:00:00Z') + minutes * minute).toISOString();
  const said = (minutes: number, home: number) => {
    return { kind: 'match', match: 'en1-373-1', at: at(minutes), score: { home, away: 0 } };
  };
  const stranger = { ...said(30, 5), match: 'nobody-knows' };
  await control({ news: [said(20, 2), said(10, 1), stranger] });
  await feed.run(own.db);
  const matchId = (await matchOfNumber(own.db, 'feed', 'en1-373-1')) as number;
  expect((await readMatch(own.db, matchId)).score).toEqual({ home: 2, away: 0 });
  await control({ news: [said(25, 1)] });
  await pass(minute);
  await feed.run(own.db);
  expect(await readMatch(own.db, matchId)).toMatchObject({ score: { home: 1, away: 0 }, disputed: [] });
});

test('what it has not signed is not believed, and its silence raises an alarm', async () => {
  const facts = await factCount();
  await control({ fault: 'forge', news: [] });
  await pass(minute);
  expect(await feed.run(own.db)).toBe(0);
  expect(await alarms()).toEqual(['untrustedFeed']);
  for (const fault of ['garbage', 'refuse']) {
    await control({ fault });
    await pass(6 * minute);
    expect(await feed.run(own.db)).toBe(0);
  }
  expect(await alarms()).toEqual(['untrustedFeed', 'silentFeed']);
  expect(await factCount()).toBe(facts);
});

test('a week passes as programs that are sold, played, settled and paid by themselves', async () => {
  const [player] = await addPlayers(own, 1, 10_000);
  const wager = { programId: 'totoeng-373', groupId: 'sat', rows: 1, stake: 13, panels: '1X21X21X21X21' };
  const { app } = testApp(own);
  const sold = await post<{ id: string }>(app, '/toto/buy', wager, { cookie: player?.cookie ?? '' });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  await walkTo('2027-03-06T16:00:00Z');
  const running = await program('totoeng-373');
  expect(running.events.map(({ status }) => status)).toContain('onGoing');
  expect(await programs()).toContainEqual({ name: 'totoeng-374', state: 'released' });
  await walkTo('2027-03-11T12:00:00Z');
  const states = await programs();
  // A large prize of a sample player may wait for its claim.
  for (const { name, state } of states.slice(0, 4)) expect(state, name).toMatch(/^ended (closed|settled)$/);
  // Each game has a program on sale.
  const open = states.filter(({ state }) => state === 'released').map(({ name }) => name.split('-')[0]);
  expect(new Set(open)).toEqual(new Set(['totoeng', 'totoeur', 'xg']));
  const ended = await program('totoeng-373');
  for (const { score, result, status } of ended.events) {
    const { home, away } = score as { home: number; away: number };
    expect([status, result]).toEqual(['finished', home > away ? '1' : home === away ? 'X' : '2']);
  }
  const goals = await program('xg-373', 'xg');
  expect(goals.events.map(({ score }) => score)).toEqual(ended.events.map(({ score }) => score));
  expect(await alarms()).toEqual(['untrustedFeed', 'silentFeed']);
});

test('a game that is off sale gets no program', async () => {
  await own.adminPool.query(`UPDATE games SET on_sale = false WHERE game = 'xg'`);
  const before = await programs();
  await walkTo('2027-03-13T11:00:00Z');
  const added = (await programs()).slice(before.length).map(({ name }) => name.split('-')[0]);
  expect(added).not.toContain('xg');
  expect(added).toContain('totoeng');
});

test('two that decide a program at once leave one result, and stop nothing', async () => {
  await walkTo('2027-03-13T20:55:00Z');
  await setClock(own.db, new Date('2027-03-13T21:00:10Z'));
  await feed.run(own.db);
  const before = await alarms();
  const results = work.deadlines.find(({ name }) => name === 'results of the match feed') as Deadline;
  await Promise.all([results.run(own.db), results.run(own.db)]);
  expect((await program('totoeng-374')).status).toBe('confirmed');
  expect(await alarms()).toEqual(before);
});

test('a postponed match is decided by the lot of the beacon; a silent beacon is waited for', async () => {
  // After all that the season says of the match, and before its program ends.
  await walkTo('2027-03-20T19:50:00Z');
  const postponed = { kind: 'match', match: 'en1-375-3', at: '2027-03-20T19:50:00.000Z', state: 'postponed' };
  await control({ news: [postponed] });
  await pass(minute);
  await feed.run(own.db);
  await walkTo('2027-03-22T12:50:00Z');
  await setClock(own.db, new Date('2027-03-22T13:00:10Z'));
  const beacon = work.deadlines.find(({ name }) => name === 'beacon') as Deadline;
  await control({ fault: 'refuse' }, 'beacon');
  await beacon.run(own.db);
  expect((await alarms()).at(-1)).toBe('silentBeacon');
  expect((await program('totoeng-375')).status).toBe('released');
  await walkTo('2027-03-22T14:00:00Z');
  const ended = await program('totoeng-375');
  expect(ended.status).toMatch(/^(closed|settled)$/);
  expect(ended.events[2]).toMatchObject({ byLot: true, status: 'cancelled' });
  expect(ended.events[2]?.result).toMatch(/^[1X2]$/);
  const { beaconRound } = JSON.parse(ended.terms ?? '{}') as { beaconRound: number };
  expect(timeOfRound(beaconRound).toISOString()).toBe('2027-03-22T13:00:00.000Z');
  const { rows } = await sql<{ value: Buffer; signature: Buffer; actor: string }>`
    SELECT value, signature, actor FROM program_beacons JOIN draws d USING (draw_id)
    WHERE d.game = 'totoeng' ORDER BY entry`.execute(own.db);
  expect(rows.map(({ actor }) => actor)).toEqual(['beacon', 'sandbox-supervisor']);
  for (const { value, signature } of rows)
    expect(value).toEqual(createHash('sha256').update(signature).digest());
});
