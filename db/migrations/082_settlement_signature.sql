-- Up Migration
-- The second signature of a draw: over its seal, its rules, the result and what both engines found. The first one is made
-- before the draw and cannot say any of that.
ALTER TABLE draw_settlements
  ADD COLUMN signature bytea NOT NULL DEFAULT '',
  ADD COLUMN public_key bytea NOT NULL DEFAULT '';
ALTER TABLE draw_settlements ALTER signature DROP DEFAULT, ALTER public_key DROP DEFAULT;
