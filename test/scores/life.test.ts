/** The life of a draw of a game that the product does not know: sold, sealed, settled, paid, proven. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Command, UsageError } from '#operator/command.ts';
import { commandsOf } from '#operator/commands.ts';
import { findCommand, parseInput } from '#operator/words.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { readFacts } from '#server/draws/facts.ts';
import { evidence, proofOf } from '#server/draws/seal/evidence.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { couponOf } from '#server/draws/ticket.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { kinds } from './kind.ts';
import { bringFigures, guaranteed, openMarket, purchaseOf } from './market.ts';
import { matchCount, mirrored, type Score } from './rules.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let draw: Draw;
type Sold = ReturnType<typeof purchaseOf> & { supportId?: number };
const sold: Record<string, Sold> = {};

/** The away teams win the first three matches, the others end equal; match 7 was not played. */
const right: Score[] = Array.from({ length: matchCount }, (_, match) =>
  match < 3 ? [match, match + 1] : [match % 4, match % 4],
);
const outcome = Object.fromEntries(right.map(([home, away], match) => [match + 1, `${home}-${away}`]));
const played = { ...outcome, 7: 'void' };
/** Wrong in so many matches, from the last; what is said of match 7 is right whatever it is. */
const wrongIn = (count: number, void7: Score = [3, 3]): Score[] =>
  right.map((score, match) => (match === 6 ? void7 : match >= matchCount - count ? [9, 0] : score));

