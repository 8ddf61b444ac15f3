-- Up Migration
-- The letter that says at the end of a month what was spent and won in it. Source: messages.email.playReview in
-- content/texts; checklist 42.

-- Language of the page of the last sign-in: the player's language where nobody is asking.
ALTER TABLE known_devices ADD COLUMN locale text NOT NULL DEFAULT 'is' CHECK (locale IN ('is', 'en'));

-- One row: the month whose letters are next, and the last player who was looked at for it.
CREATE TABLE play_reviews (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  reached_player bigint NOT NULL DEFAULT 0
);
INSERT INTO play_reviews (month) SELECT date_trunc('month', domain_now() AT TIME ZONE 'UTC')::date;
