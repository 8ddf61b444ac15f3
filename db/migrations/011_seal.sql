-- Up Migration
-- The seal of a draw: the sales book, the tree of hashes over it, the signed root. Source: design §7;
-- domain §11.3.

-- The book in blocks of at most 4096 coupons, in order of coupon id (format: server/draws/seal/book.ts).
CREATE TABLE book_blocks (
  draw_id bigint NOT NULL,
  block integer NOT NULL,
  first_coupon uuid NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (draw_id, block)
);
-- Packed and random: compressing costs time and gains nothing, and slices can be read alone.
ALTER TABLE book_blocks ALTER bytes SET STORAGE EXTERNAL;

-- Every level of the tree, level 0 the leaves, in parts of 4096 hashes, so that a proof rebuilds nothing.
CREATE TABLE seal_hashes (
  draw_id bigint NOT NULL,
  level smallint NOT NULL,
  part integer NOT NULL,
  hashes bytea NOT NULL,
  PRIMARY KEY (draw_id, level, part)
);
ALTER TABLE seal_hashes ALTER hashes SET STORAGE EXTERNAL;

-- One a draw, for ever: a seal cannot be made twice (checklist 75).
CREATE TABLE seals (
  draw_id bigint PRIMARY KEY,
  sealed_at timestamptz NOT NULL,
  coupons integer NOT NULL CHECK (coupons >= 0),
  rows bigint NOT NULL CHECK (rows >= 0),
  stakes bigint NOT NULL CHECK (stakes >= 0),
  joker_stakes bigint NOT NULL CHECK (joker_stakes >= 0),
  merkle_root bytea NOT NULL CHECK (length(merkle_root) = 32),
  algorithm text NOT NULL,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  public_key bytea NOT NULL
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['book_blocks', 'seal_hashes', 'seals']
  LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION append_only()', t);
  END LOOP;
END $$;
