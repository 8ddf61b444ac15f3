/** The betting league: what counts, who stands where, playing on, places and prizes by two persons. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { type PoolId, signs } from '#rules/pools/games.ts';
import { parsePicks } from '#rules/pools/panels.ts';
import { wordsOf } from '#rules/pools/picks.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { countLeague, leagueDeadline } from '#server/league/count.ts';
import { checkLedger, type LedgerCheck } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { dueOf } from '#server/platform/deadlines.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { league } from '#server/regulator/league.ts';
import { createSell } from '#server/sales/sell.ts';
import { finish } from '#test/clubs/supported.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typedJson } from '#test/harness/operating.ts';
import { addPlayers, addSession, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { closeAndSeal, openProgram } from '#test/pools/programs.ts';

vi.setConfig({ testTimeout: 120_000 });

const result = '1X21X21X21X21';
let own: TestDatabase;
let sell: ReturnType<typeof createSell>;
let players: TestPlayer[];
/** Of the players, in their order. */
const teams: string[] = [];

beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað')`);
  // A Wednesday of the first week of 2027.
  await setClock(own.db, new Date('2027-01-06T10:00:00Z'));
  players = await addPlayers(own, 4, 1_000_000);
  sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  for (const [nth, player] of players.entries()) teams.push(await makeTeam(player, `Hópur ${nth}`, nth + 1));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const fresh = () => testApp(own).app;
const signedIn = async ({ playerId }: TestPlayer) => (await addSession(own, playerId)).cookie;

async function makeTeam(player: TestPlayer, name: string, teamGroupNumber: number): Promise<string> {
  const body = { clubId: '112', name, teamGroupNumber };
  const made = await post<{ id: string }>(fresh(), '/club/teams', body, { cookie: await signedIn(player) });
  return made.body.id;
}

/** A row with so many right. */
const rowOf = (right: number) =>
  [...result].map((sign, index) => (index < right ? sign : sign === '1' ? '2' : '1')).join('');

type Ticket = { player: number; right: number; rows?: number; channel?: string };

/** A ticket of so many equal rows. */
async function buy({ drawId, game }: Draw, { player, right, rows = 1, channel }: Ticket) {
  const [word = 0] = wordsOf(parsePicks(game as PoolId, rowOf(right)) ?? [], signs.length);
  const [ticketId, couponId] = [newId(), newId()];
  await sell({
    ...{ playerId: players[player]?.playerId ?? 0, game, ticketId, coupons: [{ drawId, couponId }] },
    ...{ supportId: null, stake: rows * 13, rowCount: rows, system: 0, quickPicks: 0, side: null },
    ...{ rowMasks: Array.from({ length: rows }, () => word), secondMasks: null },
    ...{
      channel: (channel ?? null) as 'web' | null,
      ip: null,
      affiliateId: null,
      key: null,
      inputHash: null,
      session: null,
    },
  });
  return ticketId;
}

let programs = 0;
async function program(game: 'totoeng' | 'totoeur', kickOff: string): Promise<Draw> {
  programs += 1;
  // Matches of other teams: the same two would be one match with two times.
  const match = (nth: number) => ({ home: `${programs} ${nth}`, away: `gestir ${programs} ${nth}` });
  return openProgram(own, { game, number: programs, kickOffs: [new Date(kickOff)], match });
}

const at = (moment: string) => setClock(own.db, new Date(moment));
type Competition = ApiAnswer<'league.competition'>;
const read = async (id: string) => (await get<Competition>(fresh(), `/competitions/${id}`)).body;
/** Place, number of the team and total, of a division. */
const standings = async (division: 1 | 2 | 3, id = '2027-1') =>
  (await read(id)).divisions[division - 1]?.standings.map(({ place, teamId, total }) => [
    ...[place, teams.indexOf(teamId), total],
  ]);
const typed = (word: string, season: string, actor: string) =>
  typedJson(own, ['league', word, season, '--as', actor]);
const refused = async (...words: Parameters<typeof typed>) => {
  const { status, answer } = await typed(...words);
  const { error } = answer as { error?: { message?: string } };
  return [status, error?.message];
};

let saturday: Draw;
let sunday: Draw;

