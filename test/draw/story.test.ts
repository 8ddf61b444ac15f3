/** The whole story of a ticket through the product's calls: bought, drawn, settled, paid, proven. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { NumbersResult, NumbersTicket } from '#contract/games/numbers.ts';
import type { RowWords } from '#server/draws/seal/book.ts';
import { writePublishedBook } from '#server/draws/seal/publish-book.ts';
import { linesTask } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, sellOnly } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let forget: () => void;
let owner: TestPlayer;
let other: TestPlayer;
let number: number;
let ids: { ticketId: string; couponId: string };

type SealRow = { drawId: number; drawSecret: Buffer; rowWords: RowWords };
type Ticket = NumbersTicket;
type Result = NumbersResult;
const drawn = { numbers: [3, 11, 19, 27, 40], bonus: 8, joker: '01234' };

beforeAll(async () => {
  data = await testDatabase();
  ({ app, forget } = testApp(data));
  [owner, other] = (await addPlayers(data, 2, 10_000)) as [TestPlayer, TestPlayer];
  await sellOnly(data, 'lotto');
  const draws = drawFixture(data);
  const draw = await draws.open();
  number = draw.number;
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

test('the draw on sale says price, times, what follows and the server time', async () => {
  const one = await get<ApiAnswer<'lotto.currentDraw'>>(app, '/lotto/current-draw/lotto');
  const all = await get<ApiAnswer<'lotto.currentDraws'>>(app, '/lotto/current-draw');
  expect(one.body).toMatchObject({
    gameId: 'lotto',
    draw: number,
    status: 'open',
    amountRow: 150,
    amountJoker: 250,
    drawDay: 'sat',
    rollDownDraw: 10,
  });
  expect(one.body.followingDraws.map((draw) => draw.draw)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => number + n),
  );
  expect(all.body.draws.map((draw) => draw.gameId)).toEqual(['lotto']);
});

test('unknown and switched-off games are told apart', async () => {
  expect((await get(app, '/lotto/current-draw/bingo')).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
  expect((await get(app, '/lotto/current-draw/eurojackpot')).body.code).toBe('EC_PRODUCT_CLOSED');
});

test('a ticket is bought and shown with everything the receipt needs (must-hold 61, 65)', async () => {
  const rows = [{ numbers: [3, 11, 19, 27, 40], isQuickPick: true }, { numbers: [3, 11, 19, 8, 45] }];
  const bought = await post<{ id: string }>(
    app,
    '/lotto/buy',
    {
      gameId: 'lotto',
      draw: number,
      rows,
      joker: [0, 1, 9, 3, 4],
      stake: 1100,
      drawCount: 2,
      channel: 'mobile',
    },
    { cookie: owner.cookie },
  );
  expect(bought.status).toBe(201);
  const list = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1?filter=pending', owner.cookie);
  expect(list.body).toMatchObject({ page: 1, pageCount: 1, ticketCount: 2 });
  const [first] = list.body.tickets;
  ids = { ticketId: first?.ticketId ?? '', couponId: first?.couponId ?? '' };
  expect(ids.ticketId).toBe(bought.body.id);

  const { body } = await get<Ticket>(app, `/lotto/ticket/${ids.ticketId}/${ids.couponId}`, owner.cookie);
  expect(body).toMatchObject({
    id: ids.ticketId,
    couponId: ids.couponId,
    gameId: 'lotto',
    draw: number,
    stake: 550,
    stakeTotal: 1100,
    status: 'pending',
    amountWin: 0,
    amountWinTotal: 0,
    isSystemTicket: false,
    joker: [0, 1, 9, 3, 4],
    channel: 'mobile',
    promotions: [],
    receipt: { cancellable: true },
  });
  expect(body.rows).toEqual([
    { numbers: [3, 11, 19, 27, 40], bonusNumbers: [], isQuickPick: true },
    { numbers: [3, 8, 11, 19, 45], bonusNumbers: [], isQuickPick: false },
  ]);
  expect(body.coupons.map((coupon) => coupon.draw)).toEqual([number, number + 1]);
  expect(body.receipt.securityCode).toMatch(/^[0-9a-z]{10}$/);
});

test("must-hold 67: another's ticket and proof are like ones that do not exist", async () => {
  for (const path of [
    `/lotto/ticket/${ids.ticketId}/${ids.couponId}`,
    `/lotto/proof/${ids.ticketId}/${ids.couponId}`,
  ]) {
    const answer = await get(app, path, other.cookie);
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_TICKET_NOT_FOUND']);
  }
});

test('there is no seal, no proof and no result before the close', async () => {
  expect((await get(app, `/lotto/evidence/lotto/${number}`)).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, `/lotto/proof/${ids.ticketId}/${ids.couponId}`, owner.cookie)).body.code).toBe(
    'EC_NO_DATA_FOUND',
  );
  expect((await get(app, '/result/lotto/latest?gameId=lotto')).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, '/result/latest')).body).toMatchObject({ lotto: null, xg: null });
});

describe('closed and sealed', () => {
  test('must-hold 74, 77: the seal is public before the draw and proves the ticket', async () => {
    const draws = drawFixture(data);
    await draws.seal(await draws.onSale());
    forget();
    const evidence = await get<ApiAnswer<'lotto.evidence'>>(app, `/lotto/evidence/lotto/${number}`);
    expect(evidence.body).toMatchObject({ draw: number, coupons: 1, rows: 2, stakes: 550 });
    expect(evidence.body.settlement).toBeUndefined();
    const proof = await get<ApiAnswer<'lotto.proof'>>(
      app,
      `/lotto/proof/${ids.ticketId}/${ids.couponId}`,
      owner.cookie,
    );
    expect(proof.body.root).toBe(evidence.body.merkleRoot);
    expect(proof.body.leaf).toContain(ids.couponId);
    const current = await get<ApiAnswer<'lotto.currentDraw'>>(app, '/lotto/current-draw/lotto');
    expect(current.body.draw).toBe(number + 1);
  });
});

describe('drawn, settled, paid', () => {
  beforeAll(async () => {
    const draws = drawFixture(data);
    const { rows } = await data.pool.query<{ draw_id: number }>(
      'SELECT draw_id FROM draws WHERE number = $1 AND game = $2',
      [number, 'lotto'],
    );
    const drawId = rows[0]?.draw_id ?? 0;
    await draws.result(drawId, drawn.numbers, drawn.bonus, drawn.joker);
    await draws.settle(drawId);
    await payDraw(data.db, drawId, 'fjarmal');
    forget();
  });

  test('the ticket shows its hits in money, and Joker ends that pay twice', async () => {
    const { body } = await get<Ticket>(app, `/lotto/ticket/${ids.ticketId}/${ids.couponId}`, owner.cookie);
    // Fund 45 % of 2 rows at 150 kr. = 135 kr.: 57 % and 4 % are below 10 kr. units of 76 and 5.
    expect(body.rows.map((row) => row.amountWin)).toEqual([70, 0]);
    expect(body.jokerAmountWin).toBe(5000);
    expect(body).toMatchObject({ status: 'paid', amountWin: 5070, amountWinTotal: 5070 });
    expect(body.results).toEqual({ numbers: drawn.numbers, bonus: [drawn.bonus], joker: [0, 1, 2, 3, 4] });
    expect(body.coupons.map((coupon) => coupon.status)).toEqual(['paid', 'pending']);
  });

  test('must-hold 90: what is won is credited, on the account and in the transactions', async () => {
    const { body } = await get<ApiAnswer<'account.transactions'>>(app, '/user/transactions/1', owner.cookie);
    expect(body.transactions.map(({ amount, type, balanceAfter }) => [amount, type, balanceAfter])).toEqual([
      [5070, 'winnings', 13_970],
      [-550, 'sales', 8900],
      [-550, 'sales', 9450],
      [10_000, 'deposit', 10_000],
    ]);
    const winnings = await get<ApiAnswer<'account.transactions'>>(
      app,
      '/user/transactions/1?transactionType=winnings',
      owner.cookie,
    );
    expect(winnings.body).toMatchObject({ transactionCount: 1, pageCount: 1 });
    expect(winnings.body.transactions[0]).toMatchObject({ hasDetails: true, gameId: 'lotto', ...ids });
    const details = await get<ApiAnswer<'account.details'>>(app, '/user/account/details', owner.cookie);
    expect(details.body.balance).toBe(13_970);
    expect((await get(app, '/user/transactions/1?transactionType=gifts', owner.cookie)).status).toBe(400);
    expect((await get(app, '/user/transactions/one', owner.cookie)).status).toBe(400);
    expect(
      (await get<ApiAnswer<'account.transactions'>>(app, '/user/transactions/9', owner.cookie)).body
        .transactions,
    ).toEqual([]);
  });

  test('results, latest and by week, name the tiers and count the winners (must-hold 127)', async () => {
    const { body } = await get<Result>(app, '/result/lotto/latest?gameId=lotto');
    expect(body).toMatchObject({
      draw: number,
      status: 'resulted',
      lottoNumbers: drawn.numbers,
      bonusNumbers: [drawn.bonus],
      superNumbers: [],
      jokerNumbers: [0, 1, 2, 3, 4],
      rowsSold: 2,
    });
    expect(body.lottoWins.map(({ name, winners }) => [name, winners])).toEqual([
      ['5', 1],
      ['4+B', 0],
      ['4', 0],
      ['3+B', 1],
      ['3', 0],
      ['2+B', 0],
    ]);
    expect(body.jokerWins.map(({ name, amount, winners }) => [name, amount, winners])).toEqual([
      ['5', 2_500_000, 0],
      ['4', 125_000, 0],
      ['3', 12_500, 0],
      ['2', 2500, 2],
    ]);
    const week = await get<ApiAnswer<'results.lotto'>>(
      app,
      `/result/lotto?gameId=lotto&week=${body.week}&year=${body.year}`,
    );
    expect(week.body.results).toEqual([body]);
    const latest = await get<ApiAnswer<'results.latest'>>(app, '/result/latest');
    expect(latest.body['lotto']).toEqual(body);
  });

  test.each([
    ['week=0&year=2026', 'invalidWeek'],
    ['week=54&year=2026', 'invalidWeek'],
    ['week=x&year=2026', 'invalidWeek'],
    ['week=1&year=1986', 'invalidDate'],
  ])('a week that is none is malformed: %s', async (query, message) => {
    const answer = await get(app, `/result/lotto?gameId=lotto&${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'EC_INVALID_INPUT']);
    expect(answer.body.issues?.query?.map((issue) => issue.message)).toContain(message);
  });

  test('a week without a draw is an empty list', async () => {
    expect((await get(app, '/result/lotto?gameId=lotto&week=2&year=1990')).body).toEqual({ results: [] });
  });

  test('must-hold 85: the evidence now says that both engines found the same', async () => {
    const { body } = await get<ApiAnswer<'lotto.evidence'>>(app, `/lotto/evidence/lotto/${number}`);
    expect(body.settlement?.equal).toBe(true);
    expect(body.settlement?.engineA).toBe(body.settlement?.engineB);
    const { body: published } = await get<ApiAnswer<'lotto.signingKeys'>>(app, '/lotto/signing-keys');
    expect(published.keys).toEqual([{ publicKey: body.settlement?.publicKey, algorithm: 'Ed25519' }]);
  });

  test('what was played can be taken home by anybody, and names nobody', async () => {
    const answer = await app.request(`http://localhost/api/proxy/lotto/book/lotto/${number}`);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    const book = gunzipSync(await answer.arrayBuffer()).toString('latin1');
    expect(book).toMatch(
      /^published book 1 lotto \d+ lotto-[\d-]+\n[0-9a-f]{64} rows=\S+ system=0 side=\d{5} stake=550\n$/,
    );
    expect(book).not.toContain(ids.couponId);
    const folder = mkdtempSync(join(tmpdir(), 'hending-book-'));
    const file = join(folder, 'again.txt.gz');
    const { rows } = await data.pool.query<SealRow>(
      'SELECT draw_id AS "drawId", draw_secret AS "drawSecret", row_words AS "rowWords" FROM seals',
    );
    const [{ drawId, drawSecret, rowWords }] = rows as [SealRow];
    const head = book.slice(0, book.indexOf('\n'));
    const task = {
      ...{ databaseUrl: data.url, file, drawId, head, drawSecret: drawSecret.toString('hex') },
      ...{
        rowWords,
        lines: linesTask(data.config.kinds, { game: 'lotto', rulesId: book.split(/[ \n]/)[5] ?? '' }),
      },
    };
    await writePublishedBook(task);
    expect(gunzipSync(readFileSync(file)).toString('latin1')).toBe(book);
    rmSync(folder, { recursive: true });
    const rulesId = book.split(' ')[5]?.split('\n')[0];
    const { body } = await get<ApiAnswer<'lotto.rules'>>(app, `/lotto/rules/${rulesId}`);
    expect(body).toMatchObject({ gameId: 'lotto', matrix: '5/45', amountRow: 150 });
    expect((await get(app, '/lotto/rules/lotto-1900-01-01')).body.code).toBe('EC_NO_DATA_FOUND');
    expect((await get(app, `/lotto/book/lotto/${number + 1}`)).body.code).toBe('EC_NO_DATA_FOUND');
  });
});

test('filters of the ticket list: a status, a game, all; others are malformed', async () => {
  const count = async (filter: string) =>
    (await get<ApiAnswer<'tickets.list'>>(app, `/user/tickets/1?filter=${filter}`, owner.cookie)).body
      .ticketCount;
  expect(await Promise.all(['all', 'paid', 'pending', 'lost', 'lotto', 'xg'].map(count))).toEqual([
    2, 1, 1, 0, 2, 0,
  ]);
  expect((await get(app, '/user/tickets/1?filter=nonsense', owner.cookie)).body.code).toBe(
    'EC_INVALID_INPUT',
  );
});
