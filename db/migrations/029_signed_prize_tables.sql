-- What the signatures of a draw cover beside what they covered before: the rules by their hash, and the prize table.
-- Draws that were sealed or settled earlier have NULL here: their signatures are over the older texts.
ALTER TABLE seals
  -- SHA-256 of the rules as they are published.
  ADD COLUMN rules_hash bytea CHECK (length(rules_hash) = 32);

ALTER TABLE draw_settlements
  ADD COLUMN rules_hash bytea CHECK (length(rules_hash) = 32),
  -- The draw of the game that was settled before this one, whose carry this one took; NULL also where there is none.
  ADD COLUMN draw_before bigint;
