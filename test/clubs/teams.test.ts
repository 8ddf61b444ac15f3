/** Teams of clubs: names and numbers that nobody has twice, the one a player plays for, names taken off. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typedJson } from '#test/harness/operating.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let own: TestDatabase;
let people: TestPlayer[];
let owner: TestPlayer;
let other: TestPlayer;

beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað'), (9, 'Lokað')`);
  people = await addPlayers(own, 52, 0);
  [owner, other] = people as [TestPlayer, TestPlayer];
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

type Team = ApiAnswer<'club.createTeam'>;
type Refused = { code?: string; issues?: { body?: { path: string[]; message: string }[] } };

/** A process that starts now: it keeps no answer, and has counted no call of anybody. */
const fresh = () => testApp(own).app;
const read = <T>(path: string) => get<T & Refused>(fresh(), path);
const make = (name: unknown, teamGroupNumber: unknown, clubId: unknown = '112', by = owner) =>
  post<Team & Refused>(fresh(), '/club/teams', { clubId, name, teamGroupNumber }, { cookie: by.cookie });
const refusal = async (...sent: Parameters<typeof make>) => {
  const { status, body } = await make(...sent);
  return [status, body.code, body.issues?.body?.[0]?.message];
};
const mine = async (by = owner) =>
  (await get<ApiAnswer<'club.ownTeams'>>(fresh(), '/club/user/teams', by.cookie)).body.teams;
const teamsOf = async (club: number) =>
  (await read<ApiAnswer<'club.teams'>>(`/club/teams/${club}`)).body.teams;
const numbersOf = async (club: number) =>
  (await read<ApiAnswer<'club.availableNumbers'>>(`/club/teams/${club}/available-numbers`)).body.numbers;
const current = async (by = owner) =>
  (await get<ApiAnswer<'account.details'>>(fresh(), '/user/account/details', by.cookie)).body.teamId;
const choose = (teamId: string | number, by = owner) =>
  post<Refused>(fresh(), '/user/account/update', { teamId }, { cookie: by.cookie });
const team = (...words: string[]) => typedJson(own, ['team', ...words, '--as', 'gunna']);

test('a team is made, and seen by anybody without its owner', async () => {
  const { status, body } = await make('  Tveir  og hálfur ', 47);
  const made = { name: 'Tveir og hálfur', clubId: '112', clubName: 'Fjölnir', teamGroupNumber: 47 };
  expect([status, body]).toEqual([201, { id: body.id, ...made }]);
  expect(await mine()).toEqual([body]);
  expect(await teamsOf(112)).toEqual([body]);
  expect(await teamsOf(7)).toEqual([]);
  const numbers = await numbersOf(112);
  expect([numbers.length, numbers.includes(47), numbers[0], numbers.at(-1)]).toEqual([998, false, 1, 999]);
  expect(await current()).toBe(body.id);
});

test.each([
  ['TVEIR OG HÁLFUR', 'capitals'],
  ['tveir og halfur', 'without accents'],
  ['Tveiroghálfur', 'without blanks'],
  ['Tveir\u200b og hálf\u00adur', 'with invisible marks'],
  ['T.v.e.i.r. og hálfur!', 'with points'],
  ['Ｔｖｅｉｒ og hálfur', 'wide'],
])('the same name, %s (%s)', async (name) => {
  expect(await refusal(name, 48, '112', other)).toEqual([400, 'EC_DUPLICATE_FIELD', 'teamNameTaken']);
});

test.each([
  ['Hitler', 'offends'],
  ['F u c k', 'offends between blanks'],
  ['H1tl3r', 'offends in digits'],
  ['Nr. 48', 'speaks for another number'],
  ['Hending', 'speaks for the house'],
])('%j %s', async (name) => {
  expect(await refusal(name, 48)).toEqual([400, 'EC_INVALID_FIELD', 'teamNameRefused']);
});

