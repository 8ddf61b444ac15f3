/** A promotion from its file to the winners' balances, and what its calls show meanwhile. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import type { Draw } from '#server/draws/draw.ts';
import { pathOf } from '#server/draws/seal/merkle.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { type Bought, drawFixture, sellOnly } from '#test/harness/draws.ts';
import { readsIn, waitingLetters } from '#test/harness/letters.ts';
import { addSession } from '#test/harness/sale.ts';
import { spellingsOf } from '#test/harness/spellings.ts';
import { confirmRaffle, enterRaffle } from './hold.ts';
import { payRaffle } from './pay.ts';
import { addPromotion, listPromotions, readPromotionFile, removePromotion } from './promotion.ts';
import { raffleMarks } from './read.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let app: ReturnType<typeof testApp>['app'];
let forget: () => void;
let draw: Draw;
let player: number;
let cookie: string;
let joker: Bought;
let plain: Bought;
let system: Bought;
let given: Bought;
/** As the published book tells them: the lines with Joker, and one without. */
let entrants: number[];
let outside: number;

const file = {
  id: 'jokerleikur',
  game: 'lotto',
  condition: 'side',
  prizes: [
    { count: 1, amount: 150_000 },
    { count: 5, amount: 10_000 },
  ],
  is: { name: 'Jókerleikur', text: 'Allir miðar með Jóker fá happdrættisnúmer.' },
  en: { name: 'The Joker raffle', text: 'Every ticket with Joker gets a raffle number.' },
};
const row = [31, 32, 33, 34, 35];

