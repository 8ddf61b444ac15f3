-- Up Migration
-- Tables that a sale only adds to. PostgreSQL by itself reads samples of them again whenever they grew by a tenth, and
-- visits them whenever they grew by a fifth: at closing time, when they grow fastest, that takes its share of the
-- machine and tells the planner nothing new, since every look-up on them goes by key.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['tickets', 'coupons', 'ledger_transfers', 'idempotency_keys']
  LOOP
    EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.5,
      autovacuum_vacuum_insert_scale_factor = 0.5)', t);
  END LOOP;
END $$;
