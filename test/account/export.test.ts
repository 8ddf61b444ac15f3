/** My notices, and all my movements as a file (must-hold 41, 146, 147). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { addNotice } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let player: TestPlayer;
let stranger: TestPlayer;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  await addDraw(data, { number: 2085 });
  [player, stranger] = (await addPlayers(data, 2, 10_000)) as [TestPlayer, TestPlayer];
  const wager = { gameId: 'lotto', draw: 2085, rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  for (const { cookie } of [player, stranger, player, player]) {
    const { status } = await post(app, '/lotto/buy', wager, { cookie });
    expect(status).toBe(201);
  }
});
afterAll(() => data.close());

const file = async (format: string) => {
  const answer = await app.request(`http://localhost/api/proxy/user/export?format=${format}`, {
    headers: { cookie: player.cookie },
  });
  return { answer, text: Buffer.from(await answer.arrayBuffer()).toString() };
};

test('must-hold 147: JSON has the account and every movement, oldest first, and nobody else’s', async () => {
  const { answer, text } = await file('json');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="hending-2026-11-16\.json"$/,
  );
  const { account, transactions } = JSON.parse(text) as {
    account: ApiAnswer<'account.details'>;
    transactions: ApiAnswer<'account.transactions'>['transactions'];
  };
  expect(account).toMatchObject({ playerId: String(player.playerId), balance: 9550 });
  const listed = (await get<ApiAnswer<'account.transactions'>>(app, '/user/transactions/1', player.cookie))
    .body.transactions;
  expect(transactions).toHaveLength(4);
  expect(transactions).toEqual(listed.toReversed());
  expect(transactions.reduce((sum, { amount }) => sum + amount, 0)).toBe(9550);
});

test('JSON has the addresses of before, for which letters on claims are kept', async () => {
  const [who] = (await addPlayers(data, 1, 0)) as [TestPlayer];
  const contacts = async () => {
    const answer = await app.request('http://localhost/api/proxy/user/export', {
      headers: { cookie: who.cookie },
    });
    return ((await answer.json()) as { contacts: { email: string; mobile: string | null }[] }).contacts;
  };
  const [first] = await contacts();
  await data.pool.query('UPDATE players SET email = $1 WHERE player_id = $2', [
    'ny@example.is',
    who.playerId,
  ]);
  expect((await contacts()).map(({ email }) => email)).toEqual([first?.email, 'ny@example.is']);
});

test('CSV has a head and a line for each, in words', async () => {
  const { answer, text } = await file('csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = text.trimEnd().split('\r\n');
  expect(head).toBe(
    '\ufeffDagsetning;Tegund;Skýring;Upphæð;Inneign eftir;Staða;Heimildarnúmer;Númer greiðslu;Númer færslu',
  );
  expect(lines.map((line) => line.split(';').slice(1, 5).join())).toEqual([
    'Innborgun,Inneign í prufuumhverfi,10000,10000',
    expect.stringMatching(/^Kaup,Lottó, miði [0-9a-z-]+,-150,9850$/i),
    expect.stringMatching(/^Kaup,Lottó, miði [0-9a-z-]+,-150,9700$/i),
    expect.stringMatching(/^Kaup,Lottó, miði [0-9a-z-]+,-150,9550$/i),
  ]);
  expect(lines[0]).toMatch(/^2026-11-16 \d\d:\d\d:\d\d;/);
  const english = (await file('csv&locale=en')).text;
  expect(english).toContain('Date;Type;Description;Amount;Balance after;Status;');
  expect(english).toContain(';Purchase;');
});

test('more than one portion: nothing twice, nothing missing', async () => {
  const [rich] = await addPlayers(data, 1, 0);
  await data.pool.query(
    `INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
       wallet_after)
     SELECT $1::bigint, domain_now() - make_interval(secs => n % 7),
       'sandbox_balance', ledger_account('sandbox', NULL, NULL, NULL, NULL), account_id, 1, n - 1, n
     FROM wallets, generate_series(1, 12345) n WHERE player_id = $1::bigint`,
    [rich?.playerId],
  );
  const answer = await app.request('http://localhost/api/proxy/user/export', {
    headers: { cookie: rich?.cookie ?? '' },
  });
  const { transactions } = (await answer.json()) as { transactions: { id: string; date: string }[] };
  expect(new Set(transactions.map(({ id }) => id)).size).toBe(12_345);
  expect(transactions).toHaveLength(12_345);
  expect(transactions.map(({ date }) => date)).toEqual(transactions.map(({ date }) => date).toSorted());
});

test('an unknown format is malformed input, a strangers’ browser gets 401', async () => {
  expect((await file('xlsx')).answer.status).toBe(400);
  expect((await get(app, '/user/export')).status).toBe(401);
});

test('notices are paged, in the language that was asked for', async () => {
  const at = '2026-11-16T09:00:00Z';
  for (let count = 0; count < 21; count += 1) {
    await transaction(data.db, (tx) =>
      addNotice(tx, {
        playerId: player.playerId,
        kind: 'passwordChanged',
        values: { date: at, time: at },
      }),
    );
  }
  const page = async (path: string) =>
    (await get<ApiAnswer<'account.notices'>>(app, `/user/notices/${path}`, player.cookie)).body;
  const first = await page('1?locale=en');
  expect([first.notices.length, first.pageCount, first.noticeCount]).toEqual([20, 2, 21]);
  expect(first.notices[0]).toMatchObject({ kind: 'passwordChanged', title: 'Password changed' });
  expect((await page('2')).notices).toMatchObject([{ title: 'Lykilorði var breytt' }]);
  expect((await page('3')).notices).toEqual([]);
  const none = await get<ApiAnswer<'account.notices'>>(app, '/user/notices/1', stranger.cookie);
  expect(none.body.notices).toEqual([]);
});