beforeAll(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  ({ app, forget } = testApp(own));
  await sellOnly(own, 'lotto');
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const refused = (code: string, message: RegExp) => ({
  code,
  options: { details: { message: expect.stringMatching(message) } },
});
const read = (changed: object) =>
  readPromotionFile(own.config.kinds, JSON.stringify({ ...file, ...changed }), '2026-01-01');
const add = (changed: object) => transaction(own.db, (tx) => addPromotion(tx, read(changed), 'gunna'));
const remove = (id: string) => transaction(own.db, (tx) => removePromotion(tx, id));
const enter = (numbers: number[], actor = 'gunna') =>
  enterRaffle(own.db, { drawId: draw.drawId, numbers, actor });
const confirm = (numbers: number[], actor = 'jonas') =>
  confirmRaffle(own.db, { drawId: draw.drawId, numbers, actor });
const pay = () => payRaffle(own.db, own.config.kinds, draw.drawId);

async function raffleOf(number: number, locale = 'is') {
  forget();
  return (await get<ApiAnswer<'lotto.raffle'>>(app, `/lotto/raffle/lotto/${number}?locale=${locale}`)).body
    .raffle;
}

async function ticketOf({ ticketId, couponIds }: Bought, { nth = 0, locale = 'is' } = {}) {
  const path = `/lotto/ticket/${encodeId(ticketId)}/${encodeId(couponIds[nth] ?? '')}?locale=${locale}`;
  return (await get<ApiAnswer<'lotto.ticket'>>(app, path, cookie)).body;
}

async function verdictOf(bought: Bought) {
  const code = encodeURIComponent((await ticketOf(bought)).receipt.checkCode);
  return (await get<ApiAnswer<'lotto.check'>>(app, `/lotto/check/${code}`)).body.verdict;
}

/** The day of a draw of lotto, so many after the one now on sale. */
async function dayAfter(draws: number): Promise<string> {
  const { number } = await at.onSale();
  const { rows } = await own.pool.query<{ day: string }>(
    `SELECT planned_date AS day FROM draws WHERE game = 'lotto' AND number = $1`,
    [number + draws],
  );
  return rows[0]?.day ?? '';
}

test.each<[string, object, RegExp]>([
  ['a prize that would wait for a claim', { prizes: [{ count: 1, amount: 200_000 }] }, /200000 kr\./],
  ['an unknown game', { game: 'bingo' }, /no game "bingo"/],
  ['an unknown condition', { condition: 'joker' }, /condition/],
  ['no prize', { prizes: [] }, /prizes/],
  ['a period that ends before it begins', { until: '2026-01-01' }, /before the first day/],
  ['a first day that is over', { from: '2025-12-31' }, /lies in the past/],
  ['one language', { en: undefined }, /en/],
  ['what is not known', { colour: 'red' }, /colour/],
])('a file with %s is refused in words', (_, changed, message) => {
  const dates = { from: '2026-12-01', until: '2026-12-31' };
  expect(() => read({ ...dates, ...changed })).toThrow(
    expect.objectContaining(refused('EC_INVALID_INPUT', message)),
  );
});

test('it is added and taken back before its period, one at a time, neither once it has begun', async () => {
  await at.open();
  const period = { from: await dayAfter(1), until: await dayAfter(2) };
  await add({ ...period, id: 'mistok' });
  await expect(add(period)).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /mistok runs/));
  await remove('mistok');
  await expect(remove('mistok')).rejects.toMatchObject(refused('EC_NO_DATA_FOUND', /mistok/));
  const begun = add({ ...period, from: await dayAfter(0) });
  await expect(begun).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /has begun/));
  await add(period);
  expect(await listPromotions(own.db)).toEqual([{ ...file, ...period }]);
  const first = await at.onSale();
  expect(await raffleOf(first.number)).toBeNull();

  await cancelDraw(own.db, first.drawId, { actor: 'gunna', reason: 'test' });
  draw = await at.onSale();
  await expect(remove(file.id)).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /has begun/));
  for (const statement of ["UPDATE promotions SET condition = 'all'", 'DELETE FROM promotions'])
    await expect(own.pool.query(statement)).rejects.toThrow(/jokerleikur/);
  const { id, condition, prizes, is, en } = file;
  const shown = { id, condition, prizes, ...period };
  expect(await raffleOf(draw.number)).toEqual({ ...shown, ...is });
  expect(await raffleOf(draw.number, 'en')).toEqual({ ...shown, ...en });
  expect(await raffleOf(draw.number + 1)).toMatchObject({ id });
  expect(await raffleOf(draw.number + 2)).toBeNull();
  expect((await get(app, '/lotto/raffle/lotto/1')).body.code).toBe('EC_NO_DATA_FOUND');
  expect((await get(app, '/lotto/raffle/bingo/1')).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
});

test('a ticket with Joker says that its number comes with the seal; others are not in it', async () => {
  player = await at.player(50_000);
  ({ cookie } = await addSession(own, player));
  await readsIn(own, player, 'en');
  joker = await at.buy({ playerId: player, rows: [row], joker: '99999', drawCount: 3 });
  plain = await at.buy({ playerId: player, rows: [row] });
  system = await at.buy({ playerId: player, rows: [[...row, 36]], system: 6, joker: '88888' });
  given = await at.buy({ playerId: player, rows: [row], joker: '77777' });
  await at.buy({ playerId: await at.player(5000), rows: [row], joker: '66666' });
  const ticketId = encodeId(given.ticketId);
  expect((await post(app, '/lotto/cancel', { ticketId }, { cookie })).status).toBe(200);
  const promotion = { id: 'jokerleikur', numbers: [], status: 'pending', amountWin: 0 };
  expect((await ticketOf(joker)).promotions).toEqual([{ ...promotion, ...file.is }]);
  expect((await ticketOf(joker, { locale: 'en' })).promotions).toEqual([{ ...promotion, ...file.en }]);
  expect((await ticketOf(joker, { nth: 1 })).promotions).toHaveLength(1);
  // The third draw of the ticket lies after the period.
  expect((await ticketOf(joker, { nth: 2 })).promotions).toEqual([]);
  expect((await ticketOf(plain)).promotions).toEqual([]);
  expect((await ticketOf(given)).promotions).toEqual([]);
});

