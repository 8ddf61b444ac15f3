-- The tables that a sale adds to were visited by autovacuum only after ten million new rows and half of their
-- size, since a visit takes its share of an evening's sales while it lasts. Until then nothing was frozen and
-- statistics were old, and then everything came at once, most likely while sales were brisk.
--
-- Now VACUUM (FREEZE, ANALYZE) runs each night (docs/operations.md), which starts the count of new rows again.
-- An evening that adds fewer rows than these thresholds is not disturbed by autovacuum. It is left for days
-- that sold more, and for databases without that nightly run.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tickets', 'coupons', 'ledger_transfers', 'idempotency_keys', 'subscription_coupons']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (
      autovacuum_vacuum_insert_threshold = 500000, autovacuum_vacuum_insert_scale_factor = 0.05,
      autovacuum_analyze_threshold = 100000, autovacuum_analyze_scale_factor = 0.05)', t);
  END LOOP;
END $$;
