import { withOwner } from '#test/simulation/owner.ts';
const dataDir = process.argv[2] as string;
await withOwner({ dataDir } as never, async (c) => {
  await c.query('ALTER TABLE ledger_transfers SET (autovacuum_enabled=off)');
  await c.query('ANALYZE');
  const { rows: [d] } = await c.query(`SELECT draw_id, stakes_account FROM draws WHERE game='lotto' AND state='created' ORDER BY draw_date LIMIT 1`);
  await c.query(`INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after, draw_id)
   SELECT 1000 + n % 15000, now() - interval '10 days' + n * interval '1 second', 'purchase', 999999, $2, 150, 1000, 850, $1 FROM generate_series(1, 120000) n`, [d.draw_id, d.stakes_account]);
  await c.query(`INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after, draw_id)
   SELECT 1, now() - interval '10 days' + n * interval '1 minute', 'purchase', 999999, $2, 150, 1000, 850, $1 FROM generate_series(1, 4000) n`, [d.draw_id, d.stakes_account]);
});