test('sealed, each has the place of its line in the book; nothing is drawn before the result', async () => {
  await at.seal(draw);
  const [ownNumber] = (await ticketOf(joker)).promotions[0]?.numbers ?? [];
  const [ofSystem] = (await ticketOf(system)).promotions[0]?.numbers ?? [];
  expect(new Set([ownNumber, ofSystem]).size).toBe(2);
  // The path of the proof says the same, to whoever checks it without this program.
  const { placeOf } = await import(new URL('../../../tools/check-proof.mjs', import.meta.url).href);
  for (const [bought, number] of [[joker, ownNumber] as const, [system, ofSystem] as const]) {
    const ids = `${encodeId(bought.ticketId)}/${encodeId(bought.couponIds[0] ?? '')}`;
    const { body } = await get<ApiAnswer<'lotto.proof'>>(app, `/lotto/proof/${ids}`, cookie);
    expect(placeOf(body.path, 4)).toBe(number);
  }
  for (const count of [1, 2, 3, 5, 6, 7, 11, 64, 100])
    for (let leaf = 0; leaf < count; leaf += 1) expect(placeOf(pathOf(leaf, count), count)).toBe(leaf + 1);
  await expect(enter([1])).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /result is confirmed/));
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6, '00000');
  await at.settle(draw.drawId);

  const book = await app.request(`http://localhost/api/proxy/lotto/book/lotto/${draw.number}`);
  const lines = gunzipSync(await book.arrayBuffer())
    .toString('latin1')
    .trim()
    .split('\n')
    .slice(1);
  entrants = lines.flatMap((line, index) => (line.includes('side=-') ? [] : [index + 1]));
  outside = lines.findIndex((line) => line.includes('side=-')) + 1;
  expect(lines[(ownNumber ?? 0) - 1]).toContain('side=99999');
  expect(lines[(ofSystem ?? 0) - 1]).toContain('side=88888');
});

test('numbers that cannot be drawn are refused, by whoever enters them', async () => {
  const invalid = (message: RegExp) => refused('EC_TICKET_INVALID_SELECTIONS', message);
  const [first = 0, ...others] = entrants;
  const of = (...numbers: number[]) => numbers;
  await expect(enter(of(first, first, ...others.slice(1)))).rejects.toMatchObject(invalid(/twice/));
  await expect(enter(of(outside, ...others))).rejects.toMatchObject(invalid(/does not take part/));
  await expect(enter(of(0, ...others))).rejects.toMatchObject(invalid(/not in the seal/));
  await expect(enter(of(99, ...others))).rejects.toMatchObject(invalid(/from 1 to 4/));
  // Fewer coupons than prizes: each of them wins.
  await expect(enter(others)).rejects.toMatchObject(invalid(/3 numbers are drawn/));
  await expect(confirm(entrants)).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /Nobody/));
  const other = { drawId: (await at.onSale()).drawId, numbers: [1], actor: 'gunna' };
  await expect(enterRaffle(own.db, other)).rejects.toMatchObject(
    refused('EC_ACTION_NOT_ALLOWED', /released/),
  );
  await expect(pay()).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /not confirmed/));
});

