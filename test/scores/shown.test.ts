/** What the owner of a ticket and anybody else see over HTTP, by the product's own calls. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { DescribedResult } from '#contract/described.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { createSell } from '#server/sales/sell.ts';
import { testApp } from '#test/harness/app.ts';
import { get } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { untilHeld } from '#test/harness/draws.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { kinds } from './kind.ts';
import { bringFigures, openMarket, purchaseOf } from './market.ts';
import { matchCount, mirrored, type Score } from './rules.ts';

let own: TestDatabase;
let draw: Draw;
let app: ReturnType<typeof testApp>['app'];
let forget: () => void;
let owner: TestPlayer;
let other: TestPlayer;
const dataDir = mkdtempSync(join(tmpdir(), 'scores-shown-'));

const right: Score[] = Array.from({ length: matchCount }, (_, match) => [match, 3]);
const wrong: Score[] = right.map(() => [15, 15]);
const outcome = { ...Object.fromEntries(right.map(([h, a], match) => [match + 1, `${h}-${a}`])), 7: 'void' };
const bought: Record<string, { ticketId: string; couponId: string }> = {};

beforeAll(async () => {
  own = await testDatabase();
  draw = await openMarket(own, 12);
  own.config = { ...own.config, dataDir };
  ({ app, forget } = testApp(own));
  [owner, other] = (await addPlayers(own, 2, 100_000)) as [TestPlayer, TestPlayer];
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  const tickets = {
    rows: purchaseOf(draw, owner.playerId, [right, wrong]),
    turned: purchaseOf(draw, owner.playerId, [right.map(([home, away]): Score => [away, home])], mirrored),
    long: purchaseOf(
      draw,
      owner.playerId,
      Array.from({ length: 20_000 }, () => wrong),
    ),
  };
  for (const [name, purchase] of Object.entries(tickets)) {
    await sell(purchase);
    const [coupon] = purchase.coupons;
    bought[name] = { ticketId: encodeId(purchase.ticketId), couponId: encodeId(coupon?.couponId ?? '') };
  }
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Ticket = Extract<ApiAnswer<'lotto.ticket'>, { play: unknown }>;

const addressOf = (call: string, name: string) =>
  `/lotto/${call}/${bought[name]?.ticketId}/${bought[name]?.couponId}`;
async function ticketOf(name: string): Promise<Ticket> {
  return (await get<Ticket>(app, addressOf('ticket', name), owner.cookie)).body;
}
const marksOf = (scores: readonly string[]) => scores.map((text, at) => ({ place: String(at + 1), text }));
const written = (row: readonly Score[]) => row.map(([home, away]) => `${home}-${away}`);

test('a ticket shows its marks to its owner alone, the first rows of a long one', async () => {
  const ticket = await ticketOf('rows');
  expect(ticket).toMatchObject({ gameId: 'scores', draw: 12, stake: 2, status: 'pending' });
  const rows = [{ marks: marksOf(written(right)) }, { marks: marksOf(written(wrong)) }];
  expect(ticket.play).toEqual({ rows, rowCount: 2 });
  const long = await ticketOf('long');
  expect([long.play.rows.length, long.play.leftOut, long.play.rowCount]).toEqual([10, 19_990, 20_000]);
  expect((await ticketOf('turned')).play.note).toEqual({
    is: 'og öll úrslit öfug',
    en: 'and every score the other way round',
  });
  const strange = await get(app, addressOf('ticket', 'rows'), other.cookie);
  expect([strange.status, strange.body.code]).toEqual([400, 'EC_TICKET_NOT_FOUND']);
});

test('lists, the ticket number and the names of the game', async () => {
  const list = await get<ApiAnswer<'tickets.list'>>(app, '/user/tickets/1', owner.cookie);
  expect(list.body.tickets.map(({ gameId, rowCount }) => [gameId, rowCount])).toEqual([
    ['scores', 20_000],
    ['scores', 2 ** 12],
    ['scores', 2],
  ]);
  const number = bought['rows']?.ticketId.slice(0, 8);
  const found = await get<ApiAnswer<'tickets.find'>>(
    app,
    `/user/ticket-number?number=${number}`,
    owner.cookie,
  );
  expect(found.body.tickets.map(({ ticketId }) => ticketId)).toEqual([bought['rows']?.ticketId]);
  const sought = await get<ApiAnswer<'content.search'>>(app, '/dato/search?locale=is&query=12');
  expect(sought.body.draws).toMatchObject([{ gameId: 'scores', draw: 12 }]);
  const { body } = await get<ApiAnswer<'results.gameNames'>>(app, '/result/game-names');
  const name = { is: 'Úrslitaspá', en: 'Scores' };
  expect(body.games).toMatchObject([
    { gameId: 'scores', name },
    { gameId: 'scores-weekly', name },
  ]);
});

test('before its result a draw is waited for, and other games are not known', async () => {
  const { body } = await get<ApiAnswer<'lotto.undrawn'>>(app, '/lotto/undrawn/scores');
  expect(body.draws).toMatchObject([{ draw: 12, stage: 'onSale' }]);
  for (const path of ['/lotto/undrawn/bingo', '/lotto/evidence/bingo/1', '/result/pots?gameId=bingo'])
    expect((await get(app, path)).body.code).toBe('EC_PRODUCTTYPE_NOT_FOUND');
});

test('after the draw: hits on the ticket and by code, the result, seal, rules and book', async () => {
  const { drawId } = draw;
  await closeDraw(own.db, drawId, { actor: 'gunna', reason: 'test' });
  await sealDraw(own.db, own.config, drawId);
  await untilHeld(own.db, drawId);
  await transaction(own.db, (tx) => enterResult(tx, kinds, { drawId, outcome, actor: 'gunna' }));
  await transaction(
    own.db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
  await bringFigures(own.db, own.config, draw, {});
  await settleDraw(own.db, own.config, drawId);
  await payDraw(own.db, drawId, 'gunna');
  forget();

  const ticket = await ticketOf('rows');
  expect(ticket.status).toBe('paid');
  const [first, second] = ticket.play.rows.map(({ marks }) => marks.map(({ isRight }) => isRight));
  expect(first).toEqual(right.map(() => true));
  // Of a match that was not played everybody is right.
  expect(second).toEqual(right.map((_, match) => match === 6));
  const scores = right.map(([home, away], match) => (match === 6 ? '–' : `${home}-${away}`));
  const marks = marksOf(scores).map((mark) => (mark.place === '7' ? { ...mark, isOpen: true } : mark));
  const drawn = { name: { is: 'Úrslit leikja', en: 'Results of the matches' }, marks };
  expect(ticket.play.outcome).toEqual(drawn);
  expect((await ticketOf('turned')).play.rows[0]?.marks.every(({ isRight }) => isRight)).toBe(true);

  const checked = await get<ApiAnswer<'lotto.check'>>(app, `/lotto/check/${ticket.receipt.checkCode}`);
  expect(checked.body).toMatchObject({
    verdict: 'win',
    ticket: { gameId: 'scores', draws: [{ draw: 12, amountWin: ticket.amountWin, play: ticket.play }] },
  });

  const { body: result } = await get<DescribedResult>(app, '/result/lotto/latest?gameId=scores');
  expect(result).toMatchObject({ gameId: 'scores', draw: 12, status: 'resulted', outcome: drawn });
  // Of the ticket that plays both ways eleven matches make two rows of one, and match 7 is right either way.
  expect(result.wins.map(({ name, winners }) => [name, winners])).toEqual([
    ['13', 1 + 2],
    ['12', 2 * 11],
    ['11', 2 * 55],
  ]);
  const week = `gameId=scores&week=${result.week}&year=${result.year}`;
  expect((await get(app, `/result/lotto?${week}`)).body).toEqual({ results: [result] });
  expect((await get(app, '/result/pots?gameId=scores')).body).toEqual({ pots: [] });
  expect((await get<ApiAnswer<'results.weeks'>>(app, '/result/weeks')).body.weeks).toMatchObject([
    { gameId: 'scores', week: result.week },
  ]);
  const rules = await get(app, `/lotto/rules/${result.rulesId}`);
  expect(rules.body).toMatchObject({ rulesId: result.rulesId, amountRow: 1 });
  const book = await app.request('/api/proxy/lotto/book/scores/12');
  expect(gunzipSync(Buffer.from(await book.arrayBuffer())).toString()).toMatch(
    /^published book 1 scores 12 scores-2026\n/,
  );
});

test('the draws of the lotteries on sale are not touched by results of another game', async () => {
  const answer = await get<ApiAnswer<'lotto.currentDraws'>>(app, '/lotto/current-draw');
  expect([answer.status, answer.body]).toEqual([200, { draws: [] }]);
});

test('proven by what the product answers, in the browser’s own sum too', async () => {
  const evidence = await get<ApiAnswer<'lotto.evidence'>>(app, '/lotto/evidence/scores/12');
  const checker = new URL('../../tools/check-proof.mjs', import.meta.url).href;
  const { check } = (await import(checker)) as { check: (...args: unknown[]) => Record<string, boolean> };
  const { proofHolds } = await import('#web/features/tickets/verify-proof.ts');
  for (const name of Object.keys(bought)) {
    const { body: proof } = await get<ApiAnswer<'lotto.proof'>>(app, addressOf('proof', name), owner.cookie);
    const checks = check(evidence.body, proof, [evidence.body.publicKey]);
    expect(Object.values(checks).every(Boolean), JSON.stringify(checks)).toBe(true);
    expect(await proofHolds(proof, evidence.body.merkleRoot)).toBe(true);
  }
});

test('a signed file of the newest results lies ready', async () => {
  const file = await app.request('/urslit/skrar/scores/newest.json');
  const { signed } = (await file.json()) as { signed: string };
  expect(JSON.parse(signed.split('\n')[1] ?? '')).toMatchObject({
    gameId: 'scores',
    results: [{ draw: 12, outcome: { marks: expect.any(Array) } }],
  });
  const load = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href);
  const [{ verdictOf }, { couponsToKeep }] = await Promise.all(
    ['shell/offline-check.mjs', 'features/tickets/coupons-to-keep.ts'].map(load),
  );
  const opened = JSON.parse(signed.split('\n')[1] ?? '');
  for (const name of ['rows', 'turned']) {
    const [coupon] = couponsToKeep(await ticketOf(name), 'Scores');
    expect(verdictOf(coupon, opened)).toBe('win');
  }
});
