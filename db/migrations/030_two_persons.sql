-- Two persons are two. The program makes the key of a name (server/platform/two-persons.ts), since `lower` in a C
-- database folds ASCII alone. It stands beside the name, and this compares keys wherever two persons are needed.
CREATE FUNCTION is_other_person(first_key text, second_key text) RETURNS boolean
  LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(first_key <> second_key AND first_key <> '' AND second_key <> '', false)
$$;

-- Of names from before there were keys, as near as SQL comes. The program compares these names by itself.
CREATE FUNCTION former_person_key(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(translate(
    regexp_replace(normalize(name, NFKC), '[\s\u00AD\u034F\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF]', '', 'g'),
    'ÁÐÉÍÓÚÝÞÆÖÄÅØÜ', 'áðéíóúýþæöäåøü'))
$$;

-- Written by the type's change, since rows of these tables are never updated.
ALTER TABLE result_entries ADD COLUMN actor_key text;
ALTER TABLE result_entries ALTER COLUMN actor_key TYPE text USING former_person_key(actor),
  ALTER COLUMN actor_key SET NOT NULL;
ALTER TABLE raffle_entries ADD COLUMN actor_key text;
ALTER TABLE raffle_entries ALTER COLUMN actor_key TYPE text USING former_person_key(actor),
  ALTER COLUMN actor_key SET NOT NULL;
ALTER TABLE prize_claims ADD COLUMN claimed_by_key text;
ALTER TABLE prize_claims ALTER COLUMN claimed_by_key TYPE text USING former_person_key(claimed_by),
  ALTER COLUMN claimed_by_key SET NOT NULL;
ALTER TABLE chargebacks ADD COLUMN entered_by_key text;
ALTER TABLE chargebacks ALTER COLUMN entered_by_key TYPE text USING former_person_key(entered_by),
  ALTER COLUMN entered_by_key SET NOT NULL;
ALTER TABLE held_payouts ADD COLUMN entered_by_key text;
ALTER TABLE held_payouts ALTER COLUMN entered_by_key TYPE text USING former_person_key(entered_by),
  ALTER COLUMN entered_by_key SET NOT NULL;
ALTER TABLE draw_figures ADD COLUMN actor_key text,
  -- Of an approval: the key of the person who brought the file.
  ADD COLUMN brought_by_key text;
ALTER TABLE draw_figures ALTER COLUMN actor_key TYPE text USING former_person_key(actor),
  ALTER COLUMN actor_key SET NOT NULL;

-- What a second person did; rows from before there were keys are not looked at again.
ALTER TABLE draw_figures ADD CONSTRAINT two_persons
  CHECK (NOT approves OR is_other_person(brought_by_key, actor_key)) NOT VALID;

-- Of a draw that is held here; past draws that were imported have one person.
ALTER TABLE draw_results ADD COLUMN entered_by text, ADD COLUMN entered_by_key text,
  ADD COLUMN confirmed_by_key text;
ALTER TABLE draw_results ADD CONSTRAINT two_persons
  CHECK (origin <> 'calendar' OR is_other_person(entered_by_key, confirmed_by_key)) NOT VALID;

ALTER TABLE prize_releases DROP CONSTRAINT two_persons, ADD COLUMN claimed_by_key text,
  ADD COLUMN released_by_key text;
ALTER TABLE prize_releases ADD CONSTRAINT two_persons
  CHECK (is_other_person(claimed_by_key, released_by_key)) NOT VALID;

ALTER TABLE raffles DROP CONSTRAINT two_persons, ADD COLUMN entered_by_key text,
  ADD COLUMN confirmed_by_key text;
ALTER TABLE raffles ADD CONSTRAINT two_persons
  CHECK (is_other_person(entered_by_key, confirmed_by_key)) NOT VALID;

ALTER TABLE chargeback_postings ADD COLUMN entered_by_key text, ADD COLUMN confirmed_by_key text;
ALTER TABLE chargeback_postings ADD CONSTRAINT two_persons
  CHECK (is_other_person(entered_by_key, confirmed_by_key)) NOT VALID;

DROP FUNCTION former_person_key(text);
