-- Up Migration
-- Pools to the last fraction, in 1/10⁸ kr. beside the whole krónur that the ledger posts, and the account that a
-- carry comes from which was there before this ledger.
INSERT INTO ledger_account_kinds VALUES ('opening', 'Pools that waited before the first draw here, as they were published');

ALTER TABLE draw_prizes
  ADD COLUMN share_exact numeric(30, 0),
  ADD COLUMN carry_in_exact numeric(30, 0),
  ADD COLUMN pool_exact numeric(30, 0),
  ADD COLUMN carry_out_exact numeric(30, 0),
  ADD COLUMN remainder_exact numeric(30, 0),
  ADD CONSTRAINT draw_prizes_exact CHECK (
    share_exact + carry_in_exact + top_up * 100000000::numeric = pool_exact
    AND paid * 100000000::numeric + carry_out_exact + remainder_exact = pool_exact
    AND (pool, carry_in, carry_out)
      = (div(pool_exact, 100000000), div(carry_in_exact, 100000000), div(carry_out_exact, 100000000)));

ALTER TABLE draw_settlements
  ADD COLUMN fund_exact numeric(30, 0),
  ADD COLUMN carry_in_exact numeric(30, 0),
  ADD COLUMN carry_out_exact numeric(30, 0),
  ADD COLUMN remainder_exact numeric(30, 0);

-- Draws that were settled in whole krónur carried whole krónur.
ALTER TABLE draw_prizes DISABLE TRIGGER append_only;
UPDATE draw_prizes SET share_exact = share * 100000000::numeric, carry_in_exact = carry_in * 100000000::numeric,
  pool_exact = pool * 100000000::numeric, carry_out_exact = carry_out * 100000000::numeric,
  remainder_exact = remainder * 100000000::numeric
WHERE part = 'main' AND EXISTS (SELECT FROM draw_settlements s WHERE s.draw_id = draw_prizes.draw_id);
ALTER TABLE draw_prizes ENABLE TRIGGER append_only;
ALTER TABLE draw_settlements DISABLE TRIGGER append_only;
UPDATE draw_settlements SET fund_exact = fund * 100000000::numeric, carry_in_exact = carry_in * 100000000::numeric,
  carry_out_exact = carry_out * 100000000::numeric, remainder_exact = remainder * 100000000::numeric;
ALTER TABLE draw_settlements ENABLE TRIGGER append_only;

ALTER TABLE draw_settlements
  ALTER fund_exact SET NOT NULL,
  ALTER carry_in_exact SET NOT NULL,
  ALTER carry_out_exact SET NOT NULL,
  ALTER remainder_exact SET NOT NULL,
  ADD CONSTRAINT draw_settlements_exact CHECK (
    carry_in_exact + fund_exact + top_up * 100000000::numeric
      = paid * 100000000::numeric + carry_out_exact + remainder_exact);

-- What waits for the next draw of a game, by tier, in 1/10⁸ kr.: what its last settled draw left, and before that what
-- the game was opened with. `balance` is what the tier's account holds, the floor of it.
CREATE FUNCTION waiting_carry(p_game text) RETURNS TABLE (tier smallint, exact numeric, balance bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.tier, coalesce(last.carry_out_exact, 0) + coalesce(m.opened, 0) * 100000000::numeric,
    coalesce(m.balance, 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN LATERAL (
    SELECT p.carry_out_exact, s.settled_at FROM draw_settlements s
    JOIN draws d USING (draw_id)
    JOIN draw_prizes p ON p.draw_id = s.draw_id AND p.revision = 1 AND p.part = 'main' AND p.tier = a.tier
    WHERE d.game = a.game ORDER BY d.draw_date DESC LIMIT 1
  ) last ON true
  LEFT JOIN LATERAL (
    SELECT sum(signed) AS balance,
      sum(signed) FILTER (WHERE kind = 'opening_carry' AND at > coalesce(last.settled_at, '-infinity')) AS opened
    FROM (
      SELECT t.kind, t.at, CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END AS signed
      FROM ledger_transfers t
      WHERE t.player_id = 0 AND a.account_id IN (t.debit_account, t.credit_account)
    ) moved
  ) m ON true
  WHERE a.kind = 'carry' AND a.game = p_game
$$;
