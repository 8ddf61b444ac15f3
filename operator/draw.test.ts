import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawByNumber } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { typed, typedJson } from '#test/harness/operating.ts';

/** The draw by commands, exit codes and JSON. */

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let number: number;
let playerId: number;
let promised: Awaited<ReturnType<typeof json>>;
beforeAll(async () => {
  own = await testDatabase();
  const { dataDir } = own.config;
  at = drawFixture(own);
  copyFileSync(join(dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
  promised = await promise();
  ({ number } = await at.open());
  playerId = await at.player(10_000);
  await at.buy({ playerId, rows: [[1, 2, 3, 40, 41]], joker: '01299' });
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const run = (...words: string[]) => typed(own, words);
const json = (...words: string[]) => typedJson(own, words);

const draw = () => ['lotto', String(number)];
const result = ['--numbers', '1,2,3,4,5', '--bonus', '6', '--joker', '01234'];

/** A raffle beside each draw of lotto, before any is on sale. */
async function promise() {
  const from = (await databaseNow(own.db)).toISOString().slice(0, 10);
  const words = { name: 'Happdrætti', text: 'Allir lottómiðar eru með.' };
  const promotion = {
    ...{ id: 'prufa', game: 'lotto', from, until: '2098-01-01', condition: 'all' },
    ...{ prizes: [{ count: 3, amount: 5000 }], is: words, en: words },
  };
  const file = join(own.config.dataDir, 'promotion.json');
  writeFileSync(file, JSON.stringify(promotion));
  return json('promotion', 'add', file, '--as', 'gunna');
}

test('the list shows draws, and narrows', async () => {
  const { answer } = await json('draw', 'list', '--game', 'lotto', '--status', 'released');
  expect(answer['draws']).toMatchObject([
    { game: 'lotto', draw: number, state: 'released', coupons: 1, stakes: 400, sealed: false },
  ]);
  expect((await run('draw', 'list')).stdout).toContain(String(number));
  const settled = ['--game', 'eurojackpot', '--status', 'settled'];
  expect((await json('draw', 'list', ...settled)).answer).toEqual({ draws: [] });
});

test.each([
  ['close without a person', ['close'], 2, 'EC_INVALID_INPUT'],
  ['enter without numbers', ['enter', '--as', 'gunna'], 2, 'EC_INVALID_INPUT'],
  ['numbers that are none', ['enter', '--as', 'gunna', '--numbers', '1,x'], 2, 'EC_INVALID_INPUT'],
  ['an unknown option', ['settle', '--now'], 2, 'EC_INVALID_INPUT'],
  ['cancel without a reason', ['cancel'], 2, 'EC_INVALID_INPUT'],
  ['close before time without a reason', ['close', '--as', 'gunna'], 1, 'EC_ACTION_NOT_ALLOWED'],
  ['enter while on sale', ['enter', '--as', 'gunna', ...result], 1, 'EC_ACTION_NOT_ALLOWED'],
  ['settle while on sale', ['settle'], 1, 'EC_ACTION_NOT_ALLOWED'],
  ['pay while on sale', ['pay', '--as', 'sigga'], 1, 'EC_ACTION_NOT_ALLOWED'],
])('%s is refused', async (_, [word = '', ...rest], exit, code) => {
  const { status, answer } = await json('draw', word, ...draw(), ...rest);
  expect(status).toBe(exit);
  expect(answer).toMatchObject({ error: { code, message: expect.stringMatching(/\w/) } });
});

test('a draw or game that there is not', async () => {
  expect(await json('draw', 'report', 'lotto', '1')).toMatchObject({
    status: 1,
    answer: { error: { code: 'EC_NO_DATA_FOUND' } },
  });
  expect(await json('draw', 'settle', 'bingo', '1')).toMatchObject({
    status: 1,
    answer: { error: { code: 'EC_PRODUCTTYPE_NOT_FOUND' } },
  });
});

test('close, enter, confirm, settle, pay: each done, and each repeatable without harm', async () => {
  const close = () => json('draw', 'close', ...draw(), '--as', 'gunna', '--reason', 'a test');
  const closed = await close();
  expect(closed).toMatchObject({ status: 0, answer: { coupons: 1, rows: 1, stakes: 400 } });
  expect(await close()).toEqual(closed);

  const enter = () => json('draw', 'enter', ...draw(), ...result, '--as', 'gunna');
  const { drawId, drawDate } = await drawByNumber(own.db, 'lotto', number);
  expect(await enter()).toMatchObject({
    status: 1,
    answer: {
      error: { code: 'EC_ACTION_NOT_ALLOWED', message: expect.stringContaining(drawDate.toISOString()) },
    },
  });
  await untilHeld(own.db, drawId);
  expect((await enter()).status).toBe(0);
  const confirm = (as: string) => json('draw', 'confirm', ...draw(), ...result, '--as', as);
  expect(await confirm('gunna')).toMatchObject({
    status: 1,
    answer: { error: { code: 'EC_ACTION_NOT_ALLOWED' } },
  });
  expect(await confirm('jonas')).toMatchObject({ status: 0, answer: { confirmed: true, alarms: [] } });
  expect((await confirm('jonas')).status).toBe(0);

  const settle = () => json('draw', 'settle', ...draw());
  expect(await settle()).toMatchObject({ status: 0, answer: { already: false, winningCoupons: 1 } });
  expect(await settle()).toMatchObject({ status: 0, answer: { already: true, winningCoupons: 1 } });
  const pay = () => json('draw', 'pay', ...draw(), '--as', 'sigga');
  expect(await pay()).toMatchObject({ status: 0, answer: { paid: 1, high: 0 } });
  expect(await pay()).toMatchObject({ status: 0, answer: { paid: 0 } });
  // Three right pay 10 kr. of an 11 kr. pool; three digits of Joker from the front 12,500 kr.
  expect(await at.balance(playerId)).toBe(10_000 - 400 + 10 + 12_500);
});

test('the report says everything, with the equation', async () => {
  const { status, answer } = await json('draw', 'report', ...draw());
  expect(status).toBe(0);
  expect(answer).toMatchObject({
    state: 'closed',
    seal: { coupons: 1, stakes: 400 },
    result: { numbers: [1, 2, 3, 4, 5], bonusNumbers: [6], joker: '01234', confirmedBy: 'jonas' },
    equation: { holds: true },
    payout: { couponsPaid: 1, highWaiting: 0, waiting: 0 },
    alarms: [],
  });
  const { stdout } = await run('draw', 'report', ...draw());
  expect(stdout).toContain('carry-in + fund + top-up');
  // For people: sums with dots and no JSON.
  expect(stdout).not.toMatch(/[{}"]|\d{4,} kr\./);
});

test('the raffle: entered, confirmed by another person, paid once; its promotion stays', async () => {
  expect(promised).toMatchObject({ status: 0, answer: { id: 'prufa' } });
  expect((await run('promotion', 'list')).stdout).toContain('3 × 5000');
  const remove = await json('promotion', 'remove', 'prufa', '--as', 'gunna');
  expect(remove).toMatchObject({ status: 1, answer: { error: { code: 'EC_ACTION_NOT_ALLOWED' } } });
  expect(await json('promotion', 'add', 'nowhere.json', '--as', 'gunna')).toMatchObject({
    answer: { error: { code: 'EC_NO_DATA_FOUND' } },
  });

  const raffle = (word: string, as: string, ...rest: string[]) =>
    json('raffle', word, ...draw(), ...rest, '--as', as);
  expect((await raffle('enter', 'gunna', '--numbers', 'one')).status).toBe(2);
  const two = await raffle('enter', 'gunna', '--numbers', '2');
  expect(two).toMatchObject({ status: 1, answer: { error: { code: 'EC_TICKET_INVALID_SELECTIONS' } } });
  expect(await raffle('enter', 'gunna', '--numbers', '1')).toMatchObject({
    status: 0,
    answer: { entered: true },
  });
  expect(await raffle('confirm', 'jonas', '--numbers', '1')).toMatchObject({ status: 0 });
  expect(await raffle('pay', 'sigga')).toMatchObject({ status: 0, answer: { paid: 1 } });
  expect(await raffle('pay', 'sigga')).toMatchObject({ status: 0, answer: { paid: 0 } });
  const { stdout } = await run('draw', 'report', ...draw());
  expect(stdout).toContain('Raffle prufa (all), 3 × 5.000 kr.: 1 coupons took part; drawn: 1.');
});

test('a draw is moved and cancelled with a reason', async () => {
  const next = await at.onSale();
  const words = ['lotto', String(next.number)];
  await at.seal(next);
  expect((await json('draw', 'move', ...words, 'soon', '--reason', 'x')).status).toBe(2);
  const moved = await json('draw', 'move', ...words, '2099-01-01T12:00:00Z', '--reason', 'a storm');
  expect(moved).toMatchObject({ status: 0, answer: { drawDate: '2099-01-01T12:00:00.000Z' } });
  const cancel = () => json('draw', 'cancel', ...words, '--reason', 'no machine', '--as', 'gunna');
  expect(await cancel()).toMatchObject({ status: 0, answer: { cancelled: true, refunded: 0 } });
  expect((await cancel()).status).toBe(0);
});

test('the books are checked, and a break is told with a non-zero exit', async () => {
  expect(await json('ledger', 'check')).toMatchObject({ status: 0, answer: { ok: true } });
  await own.pool.query('UPDATE wallets SET balance = balance + 1');
  expect(await json('ledger', 'check')).toMatchObject({
    status: 1,
    answer: { ok: false, broken: { invariant: 'wallet balance' } },
  });
  await own.pool.query('UPDATE wallets SET balance = balance - 1');
});

test('every command that changes something is on record', async () => {
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', actor, command, outcome) AS line FROM operator_log WHERE command <> 'draw cancel'
    ORDER BY operator_log_id`.execute(own.db);
  const lines = rows.map(({ line }) => line);
  expect(lines).toContain('gunna draw close EC_ACTION_NOT_ALLOWED');
  expect(lines).toContain('jonas draw confirm done');
  expect(lines).toContain('sigga draw pay done');
});
