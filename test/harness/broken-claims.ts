/** SQL that breaks the books of large prizes. */
export const paidAsSmall = `UPDATE ledger_transfers SET kind = 'winnings' WHERE kind = 'claim'`;

/** The bank has paid every prize that an operator took, and the books know nothing of it. */
export const unbookedPayout = `
  WITH claimed AS (
    INSERT INTO winner_claims SELECT draw_id, player_id, cause_id, domain_now(), 1 FROM prize_claims
  ), approved AS (
    INSERT INTO prize_approvals SELECT player_id, cause_id, claimed_by, domain_now(), 'jonas',
      claimed_by_key, 'jonas' FROM prize_claims
  )
  INSERT INTO prize_payouts SELECT player_id, cause_id, 0, gen_random_uuid(), 1, '0133-26-012345', '',
    'settled', NULL, domain_now(), domain_now(), NULL, 0, gen_random_uuid() FROM prize_claims`;