test('input that is no team', async () => {
  for (const name of ['A', 'á'.repeat(31), '', '\u200b\u200b', 'Ѕófinn', 5])
    expect(await refusal(name, 48)).toEqual([400, 'EC_INVALID_INPUT', 'teamName']);
  expect((await refusal('Sófinn', 1.5)).slice(0, 2)).toEqual([400, 'EC_INVALID_INPUT']);
  expect((await refusal('Sófinn', undefined)).slice(0, 2)).toEqual([400, 'EC_MISSING_FIELD']);
  for (const number of [0, -1])
    expect(await refusal('Sófinn', number)).toEqual([400, 'EC_VALUE_TOO_LOW', 'teamNumber']);
  for (const number of [1000, 1e12])
    expect(await refusal('Sófinn', number)).toEqual([400, 'EC_VALUE_TOO_HIGH', 'teamNumber']);
  expect(await refusal('Sófinn', 47)).toEqual([400, 'EC_DUPLICATE_VALUE', 'teamNumberTaken']);
  for (const club of ['113', 113, '0', 'x', '112 ', '99999999999999'])
    expect((await refusal('Sófinn', 48, club)).slice(0, 2)).toEqual([400, 'EC_NO_DATA_FOUND']);
  for (const path of ['/club/teams/113', '/club/teams/x/available-numbers'])
    expect((await read(path)).body.code).toBe('EC_NO_DATA_FOUND');
  const nobody = await post(fresh(), '/club/teams', { clubId: '112', name: 'Sófinn', teamGroupNumber: 1 });
  expect(nobody.status).toBe(401);
  expect((await mine()).length).toBe(1);
});

test('a closed club takes no teams and keeps those that it has', async () => {
  const { body } = await make('Sófinn', 5, 9, other);
  expect(await current(other)).toBe(body.id);
  await typedJson(own, ['club', 'close', '9', '--reason', 'hætt', '--as', 'gunna']);
  expect((await refusal('Skeifan', 6, '9')).slice(0, 2)).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect(await numbersOf(9)).toEqual([]);
  expect(await teamsOf(9)).toEqual([body]);
  expect(await current(other)).toBe(body.id);
});

test('fifty at once want one number, then one name: one has it', async () => {
  const fifty = people.slice(2);
  const numbers = await Promise.all(fifty.map((by, nth) => make(`Lið ${nth}`, 1, '7', by)));
  expect(numbers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(numbers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'EC_DUPLICATE_VALUE']));
  const names = await Promise.all(fifty.map((by, nth) => make('Ketilbjörn', 100 + nth, '7', by)));
  expect(names.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(names.map(({ body }) => body.code))).toEqual(new Set([undefined, 'EC_DUPLICATE_FIELD']));
});

test('ten at most, also when twelve are made at once', async () => {
  const [player] = (await addPlayers(own, 1, 0)) as [TestPlayer];
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => make(`Tíu ${nth}`, 200 + nth, '7', player)),
  );
  expect(made.map(({ body }) => body.code ?? 'made').toSorted()).toEqual([
    ...['EC_ROW_LIMIT', 'EC_ROW_LIMIT'],
    ...Array.from({ length: 10 }, () => 'made'),
  ]);
});

test('the team that a player plays for is a fact with its time', async () => {
  const [first] = await mine();
  const { body: second } = await make('Skeifan', 50);
  expect(await current()).toBe(first?.id);
  expect((await choose(second.id)).status).toBe(200);
  expect((await choose(Number(second.id))).status).toBe(200);
  const [others] = await mine(other);
  for (const id of [others?.id ?? '', '999999', 'x', '1.5', '-1'])
    expect((await choose(id)).body.code).toBe('EC_NO_DATA_FOUND');
  expect(await current()).toBe(second.id);
  expect((await choose(0)).status).toBe(200);
  expect(await current()).toBeUndefined();
  const { rows } = await own.pool.query<{ team: string | null }>(
    'SELECT team_id::text AS team FROM club_team_choices WHERE player_id = $1 ORDER BY choice',
    [owner.playerId],
  );
  expect(rows.map((row) => row.team)).toEqual([first?.id, second.id, null]);
  await choose(first?.id ?? '');
});

