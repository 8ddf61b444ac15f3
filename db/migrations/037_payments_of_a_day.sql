-- A regulator's export of a day looks at payments that something happened to since, and at those still open.
CREATE INDEX payment_steps_at ON payment_steps USING brin (at) WITH (autosummarize = on);
CREATE INDEX payments_open ON payments (kind)
  WHERE status IN ('waiting', 'paying', 'unknown', 'paid', 'held', 'accepted');
