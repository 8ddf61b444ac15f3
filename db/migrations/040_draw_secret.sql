-- Up Migration
-- What salts the leaves of a draw's book lies with its seal, so that SEAL_SECRET can be changed: proofs of draws
-- sealed before need the secret of then. Whoever reads this table can read the tickets too.
ALTER TABLE seals ADD COLUMN draw_secret bytea CHECK (length(draw_secret) = 32);
