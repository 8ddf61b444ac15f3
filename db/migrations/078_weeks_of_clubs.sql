-- Weeks that are samples say what a club would have got, and booked weeks when that was owed to the club: a payment
-- that was proposed later holds it.
ALTER TABLE club_sales DROP CONSTRAINT club_sales_origin, ADD COLUMN booked_at timestamptz;
UPDATE club_sales SET amount = div(sale, 10) WHERE origin = 'sample';
UPDATE club_sales s SET booked_at = w.booked_at FROM contribution_weeks w
  WHERE s.origin = 'booked' AND (w.year, w.week) = (s.year, s.week);
ALTER TABLE club_sales ALTER COLUMN amount SET NOT NULL,
  ADD CONSTRAINT club_sales_origin CHECK (origin IN ('sample', 'booked') AND (origin = 'booked') = (booked_at IS NOT NULL));

-- Weeks of one club; without it every week of all clubs is read.
CREATE INDEX club_sales_club ON club_sales (club_id, year, week);
CREATE INDEX club_payouts_club ON club_payouts (club_id, proposed_at);
-- Supporters of a club that closes.
CREATE INDEX players_support ON players (support_id) WHERE support_id IS NOT NULL;
