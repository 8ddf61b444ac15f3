/** A ticket is found by its number as people copy it, by its owner alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { ticketName, ticketNumber } from '#texts/format.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let anna: TestPlayer;
let bui: TestPlayer;
let ticketId: string;

beforeAll(async () => {
  data = await testDatabase();
  await addDraw(data, { number: 2085 });
  [anna, bui] = (await addPlayers(data, 2, 1000)) as [TestPlayer, TestPlayer];
  ({ app } = testApp(data));
  const wager = { gameId: 'lotto', rows: [{ numbers: [3, 11, 19, 27, 40] }], stake: 150 };
  const bought = await post<{ id: string }>(app, '/lotto/buy', wager, { cookie: anna.cookie });
  const list = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1', anna.cookie);
  expect(bought.status).toBe(201);
  ticketId = list.body.tickets[0]?.ticketId ?? '';
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const look = (number: string, cookie = anna.cookie) =>
  get<ApiAnswer<'tickets.find'>>(app, `/user/ticket-number?number=${encodeURIComponent(number)}`, cookie);
const found = async (number: string, cookie?: string) =>
  (await look(number, cookie)).body.tickets.map((ticket) => ticket.ticketId);

test('by its first eight, whole, and as people write it', async () => {
  const short = ticketName(ticketId);
  const asWritten = short.toLowerCase().replace(/0/g, 'O').replace(/1/g, 'l').replace('-', ' ');
  for (const number of [short, ticketNumber(ticketId), ticketId, ` ${short} `, asWritten])
    expect(await found(number), number).toEqual([ticketId]);
  const answer = await look(short);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body.tickets).toMatchObject([{ gameId: 'lotto', stake: 150, draw: 2085 }]);
});

test('that of another is answered like one that does not exist', async () => {
  const none = await look('7zzz-zzzz', bui.cookie);
  for (const number of [ticketName(ticketId), ticketNumber(ticketId)]) {
    const other = await look(number, bui.cookie);
    expect([other.status, other.body]).toEqual([none.status, none.body]);
  }
  expect((await look(ticketId, '')).status).toBe(401);
});

test('what is no number finds nothing', async () => {
  const part = ticketId.slice(0, 7);
  for (const number of [part, `${ticketId}0`, 'mörkunum', '%%%%%%%%', 'z'.repeat(26), '𝟘'.repeat(8)])
    expect(await found(number), number).toEqual([]);
  for (const number of ['', 'a'.repeat(101)]) expect((await look(number)).status).toBe(400);
});
