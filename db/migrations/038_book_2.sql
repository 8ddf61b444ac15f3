-- Version 2 of the sales book: rows of as many words as their kind of game needs, blocks bounded by rows as well.

-- Words of 64 bits a row in the book that was sealed; null for a book of version 1.
ALTER TABLE seals ADD COLUMN row_words smallint CHECK (row_words > 0);

-- The place of the block's first coupon in the book, from 0. Blocks of version 1 hold 4096 coupons each.
ALTER TABLE book_blocks ADD COLUMN first_place integer;
ALTER TABLE book_blocks DISABLE TRIGGER append_only;
UPDATE book_blocks SET first_place = block * 4096;
ALTER TABLE book_blocks ENABLE TRIGGER append_only;
ALTER TABLE book_blocks ALTER COLUMN first_place SET NOT NULL;
