/** Wagers over HTTP: refusals in their order, limits, files of rows, clubs, cancelling. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { builtIn } from '#server/content/built-in.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { sql } from '#server/platform/sql.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addPlayers, type TestPlayer, walletOf } from '#test/harness/sale.ts';
import { closeAndSeal, decide, inHours, openProgram, resultsOf } from './programs.ts';

const row = '1X21X21X21X21';
const price = 13;

let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
beforeAll(async () => {
  own = await testDatabase();
  await openProgram(own, { number: 1 });
  await openProgram(own, { number: 2, kickOffs: [await inHours(own, 50)] });
  await openProgram(own, { game: 'totoeur', number: 1, kickOffs: [await inHours(own, 30)] });
  await openProgram(own, { game: 'totoeur', number: 2, group: 'wed', kickOffs: [await inHours(own, 40)] });
  await openProgram(own, { game: 'xg', number: 1 });
  await openProgram(own, { game: 'xg', number: 2, kickOffs: [await inHours(own, 50)] });
  const ended = await openProgram(own, { number: 9, kickOffs: [await inHours(own, 3)] });
  await cancelDraw(own.db, ended.drawId, { actor: 'gunna', reason: 'test' });
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað')`);
  [player] = (await addPlayers(own, 1, 1_000_000)) as [TestPlayer];
  await own.adminPool.query('UPDATE wallets SET stake_limit_day = 1000000');
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const balance = async () => (await walletOf(own, player.playerId))?.balance ?? 0;
const buy = (path: string, body: object, key?: string) =>
  post<{ id: string }>(app, path, body, { cookie: player.cookie, ...(key && { key }) });
const toto = { programId: 'totoeng-1', groupId: 'sat', rows: 1, stake: price, panels: row };
const file = { programId: 'totoeng-1', groupId: 'sat', rows: 1, stake: price, pcRows: row };
const goals = '2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0';
const xg = { programId: 'xg-1', rows: 12, stake: 12 * price, panels: goals };
const system = { system: 'S-4-0-9', panels: 'D1D1D1D1X2X12', rows: 9, stake: 9 * price };
const based = { ...system, system: 'U-5-0-12', panels: 'DDDDD11111111', rows: 12, stake: 12 * price };
const tooMany = Array.from({ length: 20_001 }, () => row).join('|');

describe('refused, in this order', () => {
  test.each<[string, string, object]>([
    ['EC_MISSING_FIELD', '/toto/buy', { ...toto, panels: undefined }],
    ['EC_MISSING_FIELD', '/toto/buy', { ...toto, panels: undefined, rows: 0 }],
    ['EC_INVALID_AMOUNT', '/toto/buy', { ...toto, rows: 0, programId: 'nothing' }],
    ['EC_INVALID_AMOUNT', '/toto/buy', { ...toto, stake: 1.5 }],
    ['EC_INVALID_AMOUNT', '/toto/buy/rows', { ...file, stake: -13 }],
    ['EC_NO_DATA_FOUND', '/toto/buy', { ...toto, programId: 'totoeng-77', groupId: 'sun' }],
    ['EC_NO_DATA_FOUND', '/toto/buy', { ...toto, programId: 'xg-1' }],
    ['EC_NO_DATA_FOUND', '/xg/buy', { ...xg, programId: 'totoeng-1' }],
    ['EC_NO_DATA_FOUND', '/toto/buy', { ...toto, programId: "totoeng-1'; DROP" }],
    ['EC_SALE_CLOSED', '/toto/buy', { ...toto, programId: 'totoeng-9', groupId: 'sun' }],
    ['EC_SALE_CLOSED', '/toto/buy/rows', { ...file, programId: 'totoeng-9' }],
    ['EC_INVALID_COMBINATION', '/toto/buy', { ...toto, groupId: 'sun', panels: 'x' }],
    ['EC_INVALID_COMBINATION', '/toto/buy/rows', { ...file, groupId: 'wed' }],
    ['EC_TICKET_INVALID_SELECTIONS', '/toto/buy', { ...toto, panels: `${row}1`, system: 'Q' }],
    ['EC_TICKET_INVALID_SELECTIONS', '/toto/buy', { ...toto, panels: 'A111111111111' }],
    ['EC_TICKET_INVALID_SELECTIONS', '/toto/buy/rows', { ...file, pcRows: `${row}|` }],
    ['EC_TICKET_INVALID_SELECTIONS', '/xg/buy', { ...xg, panels: '3/2,1,2,2,0,3,2,4,1,2,7,2,0' }],
    ['EC_INVALID_FIELD', '/toto/buy', { ...toto, system: 'Q', panels: 'DDDDDDDDDDDDD', rows: 1 }],
    ['EC_INVALID_COMBINATION', '/toto/buy', { ...toto, ...system, panels: `${row}|${row}` }],
    ['EC_INVALID_COMBINATION', '/toto/buy', { ...toto, system: 'O' }],
    ['EC_MISSING_FIELD', '/toto/buy', { ...toto, ...based }],
    ['EC_INVALID_FIELD', '/toto/buy', { ...toto, ...system, panelU: '1-1-1-1------' }],
    ['EC_TICKET_INVALID_SELECTIONS', '/toto/buy', { ...toto, ...based, panelU: '1111-1-------' }],
    ['EC_ROW_LIMIT', '/toto/buy', { ...toto, panels: Array.from({ length: 11 }, () => row).join('|') }],
    ['EC_ROW_LIMIT', '/toto/buy/rows', { ...file, pcRows: tooMany, rows: 20_001 }],
    ['EC_ROW_LIMIT', '/xg/buy', { ...xg, panels: Array.from({ length: 11 }, () => goals).join('|') }],
    ['EC_INVALID_INPUT', '/toto/buy', { ...toto, rows: 2, stake: 1 }],
    ['EC_INVALID_INPUT', '/xg/buy', { ...xg, rows: 13 }],
    ['EC_INVALID_AMOUNT', '/toto/buy', { ...toto, stake: 14, supportId: 9 }],
    ['EC_INVALID_FIELD', '/toto/buy', { ...toto, supportId: 9 }],
    ['EC_INVALID_FIELD', '/toto/buy/rows', { ...file, supportId: 9 }],
    ['EC_INVALID_FIELD', '/xg/buy', { ...xg, supportId: 9 }],
  ])('%s by %s of %j', async (code, path, body) => {
    const before = await balance();
    const { status, body: answer } = await buy(path, body);
    expect([status, answer.code]).toEqual([400, code]);
    expect(await balance()).toBe(before);
  });

  test('a file says in which rows it is wrong', async () => {
    const { body } = await buy('/toto/buy/rows', { ...file, rows: 3, pcRows: `${row}|1X2|${row}` });
    expect(body.issues?.body).toEqual([{ path: ['pcRows', 1], message: 'Invalid wager' }]);
  });

  test('a body over a megabyte, cut off or of another type', async () => {
    expect((await buy('/toto/buy/rows', { ...file, pcRows: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const cut = await post(app, '/toto/buy/rows', '{"programId":"totoeng-1","pcRows":"1X2', {
      cookie: player.cookie,
    });
    expect([cut.status, cut.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    expect((await buy('/toto/buy', { ...toto, panels: [row] })).status).toBe(400);
    expect((await buy('/toto/buy', { ...toto, panels: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

test('xg is sold and shown by its goals', async () => {
  const { status, body } = await buy('/xg/buy', xg);
  expect(status).toBe(201);
  const shown = await get<ApiAnswer<'xg.ticket'>>(app, `/xg/ticket/${body.id}`, player.cookie);
  expect(shown.body).toMatchObject({
    ...{ gameId: 'xg', rowCount: 12, stake: 156, selections: { panels: goals }, status: 'pending' },
    program: { programId: 'xg-1', events: expect.arrayContaining([]) },
  });
  expect(shown.body.program.events[0]?.predictions).toEqual([7, 18, 24, 22, 15, 8, 4, 2]);
  // What was sold is not in a seal yet.
  expect((await get(app, `/xg/proof/${body.id}`, player.cookie)).body.code).toBe('EC_NO_DATA_FOUND');
  // The other kind's call does not know it.
  const other = await get(app, `/toto/ticket/${body.id}`, player.cookie);
  expect(other.body.code).toBe('EC_TICKET_NOT_FOUND');
});

test('20,000 rows are bought once for one key', async () => {
  const rows = { ...file, programId: 'totoeng-2', rows: 20_000, stake: 20_000 * price };
  const body = { ...rows, pcRows: tooMany.slice(0, -row.length - 1) };
  const before = await balance();
  const first = await buy('/toto/buy/rows', body, 'file');
  expect(first.status).toBe(201);
  const again = await buy('/toto/buy/rows', body, 'file');
  expect([again.body.id, again.headers.get('idempotent-replay')]).toEqual([first.body.id, 'true']);
  expect((await buy('/toto/buy/rows', { ...body, supportId: 7 }, 'file')).body.code).toBe(
    'EC_DUPLICATE_VALUE',
  );
  expect(await balance()).toBe(before - 260_000);
  // 20,000 and 10,000 more are too many by one; a cancelled ticket makes room again.
  const half = Array.from({ length: 10_001 }, () => row);
  const more = (count: number) => {
    const pcRows = half.slice(0, count).join('|');
    return buy('/toto/buy/rows', { ...rows, rows: count, stake: count * price, pcRows });
  };
  expect((await more(10_001)).body.code).toBe('EC_ROW_LIMIT');
  const last = await more(10_000);
  expect(last.status).toBe(201);
  expect((await more(1)).body.code).toBe('EC_ROW_LIMIT');
  expect((await post(app, `/toto/ticket/${last.body.id}/cancel`, '', { cookie: player.cookie })).status).toBe(
    204,
  );
  expect((await more(1)).status).toBe(201);
});

test('one key buys one ticket, and cancels one', async () => {
  const two = { ...toto, panels: `${row}|${row}`, rows: 2, stake: 2 * price };
  const one = { ...xg, rows: 1, stake: price, panels: '0,1,2,3,4,5,6,7+,0,1,2,3,4' };
  for (const [kind, first, other] of [
    ['toto', toto, two],
    ['xg', xg, one],
  ] as const) {
    const bought = await buy(`/${kind}/buy`, first, `${kind} key`);
    expect((await buy(`/${kind}/buy`, other, `${kind} key`)).body.code).toBe('EC_DUPLICATE_VALUE');
    const another = await buy(`/${kind}/buy`, other);
    const cancel = (id: string) =>
      post(app, `/${kind}/ticket/${id}/cancel`, '', { cookie: player.cookie, key: `${kind} back` });
    expect((await cancel(bought.body.id)).status).toBe(204);
    expect((await cancel(another.body.id)).body.code).toBe('EC_DUPLICATE_VALUE');
  }
});

test('limits of the day and the balance come last', async () => {
  const [poor] = (await addPlayers(own, 1, 20)) as [TestPlayer];
  const two = { ...toto, panels: `${row}|${row}`, rows: 2, stake: 26 };
  for (const path of ['/toto/buy', '/xg/buy', '/toto/buy/rows'] as const) {
    const body = {
      '/toto/buy': two,
      '/xg/buy': xg,
      '/toto/buy/rows': { ...file, ...two, pcRows: two.panels },
    };
    const ask = () => post(app, path, body[path], { cookie: poor.cookie });
    expect((await ask()).body.code).toBe('EC_BALANCE_TOO_LOW');
    await own.adminPool.query('UPDATE wallets SET stake_limit_day = 20 WHERE player_id = $1', [
      poor.playerId,
    ]);
    expect((await ask()).body.code).toBe('EC_PLAYER_SALES_LIMIT');
    await own.adminPool.query('UPDATE wallets SET stake_limit_day = 1000 WHERE player_id = $1', [
      poor.playerId,
    ]);
  }
});

test('the club is the one named, else that of the account, and none for 0', async () => {
  const [fan] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  await own.adminPool.query('UPDATE players SET support_id = 112 WHERE player_id = $1', [fan.playerId]);
  const clubs: (number | undefined)[] = [];
  for (const supportId of [undefined, 7, 0]) {
    const sold = await post<{ id: string }>(app, '/toto/buy', { ...toto, supportId }, { cookie: fan.cookie });
    const shown = await get<ApiAnswer<'toto.ticket'>>(app, `/toto/ticket/${sold.body.id}`, fan.cookie);
    clubs.push(shown.body.supportId);
  }
  expect(clubs).toEqual([112, 7, undefined]);
});

test('systems are listed with what they guarantee', async () => {
  const { body } = await get<ApiAnswer<'toto.systems'>>(app, '/toto/systems');
  expect(body.types.map(({ id }) => id)).toEqual(['O', 'S', 'U']);
  expect(body.systems.length).toBe(62);
  expect(body.systems.find(({ id }) => id === 'S-4-0-9')).toEqual({
    ...{ id: 'S-4-0-9', type: 'S', name: 'S 4-0-9', full: 4, half: 0, rows: 9, guarantee: 12 },
  });
});

test('of several programs on sale the one that closes first, or that of the group', async () => {
  const idOf = async (path: string) => (await get<{ programId?: string }>(app, path)).body.programId;
  expect(await idOf('/toto/current-program/totoeur')).toBe('totoeur-1');
  expect(await idOf('/toto/current-program/totoeur?groupId=wed')).toBe('totoeur-2');
  expect(await idOf('/toto/current-program/totoeng')).toBe('totoeng-1');
  expect(await idOf('/xg/current-program')).toBe('xg-1');
  const none = await get(app, '/toto/current-program/totoeng?groupId=wed');
  expect([none.status, none.body.code]).toEqual([400, 'EC_NO_DATA_FOUND']);
  expect((await get(app, '/toto/current-program/lotto')).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
  for (const path of [
    '/toto/program/totoeng-77',
    '/toto/program/xg-1',
    '/xg/program/xg-0',
    '/toto/evidence/nothing',
  ])
    expect((await get(app, path)).body.code).toBe('EC_NO_DATA_FOUND');
});

test('the rules of a program are published', async () => {
  expect((await get(app, '/toto/rules/totoeur-2022')).body).toMatchObject({ game: 'totoeur', amountRow: 13 });
  expect((await get(app, '/xg/rules/xg-2022')).body).toMatchObject({
    shareBasisPoints: [4000, 2000, 1500, 2500],
  });
  for (const path of ['/toto/rules/xg-2022', '/xg/rules/totoeur-2022'])
    expect((await get(app, path)).body.code).toBe('EC_NO_DATA_FOUND');
});

describe('cancelling', () => {
  const cancel = (kind: string, id: string, cookie = player.cookie) =>
    post(app, `/${kind}/ticket/${id}/cancel`, '', { cookie });

  test('gives the stake back once; a ticket of another player is none', async () => {
    const before = await balance();
    const { body } = await buy('/toto/buy', toto);
    const [other] = (await addPlayers(own, 1, 0)) as [TestPlayer];
    expect((await cancel('toto', body.id, other.cookie)).body.code).toBe('EC_TICKET_NOT_FOUND');
    expect((await cancel('xg', body.id)).body.code).toBe('EC_TICKET_NOT_FOUND');
    expect((await cancel('toto', body.id)).status).toBe(204);
    expect((await cancel('toto', body.id)).body.code).toBe('EC_CANCEL_NOT_ALLOWED');
    expect(await balance()).toBe(before);
  });

  test('ends with the sale, and says when the ticket is being settled', async () => {
    const { body } = await buy('/toto/buy', toto);
    expect((await get(app, `/toto/proof/${body.id}`, player.cookie)).body.code).toBe('EC_NO_DATA_FOUND');
    const draw = (await openDraw('totoeng', 1)) as Draw;
    await closeAndSeal(own, draw);
    expect((await cancel('toto', body.id)).body.code).toBe('EC_CANCEL_NOT_ALLOWED');
    await decide(own, draw, resultsOf('1111111111111'));
    expect((await cancel('toto', body.id)).body.code).toBe('EC_TICKET_PENDING');
    await settleDraw(own.db, own.config, draw.drawId);
    expect((await cancel('toto', body.id)).body.code).toBe('EC_TICKET_PENDING');
    expect((await buy('/toto/buy', toto)).body.code).toBe('EC_SALE_CLOSED');
  });

  test('is as pending with goals', async () => {
    const { body } = await buy('/xg/buy', { ...xg, programId: 'xg-2' });
    const draw = (await openDraw('xg', 2)) as Draw;
    await closeAndSeal(own, draw);
    await decide(own, draw, resultsOf('1111111111111'));
    expect((await cancel('xg', body.id)).body.code).toBe('EC_TICKET_PENDING');
  });
});

test('a program is sold as soon as it is released, whatever the web process knew before', async () => {
  const wager = { ...toto, programId: 'totoeng-40' };
  expect((await buy('/toto/buy', wager)).body.code).toBe('EC_NO_DATA_FOUND');
  await openProgram(own, { number: 40, kickOffs: [await inHours(own, 60)] });
  expect((await buy('/toto/buy', wager)).status).toBe(201);
});

test('a sale that is over is refused by the clock alone', async () => {
  const draw = (await openDraw('xg', 1)) as Draw;
  await setClock(own.db, draw.closeDate);
  expect((await buy('/xg/buy', xg)).body.code).toBe('EC_SALE_CLOSED');
});

test('a game that the content switches off shows no program', async () => {
  const service = contentInMemory();
  const { games } = builtIn['game-configs']('is');
  const featureFlags = ['totoeng', 'xg'].map((key) => ({ key, enabled: false }));
  service.records['game-configs'] = { games, featureFlags };
  const { app: without, content } = testApp(own, service.service);
  await content.invalidate('game-configs');
  await expect.poll(() => content.isOn('xg')).toBe(false);
  for (const path of ['/toto/current-program/totoeng', '/xg/current-program'])
    expect((await get(without, path)).body.code, path).toBe('EC_PRODUCT_CLOSED');
});

test('a game that is switched off sells nothing', async () => {
  await own.adminPool.query(`UPDATE games SET on_sale = false WHERE game IN ('totoeng', 'xg')`);
  for (const [path, body] of [
    ['/toto/buy', { ...toto, programId: 'totoeng-9' }],
    ['/toto/buy/rows', { ...file, programId: 'totoeng-9' }],
    ['/xg/buy', { ...xg, programId: 'xg-2' }],
  ] as const)
    expect((await buy(path, body)).body.code, path).toBe('EC_PRODUCT_CLOSED');
});

async function openDraw(game: string, number: number) {
  const { rows } = await sql<Draw>`
    SELECT draw_id AS "drawId", game, number, close_date AS "closeDate" FROM draws
    WHERE game = ${game} AND number = ${number}`.execute(own.db);
  return rows[0];
}
