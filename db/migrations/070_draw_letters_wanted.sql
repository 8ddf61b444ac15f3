-- Up Migration
-- Whether a player wants the letter and the notice after each draw: yes, until the player says otherwise.
ALTER TABLE players ADD COLUMN draw_letters boolean NOT NULL DEFAULT true;
