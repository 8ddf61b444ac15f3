/** Rows that a player keeps in the account: theirs alone, bounded, exported, gone with the account. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { savedRowsMax } from '#contract/saved-rows.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let anna: TestPlayer;
let bui: TestPlayer;

const birthdays = {
  name: 'Afmælin',
  gameId: 'lotto',
  rows: [{ numbers: [7, 14, 19, 31, 38] }, { numbers: [3, 12, 24, 33, 41] }],
};

const goalsOf = (pick: string) => Array(13).fill(pick).join(',');

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  [anna, bui] = (await addPlayers(data, 2, 0)) as [TestPlayer, TestPlayer];
});
afterAll(() => data.close());

const save = (who: TestPlayer, body: object) => post<{ id: string }>(app, '/user/saved-rows', body, who);
const list = async ({ cookie }: TestPlayer) =>
  (await get<ApiAnswer<'savedRows.list'>>(app, '/user/saved-rows', cookie)).body.saved;

test('are saved, named, renamed and deleted, and nobody else’s', async () => {
  const { status, body } = await save(anna, {
    ...birthdays,
    name: '  Afmælin   okkar ',
    joker: [0, 1, 2, 3, 4],
  });
  expect(status).toBe(201);
  const [saved] = await list(anna);
  expect(saved).toMatchObject({
    id: body.id,
    name: 'Afmælin okkar',
    gameId: 'lotto',
    joker: [0, 1, 2, 3, 4],
  });
  expect(saved).toHaveProperty(
    'rows',
    birthdays.rows.map((row) => ({ ...row, bonusNumbers: [] })),
  );
  expect(await list(bui)).toEqual([]);

  const rename = (who: TestPlayer, name: string) =>
    post(app, `/user/saved-rows/${body.id}/name`, { name }, who);
  const remove = (who: TestPlayer) => post(app, `/user/saved-rows/${body.id}/remove`, '', who);
  for (const answer of [await rename(bui, 'Mínar'), await remove(bui)]) {
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_NO_DATA_FOUND']);
  }
  expect((await rename(anna, 'Amma og afi')).status).toBe(204);
  expect((await list(anna)).map(({ name }) => name)).toEqual(['Amma og afi']);
  expect((await remove(anna)).status).toBe(204);
  expect((await remove(anna)).body.code).toBe('EC_NO_DATA_FOUND');
  expect(await list(anna)).toEqual([]);
});

test('rows that are put back stand in their place; none stand in the future', async () => {
  const [who] = (await addPlayers(data, 1, 0)) as [TestPlayer];
  for (const name of ['Fyrst', 'Næst', 'Síðast']) await save(who, { ...birthdays, name });
  const second = (await list(who))[1];
  await post(app, `/user/saved-rows/${second?.id}/remove`, '', who);
  expect((await save(who, { ...birthdays, name: 'Næst', savedAt: second?.savedAt })).status).toBe(201);
  expect((await list(who)).map(({ name }) => name)).toEqual(['Fyrst', 'Næst', 'Síðast']);
  await save(who, { ...birthdays, name: 'Á morgun', savedAt: '2999-01-01T00:00:00Z' });
  await save(who, { ...birthdays, name: 'Nú' });
  expect((await list(who)).map(({ name }) => name).slice(3)).toEqual(['Á morgun', 'Nú']);
  expect((await save(who, { ...birthdays, savedAt: 'í gær' })).body.code).toBe('EC_INVALID_INPUT');
});

describe('bad input', () => {
  test.each([
    ['no name', { name: ' ' }, 'EC_INVALID_INPUT'],
    ['a long name', { name: 'x'.repeat(41) }, 'EC_INVALID_INPUT'],
    ['no rows', { rows: [] }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['eleven rows', { rows: Array(11).fill(birthdays.rows[0]) }, 'EC_ROW_LIMIT'],
    [
      'a number that is not in the game',
      { rows: [{ numbers: [1, 2, 3, 4, 46] }] },
      'EC_TICKET_INVALID_SELECTIONS',
    ],
    ['a row of four', { rows: [{ numbers: [1, 2, 3, 4] }] }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['a thousand numbers', { rows: [{ numbers: Array(1000).fill(1) }] }, 'EC_INVALID_INPUT'],
    [
      'a system of two rows',
      { system: 7, rows: [{ numbers: [1, 2, 3, 4, 5, 6, 7] }, { numbers: [1, 2, 3, 4, 5] }] },
      'EC_INVALID_COMBINATION',
    ],
    ['an unknown game', { gameId: 'bingó' }, 'EC_PRODUCTTYPE_NOT_FOUND'],
  ])('%s is refused', async (_, change, code) => {
    const answer = await save(bui, { ...birthdays, ...change });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await list(bui)).toEqual([]);
  });
});

const base = '1111111------';

describe('marks of pools', () => {
  const saveMarks = (who: TestPlayer, body: object) =>
    post<{ id: string }>(app, '/user/saved-rows/marks', body, who);

  test.each([
    ['single rows', { gameId: 'totoeng', panels: '1X21X21X21X21|2222222222222' }],
    ['an open coupon', { gameId: 'totoeur', panels: '1AX1X21X21X2D', system: 'O' }],
    ['a U system', { gameId: 'totoeng', panels: 'DDDDDDD11XX21', system: 'U-7-0-99', panelU: base }],
    ['ten rows of all goals', { gameId: 'xg', panels: Array(10).fill(goalsOf('7+')).join('|') }],
    ['goals side by side', { gameId: 'xg', panels: goalsOf('0/1/2/7+').replaceAll(',0/1/2/7+', ',1') }],
  ])('%s are kept as they would be bought', async (_, marks) => {
    const [who] = (await addPlayers(data, 1, 0)) as [TestPlayer];
    const { status, body } = await saveMarks(who, { name: 'Mín', ...marks });
    expect(status).toBe(201);
    const savedAt = expect.any(String) as string;
    expect(await list(who)).toEqual([{ id: body.id, name: 'Mín', savedAt, ...marks }]);
    expect((await post(app, `/user/saved-rows/${body.id}/remove`, '', who)).status).toBe(204);
    expect(await list(who)).toEqual([]);
  });

  test.each([
    ['a game of numbers', { gameId: 'lotto' }, 'EC_PRODUCTTYPE_NOT_FOUND'],
    ['twelve signs', { panels: '1X21X21X21X2' }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['a double without a system', { panels: 'A111111111111' }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['goals', { panels: goalsOf('1') }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['signs for goals', { gameId: 'xg' }, 'EC_TICKET_INVALID_SELECTIONS'],
    ['an unknown system', { system: 'S-1-1-1' }, 'EC_INVALID_FIELD'],
    ['a system that lacks marks', { system: 'S-4-0-9' }, 'EC_INVALID_COMBINATION'],
    ['base signs that are missing', { panels: 'DDDDDDD11XX21', system: 'U-7-0-99' }, 'EC_MISSING_FIELD'],
    ['eleven rows', { panels: Array(11).fill('1111111111111').join('|') }, 'EC_ROW_LIMIT'],
    ['too many rows', { panels: 'DDDDDDDDDDDDD', system: 'O' }, 'EC_ROW_LIMIT'],
    ['a long text', { panels: '1'.repeat(4_001) }, 'EC_INVALID_INPUT'],
    ['no name', { name: ' ' }, 'EC_INVALID_INPUT'],
  ])('%s: refused', async (_, change, code) => {
    const answer = await saveMarks(bui, {
      ...{ name: 'Mín', gameId: 'totoeng', panels: '1X21X21X21X21' },
      ...change,
    });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await list(bui)).toEqual([]);
  });
});

test('are at most fifty, two of one name too, and all in the export', async () => {
  await data.pool.query(
    `INSERT INTO saved_rows (player_id, saved_id, game, name, rows)
     SELECT $1, gen_random_uuid(), 'lotto', 'Röð ' || n, '[{"numbers":[1,2,3,4,5],"bonusNumbers":[]}]'
     FROM generate_series(1, $2) n`,
    [bui.playerId, savedRowsMax - 1],
  );
  const answers = await Promise.all([save(bui, birthdays), save(bui, birthdays)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe('EC_ROW_LIMIT');
  const file = await app.request('http://localhost/api/proxy/user/export?format=json', {
    headers: { cookie: bui.cookie },
  });
  const { savedRows, limits } = (await file.json()) as { savedRows: object[]; limits: object };
  expect(savedRows).toEqual(await list(bui));
  expect(savedRows).toHaveLength(savedRowsMax);
  expect(limits).toMatchObject({ lossLimitDay: 100_000 });
});

test('a closed account keeps no more, and may delete', async () => {
  const [closed] = (await addPlayers(data, 1, 0)) as [TestPlayer];
  await save(closed, birthdays);
  await data.pool.query('UPDATE wallets SET closed_at = domain_now() WHERE player_id = $1', [
    closed.playerId,
  ]);
  const marks = { name: 'Mín', gameId: 'totoeng', panels: '1X21X21X21X21' };
  for (const answer of [
    await save(closed, birthdays),
    await post<{ code: string }>(app, '/user/saved-rows/marks', marks, closed),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'EC_ACCOUNT_CLOSED']);
});
