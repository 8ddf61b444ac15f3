import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import type { Purchase } from './purchase.ts';
import { purchaseRows } from './purchase-rows.ts';

let data: TestDatabase;
beforeAll(async () => {
  data = await testDatabase();
});
afterAll(() => data.close());

/** What PostgreSQL reads, in the words of the purchase. */
async function readBack(batch: readonly Purchase[]): Promise<unknown[]> {
  const { rows } = await data.pool.query(
    `SELECT player_id AS "playerId", ticket_id AS "ticketId", game,
      (SELECT jsonb_agg(jsonb_build_object('drawId', d, 'couponId', c))
        FROM unnest(draw_ids, coupon_ids) u(d, c)) AS coupons,
      stake, row_masks::text[] AS "rowMasks", second_masks::text[] AS "secondMasks",
      quick_picks AS "quickPicks", system,
      row_count AS "rowCount", side, channel, ip, affiliate_id AS "affiliateId", key,
      encode(hash, 'hex') AS "inputHash", session, support_id AS "supportId"
    FROM unnest($1::purchase[])`,
    [purchaseRows(batch)],
  );
  return rows;
}

const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
/** PostgreSQL keeps no text with a zero in it. */
const words = fc
  .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\\"'{}(),\s NUL]*$/))
  .map((text) => text.replaceAll('\0', '').toWellFormed());
/** Numbers where they are exact, up to the last bit of a word as bigints. */
const masks = fc.array(fc.oneof(fc.integer({ min: 1, max: 2 ** 50 }), fc.bigInt(2n ** 53n, 2n ** 63n - 1n)), {
  minLength: 1,
  maxLength: 10,
});
const bytes = fc.integer({ min: 1, max: 40 }).map((length) => randomBytes(length));

const purchase: fc.Arbitrary<Purchase> = fc.record({
  playerId: fc.integer({ min: 1, max: 2 ** 40 }),
  game: words,
  ticketId: orNull(fc.constant(null).map(newId)),
  coupons: fc.array(
    fc.record({ drawId: fc.integer({ min: 1, max: 2 ** 40 }), couponId: fc.constant(null).map(newId) }),
    { minLength: 1, maxLength: 10 },
  ),
  stake: fc.integer({ min: 1, max: 2 ** 31 }),
  rowMasks: masks,
  secondMasks: orNull(masks),
  quickPicks: fc.integer({ min: 0, max: 1023 }),
  system: fc.integer({ min: 0, max: 10 }),
  rowCount: fc.integer({ min: 1, max: 300 }),
  side: orNull(words),
  channel: orNull(words),
  ip: orNull(words),
  affiliateId: orNull(fc.integer({ min: 1, max: 2 ** 40 })),
  supportId: orNull(fc.integer({ min: 1, max: 99_999 })),
  key: orNull(words),
  inputHash: orNull(bytes.map((value) => value.toString('hex'))),
  session: orNull(bytes),
});

test('whatever stands in a purchase, PostgreSQL reads the same', async () => {
  const batches = fc.array(purchase, { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const written = batch.map(({ rowMasks, secondMasks, ...others }) => ({
        ...others,
        rowMasks: rowMasks.map(String),
        secondMasks: secondMasks?.map(String) ?? null,
      }));
      expect(await readBack(batch)).toEqual(written);
    }),
    { numRuns: 200 },
  );
});
