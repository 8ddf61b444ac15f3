-- Up Migration
-- The same tables. Autovacuum visits what was only added to for marks that spare a scan of an index the table (few do
-- that here) and to freeze old rows (years away). So it may wait while a table is young: then it grows by half within
-- minutes of closing time, and a visit cost up to a third of the sales while it lasted.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tickets', 'coupons', 'ledger_transfers', 'idempotency_keys']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = 10000000)', t);
  END LOOP;
END $$;
