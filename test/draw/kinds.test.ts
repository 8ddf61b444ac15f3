/** What is true of every draw, held for every kind of game. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isk } from '#rules/values/money.ts';
import { cancelDraw } from '#server/draws/cancel.ts';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { createKinds, type DrawKind, type Posting } from '#server/draws/kind.ts';
import { moveDraw } from '#server/draws/move.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { bookPath } from '#server/draws/seal/book.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { kinds } from '#test/scores/kind.ts';
import { kindCases } from './kind-cases.ts';

describe.each(kindCases)('$name', (kindCase) => {
  let own: TestDatabase;
  let at: ReturnType<typeof drawFixture>;
  let draw: Draw;
  let winner: number;
  let loser: number;
  beforeEach(async () => {
    own = await testDatabase();
    own.config = { ...own.config, kinds };
    at = drawFixture(own);
    draw = await kindCase.open(own, at);
    [winner, loser] = [await at.player(10_000), await at.player(10_000)];
    const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
    await Promise.all([
      sell(kindCase.winner(draw, winner)),
      sell(kindCase.loser(draw, loser)),
      sell(kindCase.loser(draw, winner)),
    ]);
  });
  afterEach(async () => {
    expect(await checkLedger(own.db)).toEqual({ ok: true });
    await own.close();
  });

  const seal = async () => {
    await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
    return sealDraw(own.db, own.config, draw.drawId);
  };
  const entered = (actor: string) => ({ drawId: draw.drawId, outcome: kindCase.outcome, actor });
  const confirm = async () => {
    await untilHeld(own.db, draw.drawId);
    await transaction(own.db, (tx) => enterResult(tx, kinds, entered('gunna')));
    await transaction(own.db, async (tx) => void (await confirmResult(tx, kinds, entered('jonas'))));
    await kindCase.figures(own, draw);
  };
  const settle = () => settleDraw(own.db, own.config, draw.drawId);
  const price = () => draw.amountRow;

  test('sold, sealed, settled by both engines and paid, once however often it is asked', async () => {
    expect(await at.balance(winner)).toBe(10_000 - 2 * price());
    expect(await seal()).toMatchObject({ coupons: 3, rows: 3, stakes: 3 * price() });
    await confirm();
    const both = await Promise.all([settle(), settle()]);
    expect(both.map(({ already }) => already).toSorted()).toEqual([false, true]);
    expect(both[0]).toMatchObject({ winningCoupons: 1 });
    const paid = await Promise.all([1, 2].map(() => payDraw(own.db, draw.drawId, 'sigga')));
    expect(paid.reduce((sum, each) => sum + each.paid, 0)).toBe(1);
    expect(await at.balance(winner)).toBe(10_000 - 2 * price() + (both[0]?.paid ?? 0));
    expect(await at.balance(loser)).toBe(10_000 - price());
    expect((await at.draw(draw.drawId)).state).toBe('closed');
  });

  test('no result before the seal and the draw, and none that only one person entered', async () => {
    const enter = () => transaction(own.db, (tx) => enterResult(tx, kinds, entered('gunna')));
    const refusal = (words: RegExp) => ({
      code: 'EC_ACTION_NOT_ALLOWED',
      options: { details: { message: expect.stringMatching(words) } },
    });
    await expect(enter()).rejects.toMatchObject(refusal(/is still on sale/));
    await seal();
    await expect(enter()).rejects.toMatchObject(refusal(/before that it has no result/));
    await untilHeld(own.db, draw.drawId);
    await enter();
    await expect(
      transaction(own.db, (tx) => confirmResult(tx, kinds, entered('gunna'))),
    ).rejects.toMatchObject(refusal(/another person confirms it/));
    await expect(settle()).rejects.toMatchObject({ code: 'EC_ACTION_NOT_ALLOWED' });
    await expect(payDraw(own.db, draw.drawId, 'sigga')).rejects.toMatchObject({
      code: 'EC_ACTION_NOT_ALLOWED',
    });
  });

  test('cancelled: everybody is refunded once', async () => {
    const why = { actor: 'gunna', reason: 'the machine broke' };
    expect(await cancelDraw(own.db, draw.drawId, why)).toEqual({ refunded: 3 });
    expect(await cancelDraw(own.db, draw.drawId, why)).toEqual({ refunded: 0 });
    expect(await Promise.all([winner, loser].map((player) => at.balance(player)))).toEqual([10_000, 10_000]);
  });

  test('moved to another time, with its seal, and held then', async () => {
    const before = await seal();
    const later = new Date(draw.drawDate.getTime() + 86_400_000);
    await moveDraw(own.db, draw.drawId, later, { actor: 'gunna', reason: 'storm' });
    await confirm();
    expect(await settle()).toMatchObject({ winningCoupons: 1 });
    expect((await at.draw(draw.drawId)).drawDate).toEqual(later);
    expect(await at.value(sql`SELECT merkle_root FROM seals`)).toEqual(before.merkleRoot);
  });

  test('must-hold 76: a book that was altered stops the draw; a lost one is written again', async () => {
    await seal();
    await confirm();
    const file = bookPath(own.config.dataDir, draw.game, draw.number);
    const bytes = readFileSync(file);
    const altered = Buffer.from(bytes);
    altered[bytes.length - 1] = (altered[bytes.length - 1] as number) ^ 1;
    writeFileSync(file, altered);
    await expect(settle()).rejects.toMatchObject({ haltCode: 'book_altered' });
    rmSync(file);
    expect(await settle()).toMatchObject({ winningCoupons: 1 });
    expect(existsSync(file)).toBe(true);
  });

  test('a tier that has winners and no prize line stops the draw, whatever its kind says', async () => {
    await seal();
    await confirm();
    const kind = kinds.of(draw.game);
    const forgetful: DrawKind = {
      ...kind,
      async prizes(...asked) {
        return { ...(await kind.prizes(...asked)), lines: [] };
      },
    };
    const config = { ...own.config, kinds: createKinds([forgetful]) };
    await expect(settleDraw(own.db, config, draw.drawId)).rejects.toMatchObject({
      haltCode: 'prize_line_missing',
    });
    expect(await settle()).toMatchObject({ winningCoupons: 1 });
  });

  test.each<[string, { amount?: number; to?: Posting['to'] }, string]>([
    ['a króna too few', { amount: -1 }, 'money_differs'],
    ['an account that nobody keeps', { to: { account: 'nobody' } }, 'settlement_failed'],
    ['an account of a tier, without it', { to: { account: 'prize_fund' } }, 'settlement_failed'],
  ])('postings with %s stop the draw', async (_, change, haltCode) => {
    await seal();
    await confirm();
    const kind = kinds.of(draw.game);
    const altered: DrawKind = {
      ...kind,
      async prizes(...asked) {
        const { postings, ...prizes } = await kind.prizes(...asked);
        const [first, ...others] = postings as [Posting, ...Posting[]];
        const amount = isk(first.amount + (change.amount ?? 0));
        return { ...prizes, postings: [{ ...first, ...change, amount }, ...others] };
      },
    };
    const config = { ...own.config, kinds: createKinds([altered]) };
    await expect(settleDraw(own.db, config, draw.drawId)).rejects.toMatchObject({ haltCode });
    expect((await at.draw(draw.drawId)).state).toBe('confirmed');
    expect(await settle()).toMatchObject({ winningCoupons: 1 });
  });

  test('engines that differ stop the draw, and nobody is paid', async () => {
    await seal();
    await confirm();
    const mask = BigInt(kindCase.winner(draw, winner).rowMasks[0] ?? 0);
    const change = (from: bigint, to: bigint) =>
      at.tamper('tickets', `UPDATE tickets SET row_masks = '{${to}}' WHERE row_masks = '{${from}}'`);
    await change(mask, mask + 1n);
    await expect(settle()).rejects.toMatchObject({ haltCode: 'engines_differ' });
    expect((await at.draw(draw.drawId)).state).toBe('confirmed');
    await change(mask + 1n, mask);
    expect(await settle()).toMatchObject({ winningCoupons: 1 });
  });
});
