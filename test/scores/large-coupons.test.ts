/** Coupons of thousands of rows: several blocks of the sealed book, each coupon proven and published. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { couponsAt } from '#server/draws/raffles/entrants.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { evidence, findInBook, proofOf } from '#server/draws/seal/evidence.ts';
import { createPublishedBooks } from '#server/draws/seal/published-book.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { createLog } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { kinds } from './kind.ts';
import { bringFigures, openMarket, purchaseOf } from './market.ts';
import { matchCount, mirrored, type Score } from './rules.ts';

const right: Score[] = Array.from({ length: matchCount }, (_, match) => [match % 5, 15]);
const wrong: Score[] = right.map(() => [7, 7]);
/** The last row is right. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => (row + 1 < count ? wrong : right));
const counts = [20_000, 10, 20_000, 300, 20_000, 20_000, 1, 20_000];

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let draw: Draw;
let sold: ReturnType<typeof purchaseOf>[];
beforeAll(async () => {
  own = await testDatabase();
  draw = await openMarket(own, 3);
  at = drawFixture(own);
  const sell = createSell(own.pipeline, createLog('test', 2, 'silent'));
  sold = [];
  for (const count of counts) sold.push(purchaseOf(draw, await at.player(50_000), rowsOf(count)));
  sold.push(purchaseOf(draw, await at.player(50_000), [right], mirrored));
  await Promise.all(sold.map(sell));
  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const couponOf = (purchase: (typeof sold)[number]) => purchase.coupons[0]?.couponId ?? '';

test('a ticket whose rows do not follow from its marks is not sealed, and is named', async () => {
  const system = sold.at(-1) as (typeof sold)[number];
  const where = `WHERE ticket_id = '${system.ticketId}'`;
  await at.tamper('tickets', `UPDATE tickets SET row_count = 4096 ${where}`);
  const refused = `coupon ${encodeId(couponOf(system))} has 8192 rows, and was sold as 4096`;
  await expect(sealDraw(own.db, own.config, draw.drawId)).rejects.toThrow(refused);
  expect(await at.value<number>(sql`SELECT count(*) FROM book_blocks`)).toBe(0);
  await at.tamper('tickets', `UPDATE tickets SET row_count = 8192 ${where}`);
});

test('blocks are bounded by rows, and every coupon is found by its id and by its place', async () => {
  const rows = counts.reduce((sum, count) => sum + count, 8_192);
  expect(await sealDraw(own.db, own.config, draw.drawId)).toMatchObject({ coupons: sold.length, rows });
  expect(await at.value<number>(sql`SELECT count(*) FROM book_blocks`)).toBeGreaterThan(1);
  const ids = sold.map(couponOf).toSorted();
  const places = ids.map((_, index) => index + 1);
  const found = await couponsAt(own.db, draw.drawId, places);
  expect(found).toEqual(ids.map((id) => id.replaceAll('-', '')));
  for (const [place, id] of ids.entries())
    expect((await findInBook(own.db, draw.drawId, id))?.leaf).toBe(place);
  await expect(couponsAt(own.db, draw.drawId, [ids.length + 1])).rejects.toThrow('has no coupon');
});

test('counted by both engines, proven coupon by coupon, and published row by row', async () => {
  await untilHeld(own.db, draw.drawId);
  const outcome = Object.fromEntries(right.map(([home, away], match) => [match + 1, `${home}-${away}`]));
  const { drawId } = draw;
  await transaction(own.db, (tx) => enterResult(tx, kinds, { drawId, outcome, actor: 'gunna' }));
  await transaction(
    own.db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
  await bringFigures(own.db, own.config, draw, {});
  expect(await settleDraw(own.db, own.config, drawId)).toMatchObject({ winningCoupons: sold.length });

  const load = (name: string) => import(new URL(`../../tools/${name}`, import.meta.url).href);
  const [{ leafHash, playedHash, rootOfPath }, { leafPart, rootOf }] = await Promise.all(
    ['check-proof.mjs', 'count-book.mjs'].map(load),
  );
  const { merkleRoot } = await evidence(own.db, draw.game, draw.number);
  for (const purchase of sold) {
    const ids = { ticketId: encodeId(purchase.ticketId), couponId: encodeId(couponOf(purchase)) };
    const proof = await proofOf(own.db, kinds, purchase.playerId, ids);
    expect(rootOfPath(leafHash(proof), proof.path).toString('hex')).toBe(merkleRoot);
    expect(proof.rows?.split('_').length).toBe(purchase.rowMasks.length > 10 ? purchase.rowCount : undefined);
  }
  const { parts } = await createPublishedBooks(own)(draw.game, draw.number);
  const bytes = await Array.fromAsync(parts, (part) => Buffer.from(part));
  const [, ...lines] = gunzipSync(Buffer.concat(bytes)).toString('latin1').trimEnd().split('\n');
  const hashes = lines.map((line) =>
    playedHash(Buffer.from(line.slice(0, 64), 'hex'), leafPart(line.slice(65))),
  );
  expect(rootOf(hashes)).toBe(merkleRoot);
});