beforeAll(async () => {
  own = await testDatabase();
  draw = await openMarket(own, 12);
  at = drawFixture(own);
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  const tickets: Record<string, Score[][]> = {
    all: [wrongIn(0)],
    mixed: [wrongIn(1), wrongIn(4), wrongIn(1, [15, 15])],
    ten: [wrongIn(2), right.map(() => [0, 0])],
    lost: [wrongIn(3)],
    many: Array.from({ length: 300 }, (_, row) => wrongIn(4 + (row % 9))),
    most: Array.from({ length: 20_000 }, (_, row) => (row % 400 === 0 ? wrongIn(2) : wrongIn(4))),
  };
  for (const [name, rows] of Object.entries(tickets)) {
    sold[name] = purchaseOf(draw, await at.player(100_000), rows);
  }
  // Three matches of unequal goals, the wrong way round: eight rows.
  const turned = right.map(([home, away]): Score => [away, home]);
  sold['turned'] = { ...purchaseOf(draw, await at.player(100_000), [turned], mirrored), supportId: 107 };
  await Promise.all(Object.values(sold).map(sell));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const drawId = () => draw.drawId;
const idsOf = ({ ticketId, coupons }: Sold) => ({
  ticketId: encodeId(ticketId),
  couponId: encodeId(coupons[0]?.couponId ?? ''),
});

/** As an operator types it, with the options that the kind brings. */
async function operator(actor: string, line: string) {
  const argv = `${line} --as ${actor}`.split(' ');
  const command = findCommand(commandsOf(kinds), argv) as Command;
  const log = createLog('test', 2, 'silent');
  const context = { database: own, config: own.config, kinds, log, actor, running: false, reason: null };
  return command.run({ ...context, recordId: null, progress: () => {} }, parseInput(command, argv));
}
const typed = (outcome: object) =>
  Object.entries(outcome)
    .map((pair) => pair.join(':'))
    .join();
const enter = (actor: string, part: object) =>
  operator(actor, `draw enter ${draw.game} ${draw.number} --scores ${typed(part)}`);
const confirm = (actor: string, whole: object) =>
  operator(actor, `draw confirm ${draw.game} ${draw.number} --scores ${typed(whole)}`);

test('a wrong stake is refused by the check that all games share', async () => {
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  const purchase = { ...purchaseOf(draw, await at.player(5_000), [right]), stake: 50 };
  await expect(sell(purchase)).rejects.toMatchObject({ code: 'EC_INVALID_AMOUNT' });
});

test('closed and sealed: every row of a coupon is in its leaf, or the hash of them all', async () => {
  await closeDraw(own.db, drawId(), { actor: 'gunna', reason: 'test' });
  const seal = await sealDraw(own.db, own.config, drawId());
  expect([seal.coupons, seal.rows, seal.stakes, seal.sideStakes]).toEqual([7, 20_315, 20_315, 0]);
  const leafOf = async (name: string) => {
    const purchase = sold[name] as Sold;
    return proofOf(own.db, kinds, purchase.playerId, idsOf(purchase));
  };
  const all = right.map(([home, away], match) => (match === 6 ? '33' : `${home}${away}`)).join('');
  expect((await leafOf('all')).leaf).toContain(` rows=${all} system=0 stake=1`);
  expect((await leafOf('turned')).leaf).toMatch(/ rows=102132330011\S{14} system=1 club=107 stake=8$/);
  const most = await leafOf('most');
  expect(most.leaf).toMatch(/ rows=sha256:[0-9a-f]{64} system=0 stake=20000$/);
  expect(most.rows?.split('_').length).toBe(20_000);
});

test('the outcome comes in parts, and is confirmed when it is whole and equal', async () => {
  const scoresOf = (from: number, to: number) =>
    Object.fromEntries(
      Object.entries(played).filter(([match]) => Number(match) >= from && Number(match) <= to),
    );
  await untilHeld(own.db, drawId());
  const known = async () => {
    const { facts, isConfirmed } = await readFacts(own.db, kinds, draw.game, draw.number);
    return { scores: Object.fromEntries(facts.map(({ name, value }) => [name, value])), isConfirmed };
  };
  expect(await known()).toEqual({ scores: {}, isConfirmed: false });
  await enter('gunna', scoresOf(1, 5));
  expect(await known()).toEqual({ scores: scoresOf(1, 5), isConfirmed: false });
  await expect(enter('gunna', { 14: '1-0' })).rejects.toMatchObject({ code: 'EC_TICKET_INVALID_SELECTIONS' });
  await expect(enter('gunna', { 6: '16-0' })).rejects.toMatchObject({ code: 'EC_TICKET_INVALID_SELECTIONS' });
  const numbers = operator('gunna', `draw enter ${draw.game} ${draw.number} --numbers 1,2,3`);
  await expect(numbers).rejects.toThrow(UsageError);
  await enter('gunna', scoresOf(6, 9));
  await expect(confirm('jonas', scoresOf(1, 9))).rejects.toMatchObject({
    options: { details: { message: expect.stringContaining('cannot be confirmed') } },
  });
  expect((await at.draw(drawId())).state).toBe('released');
  await enter('gunna', scoresOf(10, 13));
  expect(await known()).toEqual({ scores: played, isConfirmed: false });
  await expect(confirm('jonas', { ...played, 7: '1-1' })).rejects.toMatchObject({
    code: 'EC_INVALID_COMBINATION',
  });
  await expect(confirm('gunna', played)).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
  await confirm('jonas', played);
  expect(await known()).toEqual({ scores: played, isConfirmed: true });
  expect((await at.draw(drawId())).state).toBe('confirmed');
});

test('without the figures from abroad the draw halts, and goes on when they are there', async () => {
  await expect(settleDraw(own.db, own.config, drawId())).rejects.toThrow(/figures are missing/);
  expect(await at.value(sql`SELECT code FROM draw_alarms WHERE draw_id = ${drawId()}`)).toBe(
    'figures_missing',
  );
  await bringFigures(own.db, own.config, draw, { 3: 50 });
  // 20,315 kr.: fund 9,345, shares 3,738, 2,803 and 2,055; the third holds more than its minimum.
  const settled = await settleDraw(own.db, own.config, drawId());
  expect(settled).toMatchObject({ already: false, winningCoupons: 5, sidePaid: 0 });
  const { rows } = await sql<{ tier: number; winners: number; amount: number }>`
    SELECT tier, winners, amount FROM draw_prizes WHERE draw_id = ${drawId()} ORDER BY tier`.execute(own.db);
  expect(rows).toEqual([
    { tier: 1, winners: 2, amount: 1_860 },
    { tier: 2, winners: 5, amount: 560 },
    { tier: 3, winners: 54, amount: 30 },
  ]);
  // What the shares leave of the fund, and what rounding leaves of the pools.
  const fund = sql`SELECT sum(CASE a.account_id WHEN t.credit_account THEN amount ELSE -amount END)::bigint
    FROM ledger_accounts a JOIN ledger_transfers t ON a.account_id IN (t.debit_account, t.credit_account)
    WHERE a.kind = 'guarantee_fund'`;
  expect(await at.value<number>(fund)).toBe(guaranteed + 749 + 18 + 3 + 435);
});

test('paid into the wallets, shown as tickets', async () => {
  await payDraw(own.db, drawId(), 'gunna');
  const shown = async (name: string) => {
    const { playerId } = sold[name] as Sold;
    const { head, result } = await couponOf(
      { pages: own.db, secret: 's', locale: 'is' },
      playerId,
      idsOf(sold[name] as Sold),
    );
    return {
      status: head.status,
      amount: head.amountWin,
      outcome: result?.outcome,
      balance: await at.balance(playerId),
    };
  };
  expect(await shown('all')).toEqual({ status: 'paid', amount: 1_860, outcome: played, balance: 101_859 });
  expect(await shown('mixed')).toMatchObject({ status: 'paid', amount: 1_120, balance: 101_117 });
  expect(await shown('ten')).toMatchObject({ status: 'paid', amount: 30, balance: 100_028 });
  expect(await shown('lost')).toMatchObject({ status: 'lost', amount: 0, balance: 99_999 });
  expect(await shown('turned')).toMatchObject({ status: 'paid', amount: 3_630, balance: 103_622 });
  expect(await shown('many')).toMatchObject({ status: 'lost', amount: 0, balance: 99_700 });
  expect(await shown('most')).toMatchObject({ status: 'paid', amount: 1_500, balance: 81_500 });
});

test('proven offline by the checker that anybody can run', async () => {
  const checker = new URL('../../tools/check-proof.mjs', import.meta.url).href;
  const { check } = (await import(checker)) as { check: (...args: unknown[]) => Record<string, boolean> };
  const { settlement, ...seal } = await evidence(own.db, draw.game, draw.number);
  const lines = kinds.of(draw.game).signedLines(settlement?.outcome ?? {});
  const shown = {
    gameId: draw.game,
    draw: draw.number,
    ...seal,
    settlement: { ...settlement, outcome: lines },
  };
  for (const purchase of Object.values(sold)) {
    const proof = await proofOf(own.db, kinds, purchase.playerId, idsOf(purchase));
    const checks = check(shown, proof, [seal.publicKey]);
    expect(Object.keys(checks).length).toBe(purchase.rowCount >= 300 ? 9 : 8);
    expect(Object.values(checks).every(Boolean), JSON.stringify(checks)).toBe(true);
  }
  const changed = {
    ...shown,
    settlement: { ...shown.settlement, outcome: [...lines.slice(1), 'match 1 9-9'] },
  };
  const proof = await proofOf(own.db, kinds, sold['ten']?.playerId ?? 0, idsOf(sold['ten'] as Sold));
  expect(Object.values(check(changed, proof, [seal.publicKey])).filter((ok) => !ok).length).toBe(1);
  const most = await proofOf(own.db, kinds, sold['most']?.playerId ?? 0, idsOf(sold['most'] as Sold));
  const { rows: _, ...without } = most;
  for (const altered of [{ ...most, rows: `${most.rows}_${most.rows}` }, without]) {
    const failed = Object.entries(check(shown, altered, [seal.publicKey])).filter(([, ok]) => !ok);
    expect(failed.map(([name]) => name)).toEqual(['the rows of the proof are those of the leaf']);
  }
});
