/** What is written about money, tickets and draws stays as it was, also for the application role. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ownDraws } from '#test/harness/own-draws.ts';

const { own, at } = ownDraws();
let drawId: number;

beforeAll(async () => {
  ({ drawId } = await at.onSale());
  await at.buy({ playerId: await at.player(1000), rows: [[1, 2, 3, 4, 5]] });
});

const appendOnly = [
  'ledger_transfers',
  'ledger_accounts',
  'tickets',
  'ticket_secret',
  'coupons',
  'cancellations',
  'coupon_wins',
  'coupon_payouts',
  'idempotency_keys',
  'draw_steps',
  'draw_results',
  'draw_prizes',
  'result_entries',
  'seals',
  'seal_hashes',
  'book_blocks',
  'limit_changes',
  'sign_ins',
  'operator_log',
  'operators',
  'operator_ends',
];

/** Insufficient privilege: rights withheld from the application, a trigger for the owner. */
const notAllowed = { code: '42501' };

describe('must-hold 47, 62, 66: no row can be changed or removed', () => {
  test.each(appendOnly)('%s', async (table) => {
    const { rows } = await own.adminPool.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_name = $1
         AND is_identity = 'NO' AND is_generated = 'NEVER'
       ORDER BY ordinal_position LIMIT 1`,
      [table],
    );
    const column = rows[0]?.column_name;
    for (const pool of [own.pool, own.adminPool]) {
      for (const statement of [
        `UPDATE ${table} SET ${column} = ${column}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table} CASCADE`,
      ])
        await expect(pool.query(statement), statement).rejects.toMatchObject(notAllowed);
    }
  });
});

describe('must-hold 63, 82: a draw moves as the table says', () => {
  test.each(['created', 'winsel', 'payout', 'closed', 'settled'])(
    'never from released to %s',
    async (state) => {
      await expect(
        own.pool.query('SELECT move_draw($1, $2, $3, NULL)', [drawId, state, 'prufa']),
      ).rejects.toThrow(/no way from released/);
    },
  );

  test('a close is recorded once and cannot be taken back', async () => {
    await own.pool.query('UPDATE draws SET closed_at = domain_now() WHERE draw_id = $1', [drawId]);
    await expect(
      own.pool.query('UPDATE draws SET closed_at = NULL WHERE draw_id = $1', [drawId]),
    ).rejects.toThrow(/closed once/);
  });
});

test('must-hold 49: amounts are whole in every table of money, exact pools apart', async () => {
  const { rows } = await own.adminPool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'numeric', 'money')
       AND table_name <> 'failure_levels'
       AND NOT (column_name LIKE '%\\_exact' AND (numeric_precision, numeric_scale) = (30, 0))`,
  );
  expect(rows).toEqual([]);
});

test("must-hold 58: players' money has accounts of its own", async () => {
  const { rows } = await own.pool.query<{ owed: number; wallets: number }>(
    `SELECT (SELECT sum(e.amount) FROM ledger_entries e JOIN ledger_accounts a USING (account_id)
       WHERE a.kind = 'wallet')::bigint AS owed, (SELECT sum(balance) FROM wallets)::bigint AS wallets`,
  );
  expect(rows[0]).toEqual({ owed: 850, wallets: 850 });
});