test('before anything is played every team stands equal, and the season runs', async () => {
  expect(await standings(1)).toEqual([0, 1, 2, 3].map((team) => [1, team, 0]));
  const { body } = await get<ApiAnswer<'league.competitions'>>(fresh(), '/competitions?locale=en');
  expect(body.competitions.map(({ id, name, state }) => [id, name, state])).toEqual([
    ['2027-2', 'Weeks 11–20, 2027', 'upcoming'],
    ['2027-1', 'Weeks 1–10, 2027', 'running'],
  ]);
  for (const id of ['2027-6', 'x', '2025-1'])
    expect((await get(fresh(), `/competitions/${id}`)).body).toMatchObject({ code: 'EC_NO_DATA_FOUND' });
});

test('the best row of any ticket counts, in the divisions that take so many rows', async () => {
  saturday = await program('totoeng', '2027-01-09T15:00:00Z');
  sunday = await program('totoeur', '2027-01-10T15:00:00Z');
  await buy(saturday, { player: 0, right: 9, rows: 128 });
  await buy(saturday, { player: 0, right: 10, rows: 129 });
  await buy(saturday, { player: 0, right: 11, rows: 513 });
  await buy(saturday, { player: 0, right: 13, rows: 1654 });
  await buy(saturday, { player: 1, right: 8, rows: 512 });
  await buy(sunday, { player: 1, right: 12 });
  await buy(saturday, { player: 2, right: 12 });
});

test('a ticket counts for the team that was chosen when it was bought', async () => {
  const [, , , fourth] = players as [TestPlayer, TestPlayer, TestPlayer, TestPlayer];
  const second = await makeTeam(fourth, 'Hinn hópurinn', 5);
  teams.push(second);
  const choose = async (teamId: string | number) =>
    post(fresh(), '/user/account/update', { teamId }, { cookie: await signedIn(fourth) });
  await buy(saturday, { player: 3, right: 7 });
  expect((await choose(second)).status).toBe(200);
  await buy(saturday, { player: 3, right: 11 });
  expect((await choose(0)).status).toBe(200);
  await buy(saturday, { player: 3, right: 13 });
  expect((await choose(teams[3] ?? '')).status).toBe(200);
});

test('tickets that were cancelled, and those of clubs, do not count', async () => {
  const ticketId = await buy(saturday, { player: 2, right: 13 });
  const cookie = await signedIn(players[2] as TestPlayer);
  const cancelled = await post(fresh(), `/toto/ticket/${encodeId(ticketId)}/cancel`, '', { cookie });
  expect(cancelled.status).toBe(204);
  await buy(saturday, { player: 2, right: 13, channel: 'clubSale' });
});

test('while matches run the week is provisional, and each goal is counted', async () => {
  await at('2027-01-09T14:59:30Z');
  await closeAndSeal(own, saturday);
  expect(await dueOf(own.db, leagueDeadline)).toBeNull();
  await at('2027-01-09T15:30:00Z');
  await own.adminPool.query(
    `INSERT INTO match_facts (match_id, source, kind, state, home, away, at, actor)
     SELECT match_id, 'feed', f.kind, f.state, f.home, f.away, domain_now(), 'feed'
     FROM program_matches, (VALUES ('state', 'onGoing', NULL, NULL), ('score', NULL, 1, 0))
       f(kind, state, home, away)
     WHERE draw_id = $1 AND number = 1`,
    [saturday.drawId],
  );
  expect(await countLeague(own.db)).toBe(1);
  // All matches but the first are without a score: it is 1 in every row that has any right.
  const competition = await read('2027-1');
  expect(competition.weeks[0]).toMatchObject({ week: 1, state: 'provisional' });
  expect(competition.countedAt).toMatch(/^2027-01-09T15:30:0/);
  expect(competition.divisions[0]?.standings[0]?.weeks).toEqual([
    ...[{ week: 1, correct: 1, isProvisional: true }],
  ]);
});

test('a program that is settled counts for good, however often it is counted', async () => {
  await at('2027-01-10T02:00:00Z');
  await finish(own, saturday);
  expect(await dueOf(own.db, leagueDeadline)).not.toBeNull();
  await Promise.all([countLeague(own.db), countLeague(own.db)]);
  expect(await countLeague(own.db)).toBe(0);
  expect(await standings(1)).toEqual([
    ...[
      [1, 2, 12],
      [2, 0, 11],
      [2, 4, 11],
      [4, 1, 8],
      [5, 3, 7],
    ],
  ]);
  expect(await standings(2)).toEqual([
    ...[
      [1, 2, 12],
      [2, 4, 11],
      [3, 0, 10],
      [4, 1, 8],
      [5, 3, 7],
    ],
  ]);
  expect(await standings(3)).toEqual([
    ...[
      [1, 2, 12],
      [2, 4, 11],
      [3, 0, 9],
      [4, 3, 7],
      [5, 1, 0],
    ],
  ]);
});