test('a reported name is renamed, hidden, and refused from then on', async () => {
  const id = (await mine(other))[0]?.id ?? '';
  const report = (by: TestPlayer) =>
    post<Refused>(fresh(), `/club/teams/${id}/report`, '', { cookie: by.cookie });
  for (const by of [owner, owner, other]) expect((await report(by)).status).toBe(204);
  const missing = await post<Refused>(fresh(), '/club/teams/x/report', '', { cookie: owner.cookie });
  expect(missing.body.code).toBe('EC_NO_DATA_FOUND');
  const alarms = await own.pool.query(`SELECT message FROM alarms WHERE kind = 'reportedTeam'`);
  expect(alarms.rows).toHaveLength(1);
  expect((await typedJson(own, ['team', 'reports'])).answer).toMatchObject({
    reports: [{ teamId: Number(id), clubId: 9, name: 'Sófinn', reports: 2 }],
  });
  expect((await team('rename', id, 'Stóllinn')).status).toBe(2);
  for (let time = 0; time < 2; time += 1)
    expect((await team('rename', id, 'Stóllinn', '--reason', 'kvörtun')).answer).toMatchObject({
      ...{ team: Number(id), name: 'Stóllinn', changed: time === 0 },
    });
  expect((await typedJson(own, ['team', 'reports'])).answer).toEqual({ reports: [] });
  expect(await refusal('SÓFINN', 60)).toEqual([400, 'EC_INVALID_FIELD', 'teamNameRefused']);
  for (let time = 0; time < 2; time += 1)
    expect((await team('hide', id, '--reason', 'kvörtun')).answer).toMatchObject({ changed: time === 0 });
  expect((await teamsOf(9)).map(({ name }) => name)).toEqual(['Nr. 5']);
  expect((await report(owner)).status).toBe(204);
  expect((await typedJson(own, ['team', 'reports'])).answer).toEqual({ reports: [] });
  expect((await team('rename', id, 'Stollinn', '--reason', 'x')).answer).toMatchObject({
    error: { code: 'EC_INVALID_FIELD' },
  });
  expect((await team('rename', '999999', 'Annað', '--reason', 'x')).answer).toMatchObject({
    error: { code: 'EC_NO_DATA_FOUND' },
  });
  const { body } = await get<ApiAnswer<'account.notices'>>(fresh(), '/user/notices/1', other.cookie);
  expect(body.notices.map(({ title }) => title)).toEqual([
    'Nafn hóps nr. 5 var tekið af',
    'Hópur nr. 5 heitir nú Stóllinn',
  ]);
});

test('a name that another team of the club has is no new name', async () => {
  const [first, second] = await mine();
  expect((await team('rename', second?.id ?? '', first?.name ?? '', '--reason', 'x')).answer).toMatchObject({
    error: { code: 'EC_DUPLICATE_FIELD' },
  });
});

test('must-hold 15, 21: an ended certificate or a closed account makes no team', async () => {
  const [player] = (await addPlayers(own, 1, 0)) as [TestPlayer];
  for (const [change, code] of [
    ["certificate_expires = (domain_now() - interval '1 day')::date", 'EC_ELOGIN_AUTH_REQUIRED'],
    ['closed_at = domain_now()', 'EC_ACCOUNT_CLOSED'],
  ]) {
    await own.pool.query(`UPDATE wallets SET ${change} WHERE player_id = $1`, [player.playerId]);
    expect((await refusal('Lokaður', 70, '112', player)).slice(0, 2)).toEqual([403, code]);
  }
});

test('erasure takes the names off and keeps the numbers', async () => {
  await own.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [owner.playerId]);
  const words = ['players', 'erase', String(owner.playerId), '--as', 'gunna', '--reason', 'ósk'];
  const erased = await typedJson(own, words);
  expect(erased.status).toBe(0);
  expect((await teamsOf(112)).map(({ name, teamGroupNumber }) => [name, teamGroupNumber])).toEqual([
    ['Nr. 47', 47],
    ['Nr. 50', 50],
  ]);
});
