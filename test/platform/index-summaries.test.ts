/** New ranges of BRIN indexes are summarized by the worker, whose role does not own them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { summaryDeadline } from '#server/platform/index-summaries.ts';
import { sql } from '#server/platform/sql.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const unsummarized = async () => {
  const { rows } = await sql<{ ranges: number }>`
    SELECT brin_summarize_new_values('payments_changed'::regclass)
      + brin_summarize_new_values('coupon_payouts_paid'::regclass) AS ranges`.execute(own.adminDb);
  return rows[0]?.ranges;
};

test('ranges that nobody has summarized are, once a minute', async () => {
  await own.adminPool.query('ALTER TABLE coupon_payouts SET (autovacuum_enabled = off)');
  expect(await unsummarized()).toBe(0);
  let nowMs = 0;
  const deadline = summaryDeadline(() => nowMs);
  const pay = (draw: number) =>
    own.pool.query(
      `INSERT INTO coupon_payouts SELECT $1, n, gen_random_uuid(), domain_now()
       FROM generate_series(1, 30000) n`,
      [draw],
    );
  await pay(1);
  await deadline.run(own.db);
  expect(await unsummarized()).toBe(0);
  expect(await deadline.isHeldBack?.(own.db)).toBe(true);
  await pay(2);
  expect(await unsummarized()).toBeGreaterThan(0);
  nowMs = 60_000;
  expect(await deadline.isHeldBack?.(own.db)).toBe(false);
});