test('two persons draw the same numbers in the same order; repeating changes nothing', async () => {
  await payDraw(own.db, draw.drawId, 'sigga');
  const [number = 0] = (await ticketOf(joker)).promotions[0]?.numbers ?? [];
  const numbers = [number, ...entrants.filter((each) => each !== number)];
  await enter(numbers);
  await enter(numbers);
  expect((await ticketOf(joker)).promotions[0]?.status).toBe('pending');
  expect(await raffleOf(draw.number)).not.toHaveProperty('held');
  expect(await verdictOf(plain)).toBe('none');
  expect(await verdictOf(system)).toBe('unknown');

  for (const same of spellingsOf('gunna'))
    await expect(confirm(numbers, same)).rejects.toMatchObject(
      refused('EC_ACTION_NOT_ALLOWED', /another person/),
    );
  await expect(confirm(numbers.toReversed())).rejects.toMatchObject(
    refused('EC_INVALID_COMBINATION', /gunna entered/),
  );
  const marks = async () => (await raffleMarks(own.db, 'lotto', [draw.number]))[draw.number];
  expect(await marks()).toEqual({ condition: 'side', wins: null });
  await confirm(numbers);
  expect(await marks()).toEqual({ condition: 'side', wins: null });
  await confirm(numbers);
  await expect(confirm(numbers.toReversed())).rejects.toMatchObject(
    refused('EC_ACTION_NOT_ALLOWED', /has been held/),
  );
  await expect(enter(numbers)).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /has been held/));
  const amounts = [150_000, 10_000, 10_000];
  expect((await raffleOf(draw.number))?.held).toEqual({
    coupons: numbers.length,
    numbers: numbers.map((each, index) => ({ number: each, amount: amounts[index] })),
  });
  expect((await ticketOf(joker)).promotions[0]).toMatchObject({ status: 'won', amountWin: 150_000 });
});

test('credited once, with a letter each, from the account of raffles', async () => {
  const before = await at.balance(player);
  const all = entrants.length;
  const runs = await Promise.all([pay(), pay(), pay()]);
  expect(runs.map(({ paid }) => paid).sort()).toEqual([0, 0, all]);
  // All but one of those that take part are this player's.
  expect(await at.balance(player)).toBe(before + 150_000 + (all - 2) * 10_000);
  expect((await ticketOf(joker)).promotions[0]).toMatchObject({ status: 'paid', amountWin: 150_000 });
  expect((await ticketOf(joker)).amountWin).toBe(0);
  expect([await verdictOf(joker), await verdictOf(system)]).toEqual(['win', 'win']);

  const { [draw.number]: marks } = await raffleMarks(own.db, 'lotto', [draw.number]);
  const markOf = (text: string) => createHash('sha256').update(`raffle ${text}`).digest('hex').slice(0, 32);
  expect(marks?.wins).toHaveLength(all);
  expect(marks?.wins).toContain(markOf(encodeId(joker.couponIds[0] ?? '')));
  expect(marks?.wins).not.toContain(markOf(encodeId(plain.couponIds[0] ?? '')));

  const { body } = await get<ApiAnswer<'account.transactions'>>(
    app,
    '/user/transactions/1?transactionType=winnings',
    cookie,
  );
  expect(body.transactions.map(({ amount, type }) => [amount, type])).toContainEqual([150_000, 'winnings']);
  expect(body.transactions[0]).toMatchObject({
    description: expect.stringMatching(/^Lottó, miði \S+$/),
    hasDetails: true,
  });
  const letters = (await waitingLetters(own)).filter(({ kind }) => kind === 'raffleWin');
  expect(letters).toHaveLength(all);
  const [letter] = letters.filter(({ subject }) => subject.includes('150.000'));
  expect(letter).toMatchObject({
    playerId: player,
    subject: expect.stringMatching(/^You won 150\.000\D+ in a raffle$/),
  });
  expect(letter?.text).toContain(encodeId(joker.ticketId).slice(0, 4));
});

test('a draw that is cancelled holds no raffle, and its coupons are in none', async () => {
  const next = await at.onSale();
  await at.seal(next);
  expect((await ticketOf(joker, { nth: 1 })).promotions[0]?.numbers).toEqual([1]);
  await cancelDraw(own.db, next.drawId, { actor: 'gunna', reason: 'test' });
  expect(await raffleOf(next.number)).toBeNull();
  expect((await ticketOf(joker, { nth: 1 })).promotions).toEqual([]);
  await expect(
    enterRaffle(own.db, { drawId: next.drawId, numbers: [1], actor: 'gunna' }),
  ).rejects.toMatchObject(refused('EC_ACTION_NOT_ALLOWED', /holds no raffle/));
});
