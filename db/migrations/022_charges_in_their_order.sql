-- On a billing day hundreds of thousands fall due in one instant: a portion of them is read in the order of the index.
DROP INDEX subscription_states_charge;
CREATE INDEX subscription_states_charge ON subscription_states (charge_at, player_id, subscription_id)
  WHERE charge_at IS NOT NULL;