test('a late result changes the week, and until then nothing is closed', async () => {
  await closeAndSeal(own, sunday);
  await at('2027-03-15T10:00:00Z');
  expect((await read('2027-1')).weeks[0]?.state).toBe('provisional');
  expect(await refused('close', '2027-1', 'gunna')).toEqual([1, 'Week 1 has programs that are not settled.']);
  await finish(own, sunday);
  await countLeague(own.db);
  expect((await standings(1))?.slice(0, 3)).toEqual([
    ...[
      [1, 1, 12],
      [1, 2, 12],
      [3, 0, 11],
    ],
  ]);
  expect((await read('2027-1')).weeks.map(({ state }) => state)).toEqual(
    Array.from({ length: 10 }, () => 'final'),
  );
});

test('equal teams play on in the week after, which may be void', async () => {
  expect(await refused('close', '2027-1', 'gunna')).toEqual([
    ...[1, 'Teams of division 1 are equal and play on.'],
  ]);
  const first = await program('totoeng', '2027-03-20T15:00:00Z');
  await buy(first, { player: 1, right: 13 });
  await closeAndSeal(own, first);
  await at('2027-03-22T10:00:00Z');
  await cancelDraw(own.db, first.drawId, { actor: 'gunna', reason: 'sjö leikir féllu niður' });
  await countLeague(own.db);
  expect(await refused('close', '2027-1', 'gunna')).toEqual([
    ...[1, 'Teams of division 1 are equal and play on.'],
  ]);
  const second = await program('totoeng', '2027-03-27T15:00:00Z');
  // Of division 2 and 3 only these are equal: teams 1 and 2 by a row, teams 0 and 4 by more rows.
  await buy(second, { player: 1, right: 9 });
  await buy(second, { player: 2, right: 10 });
  await buy(second, { player: 0, right: 8 });
  await closeAndSeal(own, second);
  await at('2027-03-29T10:00:00Z');
  await finish(own, second);
  await countLeague(own.db);
  const [division] = (await read('2027-1')).divisions;
  expect(division?.standings.slice(0, 2)).toMatchObject([
    {
      place: 1,
      teamId: teams[2],
      total: 12,
      playOff: [
        { week: 11, correct: 0 },
        { week: 12, correct: 10 },
      ],
    },
    {
      place: 2,
      teamId: teams[1],
      total: 12,
      playOff: [
        { week: 11, correct: 0 },
        { week: 12, correct: 9 },
      ],
    },
  ]);
});

test('two persons fix the places, and others two pay the prizes, once', async () => {
  const first = await typed('close', '2027-1', 'gunna');
  expect(first.answer).toMatchObject({ state: 'proposed' });
  expect(await refused('close', '2027-1', ' GUNNA ')).toEqual([1, 'gunna proposed it.']);
  expect(await refused('pay', '2027-1', 'gunna')).toEqual([
    ...[1, 'The places of season 2027-1 are not fixed: league close.'],
  ]);
  const [one, two] = await Promise.all(['jonas', 'sigga'].map((actor) => typed('close', '2027-1', actor)));
  expect([one?.answer, two?.answer]).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  expect((await typed('show', '2027-1', 'gunna')).answer).toMatchObject({ state: 'closed', openWeeks: [] });
  const before = await Promise.all(
    players.map(async ({ playerId }) => (await walletOf(own, playerId))?.balance ?? 0),
  );
  expect((await typed('pay', '2027-1', 'gunna')).answer).toMatchObject({ state: 'payProposed', paid: 0 });
  expect(await refused('pay', '2027-1', 'gunna')).toEqual([1, 'gunna proposed it.']);
  for (const actor of ['jonas', 'sigga', 'gunna'])
    expect((await typed('pay', '2027-1', actor)).answer).toMatchObject({ state: 'paid', paid: 9 });
  const after = await Promise.all(
    players.map(async ({ playerId }) => (await walletOf(own, playerId))?.balance ?? 0),
  );
  const { rows } = await own.pool.query<{ player: number; prize: number }>(
    `SELECT y.player_id AS player, sum(prize)::int AS prize FROM league_payouts y
     JOIN league_places USING (season_id, division, team_id) GROUP BY 1`,
  );
  const prizes = players.map(({ playerId }) => rows.find(({ player }) => player === playerId)?.prize ?? 0);
  expect(after.map((balance, nth) => balance - (before[nth] ?? 0))).toEqual(prizes);
  // The three prizes of each of three divisions.
  expect(prizes.reduce((sum, prize) => sum + prize, 0)).toBe(180_000 + 150_000 + 120_000);
  const cookie = await signedIn(players[2] as TestPlayer);
  const moved = await get<ApiAnswer<'account.transactions'>>(fresh(), '/user/transactions/1', cookie);
  expect(moved.body.transactions[0]).toMatchObject({ type: 'winnings' });
  const { body } = await get<ApiAnswer<'account.notices'>>(fresh(), '/user/notices/1', cookie);
  expect(body.notices.map(({ kind }) => kind)).toContain('leaguePrize');
});

