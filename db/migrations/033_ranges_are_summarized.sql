-- New ranges of pages are read whole until a BRIN index has summarized them. Autovacuum, which would do it, comes late
-- to tables that are only added to, so the worker asks for it. Only the owner of an index may.
CREATE FUNCTION summarize_new_ranges() RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = public, pg_catalog, pg_temp
AS $$
  SELECT coalesce(sum(brin_summarize_new_values(i.oid)), 0)::bigint
  FROM pg_class i JOIN pg_am m ON m.oid = i.relam
  WHERE m.amname = 'brin' AND i.relkind = 'i' AND i.relnamespace = 'public'::regnamespace
$$;

-- What a check of the books since a day looks at.
CREATE INDEX cancellations_at ON cancellations USING brin (at) WITH (autosummarize = on);
CREATE INDEX coupon_payouts_paid ON coupon_payouts USING brin (paid_at) WITH (autosummarize = on);
CREATE INDEX subscription_events_at ON subscription_events USING brin (at) WITH (autosummarize = on);
