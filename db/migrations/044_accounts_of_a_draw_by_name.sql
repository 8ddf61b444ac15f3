-- The prizes of a draw are booked between accounts of the house that its kind of game names. The row of the name says
-- what the account belongs to: one for each draw, one for each game, or one for all; and whether each tier has its own.

ALTER TABLE ledger_account_kinds
  ADD COLUMN scope text CHECK (scope IN ('draw', 'game', 'house')),
  ADD COLUMN has_tiers boolean NOT NULL DEFAULT false;
UPDATE ledger_account_kinds SET scope = 'draw' WHERE kind IN ('stakes', 'prize_fund', 'winnings');
UPDATE ledger_account_kinds SET scope = 'game' WHERE kind IN ('carry', 'prize_reserve', 'organiser_payable',
  'organiser_receivable', 'exchange_difference', 'sales_income');
UPDATE ledger_account_kinds SET scope = 'house' WHERE kind = 'joker_reserve';
UPDATE ledger_account_kinds SET has_tiers = true WHERE kind IN ('prize_fund', 'carry');

CREATE FUNCTION draw_account(p_draw bigint, p_name text, p_tier smallint, OUT account_id bigint, OUT scope text)
LANGUAGE plpgsql AS $$
DECLARE v_tiers boolean;
BEGIN
  SELECT k.scope, k.has_tiers INTO scope, v_tiers FROM ledger_account_kinds k WHERE k.kind = p_name;
  IF scope IS NULL THEN RAISE EXCEPTION 'a draw has no account %', p_name; END IF;
  IF v_tiers <> (p_tier IS NOT NULL) THEN
    RAISE EXCEPTION 'account % is %', p_name, CASE WHEN v_tiers THEN 'of a tier' ELSE 'not of a tier' END;
  END IF;
  SELECT ledger_account(p_name, NULL, CASE scope WHEN 'draw' THEN d.draw_id END,
    CASE WHEN scope <> 'house' THEN d.game END, p_tier) INTO account_id FROM draws d WHERE d.draw_id = p_draw;
END $$;