test('the last season of the year is for those who came first before', async () => {
  const { divisions, qualified } = await read('2027-5');
  const { rows } = await own.pool.query<{ division: string; team: string }>(
    'SELECT division::text, team_id::text AS team FROM league_places ORDER BY division, place, team_id',
  );
  for (const { id, standings: inFinal } of divisions)
    expect(new Set(inFinal.map(({ teamId }) => teamId))).toEqual(
      new Set(rows.filter(({ division }) => division === id).map(({ team }) => team)),
    );
  expect(qualified?.map(({ divisionId, teamId }) => [divisionId, teamId])).toEqual(
    rows.map(({ division, team }) => [division, team]),
  );
});

test('my teams, with the ticket of the week for me alone', async () => {
  const cookie = await signedIn(players[3] as TestPlayer);
  const { body } = await get<ApiAnswer<'league.own'>>(fresh(), '/competitions/2027-1/own', cookie);
  expect(body.teams.map(({ divisionId, teamId }) => [divisionId, teams.indexOf(teamId)])).toHaveLength(6);
  expect(body.teams.filter(({ isCurrent }) => isCurrent)).toHaveLength(3);
  expect(body.teamsMade).toBe(2);
  expect((await get(fresh(), '/competitions/2027-1/own')).status).toBe(401);
  const none = await get<{ code: string }>(fresh(), '/competitions/x/own', cookie);
  expect(none.body.code).toBe('EC_NO_DATA_FOUND');
  expect(JSON.stringify(await read('2027-1'))).not.toContain('ticketId');
});

test('a regulator gets the places, prizes and movements of the day', async () => {
  const { season, prize, movement, name } = (
    await transaction(own.db, (tx) =>
      league.read(tx, { from: new Date('2027-03-29'), end: new Date('2027-03-30') }),
    )
  )[0] as Record<string, unknown>;
  expect([season, prize, typeof movement, name]).toEqual(['2027-1', 70_000, 'number', 'Hópur 2']);
  const other = { from: new Date('2027-03-28'), end: new Date('2027-03-29') };
  expect(await transaction(own.db, (tx) => league.read(tx, other))).toEqual([]);
});

class RolledBack extends Error {}

test.each([
  ['league prizes', 'UPDATE league_payouts SET player_id = player_id + 1 WHERE division = 1'],
  ['league prizes', 'UPDATE league_places SET prize = prize + 1 WHERE place = 1'],
  ['seasons paid', 'INSERT INTO league_places VALUES (:season, 1, :team, 3, 1, 50000)'],
])('%s: the books show it', async (invariant, change) => {
  let found: LedgerCheck = { ok: true };
  const changed = transaction(own.adminDb, async (tx) => {
    for (const table of ['league_places', 'league_payouts'])
      await sql`ALTER TABLE ${sql.ref(table)} DISABLE TRIGGER append_only`.execute(tx);
    const statement = change.replace(':season', "'2027-1'").replace(':team', teams[3] ?? '');
    await sql.raw(statement).execute(tx);
    found = await checkLedger(tx);
    throw new RolledBack();
  });
  await expect(changed).rejects.toThrow(RolledBack);
  expect(found).toMatchObject({ ok: false, broken: { invariant } });
});
