-- Tickets that a club places itself give it a share of their own. A week that was booked before has none of them.
ALTER TABLE contribution_weeks ADD COLUMN club_sale_basis_points integer CHECK (club_sale_basis_points BETWEEN 1 AND 10000);
-- The part of `sale` that was club sale.
ALTER TABLE contributions ADD COLUMN club_sale bigint NOT NULL DEFAULT 0 CHECK (club_sale BETWEEN 0 AND sale);
