/** Did I win? Asked by the code on a ticket, by somebody who is not signed in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkCode } from '#server/draws/check/code.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture } from '#test/harness/draws.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let playerId: number;
let won: Bought;
let lost: Bought;
let many: Bought;
let large: Bought;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data));
  const draws = drawFixture(data);
  await draws.open();
  playerId = await draws.player(10_000);
  const buy = (row: number[], drawCount = 1) => draws.buy({ playerId, rows: [row], drawCount });
  won = await buy([1, 2, 3, 40, 41]);
  lost = await buy([7, 8, 9, 10, 11]);
  many = await buy([12, 13, 14, 15, 16], 2);
  large = await buy([1, 2, 3, 4, 5]);
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const codeOf = ({ ticketId }: Bought) => checkCode(data.config.secrets.seal, { playerId, ticketId });
const ask = (code: string) => get<ApiAnswer<'lotto.check'>>(app, `/lotto/check/${encodeURIComponent(code)}`);
const verdicts = () =>
  Promise.all([won, lost, many, large].map(async (ticket) => (await ask(codeOf(ticket))).body.verdict));

test('before the draw nothing is known but the rows, and never whose they are', async () => {
  expect(await verdicts()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  const { body } = await ask(codeOf(many));
  expect(body).toEqual({
    verdict: 'unknown',
    stake: 300,
    // Of rows 45 of every 100 kr. come back.
    averageCost: 165,
    raffleWin: 0,
    ticket: {
      gameId: 'lotto',
      draws: Array(2).fill({
        draw: expect.any(Number),
        drawDate: expect.any(String),
        status: 'pending',
        isSystemTicket: false,
        rows: [{ numbers: [12, 13, 14, 15, 16], bonusNumbers: [], isQuickPick: false }],
      }),
    },
  });
});

test('a prize is told once it is paid, a large one while it waits for its claim', async () => {
  const draws = drawFixture(data);
  const draw = await draws.onSale();
  await draws.seal(draw);
  await draws.result(draw.drawId, [1, 2, 3, 4, 5], 6, '01234');
  expect(await verdicts()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  await draws.settle(draw.drawId);
  expect(await verdicts()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  const drawn = { numbers: [1, 2, 3, 4, 5], bonus: [6], joker: [0, 1, 2, 3, 4] };
  const told = async (ticket: Bought) => (await ask(codeOf(ticket))).body.ticket?.draws;
  expect(await told(won)).toMatchObject([{ results: drawn }]);
  const untold = (await told(won))?.[0];
  expect(untold).not.toHaveProperty('amountWin');
  expect(untold).toMatchObject({ status: 'pending', rows: [{ numbers: [1, 2, 3, 40, 41] }] });
  expect(JSON.stringify(untold)).not.toContain('amountWin');
  await payDraw(data.db, draw.drawId, 'sigga');
  expect(await verdicts()).toEqual(['win', 'none', 'unknown', 'win']);
  const amount = (await told(won))?.[0]?.amountWin;
  expect(amount).toBeGreaterThan(0);
  expect(await told(won)).toMatchObject([{ status: 'paid', rows: [{ amountWin: amount }] }]);
  expect(await told(lost)).toMatchObject([{ results: drawn, status: 'lost', amountWin: 0 }]);
  expect(await told(many)).toMatchObject([{ amountWin: 0 }, { status: 'pending' }]);
});

test('what is no code of a ticket is all alike', async () => {
  const otherPlayers = checkCode(data.config.secrets.seal, {
    playerId: playerId + 1,
    ticketId: won.ticketId,
  });
  for (const code of ['x', 'AAAA-BBBB-CCCC-DDDD-EEEE', `${codeOf(won)}0`, otherPlayers]) {
    const { status, body } = await ask(code);
    expect([status, body]).toMatchObject([400, { code: 'EC_TICKET_NOT_FOUND' }]);
  }
});

test('must-hold 67: whoever tries codes is stopped, whatever they try', async () => {
  const { app: fresh } = testApp(data);
  const statuses: number[] = [];
  for (let at = 0; at < 31; at++)
    statuses.push((await get(fresh, `/lotto/check/AAAA-BBBB-CCCC-DDDD-${1000 + at}`)).status);
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(400));
  expect(statuses[30]).toBe(429);
});
