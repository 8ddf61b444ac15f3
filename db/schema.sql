-- Written by tools/schema.ts from the migrated database. Do not edit: add a migration.

CREATE TABLE alarm_attempts (
  attempt_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  alarm_id bigint NOT NULL,
  channel text NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  failure text,
  constraint alarm_attempts_pkey PRIMARY KEY (attempt_id),
  constraint alarm_attempts_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(alarm_id),
  constraint alarm_attempts_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'url'::text])))
);
CREATE INDEX alarm_attempts_of ON public.alarm_attempts USING btree (alarm_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.alarm_attempts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE alarm_deliveries (
  alarm_id bigint NOT NULL,
  channel text NOT NULL,
  next_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  delivered integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  constraint alarm_deliveries_pkey PRIMARY KEY (alarm_id, channel),
  constraint alarm_deliveries_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES open_alarms(alarm_id) ON DELETE CASCADE,
  constraint alarm_deliveries_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'url'::text])))
);
CREATE INDEX alarm_deliveries_due ON public.alarm_deliveries USING btree (channel, next_at);

CREATE TABLE alarm_views (
  alarm_id bigint NOT NULL,
  seen_by text NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint alarm_views_pkey PRIMARY KEY (alarm_id),
  constraint alarm_views_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(alarm_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.alarm_views FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE alarms (
  alarm_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  reference text NOT NULL,
  message text NOT NULL,
  raised_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint alarms_pkey PRIMARY KEY (alarm_id),
  constraint alarms_kind_check CHECK ((kind ~ '^[a-zA-Z]+$'::text))
);
CREATE INDEX alarms_subject ON public.alarms USING btree (kind, reference);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.alarms FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE VIEW approved_figures AS
 SELECT draw_id,
    at,
    hash,
    file,
    figures
   FROM ( SELECT DISTINCT ON (draw_figures.draw_id) draw_figures.draw_id,
            draw_figures.entry,
            draw_figures.at,
            draw_figures.actor,
            draw_figures.approves,
            draw_figures.hash,
            draw_figures.file,
            draw_figures.figures
           FROM draw_figures
          ORDER BY draw_figures.draw_id, draw_figures.entry DESC) last
  WHERE approves;

CREATE TABLE book_blocks (
  draw_id bigint NOT NULL,
  block integer NOT NULL,
  first_coupon uuid NOT NULL,
  bytes bytea NOT NULL,
  first_place integer NOT NULL,
  constraint book_blocks_pkey PRIMARY KEY (draw_id, block)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.book_blocks FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE cancellations (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  by text NOT NULL,
  reason text NOT NULL,
  constraint cancellations_pkey PRIMARY KEY (player_id, ticket_id, coupon_id),
  constraint cancellations_reason_check CHECK ((reason = ANY (ARRAY['player'::text, 'draw'::text])))
);
CREATE INDEX cancellations_at ON public.cancellations USING brin (at) WITH (autosummarize='on');
CREATE INDEX cancellations_draw ON public.cancellations USING btree (draw_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.cancellations FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE card_day (
  told_on date NOT NULL
);

CREATE TABLE card_fingerprints (
  fingerprint bytea NOT NULL,
  player_id bigint NOT NULL,
  constraint card_fingerprints_pkey PRIMARY KEY (fingerprint)
);

CREATE TABLE card_verifications (
  player_id bigint NOT NULL,
  verification_id uuid NOT NULL,
  kind text NOT NULL DEFAULT 'card'::text,
  purpose text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  reentry_url text NOT NULL,
  status text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  code text,
  request_id uuid NOT NULL,
  round smallint NOT NULL DEFAULT 0,
  form jsonb,
  constraint card_verifications_pkey PRIMARY KEY (verification_id),
  constraint card_verifications_check CHECK (((form IS NULL) OR (status = 'waiting'::text))),
  constraint card_verifications_kind_check CHECK ((kind = 'card'::text)),
  constraint card_verifications_purpose_check CHECK ((purpose = ANY (ARRAY['deposit'::text, 'subscription'::text])))
);
CREATE INDEX card_verifications_open ON public.card_verifications USING btree (asked_at) WHERE (status = ANY (ARRAY['waiting'::text, 'storing'::text]));
CREATE INDEX card_verifications_player ON public.card_verifications USING btree (player_id, asked_at);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.card_verifications FOR EACH ROW EXECUTE FUNCTION guard_payment();

CREATE TABLE chargeback_lines (
  day date NOT NULL,
  request_id uuid NOT NULL,
  transaction_id text NOT NULL,
  amount bigint NOT NULL,
  constraint chargeback_lines_pkey PRIMARY KEY (day, transaction_id)
);
CREATE INDEX chargeback_lines_request ON public.chargeback_lines USING btree (request_id);

CREATE TABLE chargeback_postings (
  payment_id uuid NOT NULL,
  confirmed_by text NOT NULL,
  posted_at timestamp with time zone NOT NULL,
  from_wallet bigint NOT NULL,
  chargeback_id bigint NOT NULL,
  entered_by_key text,
  confirmed_by_key text,
  constraint chargeback_postings_pkey PRIMARY KEY (chargeback_id),
  constraint chargeback_postings_chargeback_id_fkey FOREIGN KEY (chargeback_id) REFERENCES chargebacks(chargeback_id),
  constraint chargeback_postings_from_wallet_check CHECK ((from_wallet >= 0)),
  constraint two_persons CHECK (is_other_person(entered_by_key, confirmed_by_key)) NOT VALID
);
CREATE INDEX chargeback_postings_payment ON public.chargeback_postings USING btree (payment_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.chargeback_postings FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE chargebacks (
  payment_id uuid NOT NULL,
  player_id bigint NOT NULL,
  reason text NOT NULL,
  entered_by text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  chargeback_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  amount bigint NOT NULL,
  entered_by_key text NOT NULL,
  constraint chargebacks_pkey PRIMARY KEY (chargeback_id),
  constraint chargebacks_amount_check CHECK ((amount > 0)),
  constraint chargebacks_kind_check CHECK ((kind = ANY (ARRAY['taken'::text, 'won'::text])))
);
CREATE INDEX chargebacks_payment ON public.chargebacks USING btree (payment_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.chargebacks FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE choice_cursor (
  singleton boolean NOT NULL DEFAULT true,
  reached_at timestamp with time zone NOT NULL,
  complete_at timestamp with time zone NOT NULL,
  complete_after bigint NOT NULL,
  constraint choice_cursor_pkey PRIMARY KEY (singleton),
  constraint choice_cursor_check CHECK ((reached_at <= complete_at)),
  constraint choice_cursor_singleton_check CHECK (singleton)
);

CREATE TABLE claim_accounts (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  since timestamp with time zone NOT NULL,
  bank_account text NOT NULL,
  constraint claim_accounts_pkey PRIMARY KEY (player_id, cause_id, since),
  constraint claim_accounts_player_id_cause_id_fkey FOREIGN KEY (player_id, cause_id) REFERENCES winner_claims(player_id, cause_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.claim_accounts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE VIEW claimed_prizes AS
 SELECT prize_claims.draw_id,
    prize_claims.player_id,
    prize_claims.cause_id
   FROM prize_claims
UNION ALL
 SELECT winner_claims.draw_id,
    winner_claims.player_id,
    winner_claims.cause_id
   FROM winner_claims;

CREATE TABLE clock (
  singleton boolean NOT NULL DEFAULT true,
  clock_offset interval NOT NULL DEFAULT '00:00:00'::interval,
  constraint clock_pkey PRIMARY KEY (singleton),
  constraint clock_singleton_check CHECK (singleton)
);

CREATE TABLE club_accounts (
  entry bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  club_id integer NOT NULL,
  bank_account text NOT NULL,
  owner_national_id text NOT NULL,
  entered_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  entered_by text NOT NULL,
  entered_by_key text NOT NULL,
  proposer_key text,
  constraint club_accounts_pkey PRIMARY KEY (entry),
  constraint club_accounts_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint club_accounts_bank_account_check CHECK ((bank_account ~ '^\d{4}-\d{2}-\d{6}$'::text)),
  constraint club_accounts_owner_national_id_check CHECK ((owner_national_id ~ '^\d{10}$'::text)),
  constraint two_persons CHECK (((proposer_key IS NULL) OR is_other_person(proposer_key, entered_by_key)))
);
CREATE INDEX club_accounts_club ON public.club_accounts USING btree (club_id, entry);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.club_accounts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE club_payouts (
  payout_id uuid NOT NULL,
  club_id integer NOT NULL,
  amount bigint NOT NULL,
  bank_account text NOT NULL,
  owner_national_id text NOT NULL,
  proposed_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  proposed_by text NOT NULL,
  proposed_by_key text NOT NULL,
  approved_at timestamp with time zone,
  approved_by text,
  approved_by_key text,
  status text NOT NULL,
  reason text,
  changed_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  look_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  transaction_id text,
  transfer_id bigint,
  constraint club_payouts_transfer_id_key UNIQUE (transfer_id),
  constraint club_payouts_pkey PRIMARY KEY (payout_id),
  constraint club_payouts_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint club_payouts_amount_check CHECK ((amount > 0)),
  constraint club_payouts_check CHECK ((num_nulls(approved_at, approved_by, approved_by_key) = ANY (ARRAY[0, 3]))),
  constraint club_payouts_check1 CHECK (((status <> ALL (ARRAY['ordered'::text, 'accepted'::text, 'settled'::text])) OR (approved_by IS NOT NULL))),
  constraint club_payouts_check2 CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
  constraint club_payouts_check3 CHECK (((status = 'settled'::text) = (transfer_id IS NOT NULL))),
  constraint club_payouts_check4 CHECK (((status = ANY (ARRAY['ordered'::text, 'accepted'::text])) = (look_at IS NOT NULL))),
  constraint club_payouts_reason_check CHECK ((reason = ANY (ARRAY['declined'::text, 'ownerMismatch'::text, 'noAccount'::text, 'accountChanged'::text]))),
  constraint club_payouts_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'ordered'::text, 'accepted'::text, 'settled'::text, 'rejected'::text]))),
  constraint two_persons CHECK (((approved_by_key IS NULL) OR is_other_person(proposed_by_key, approved_by_key)))
);
CREATE INDEX club_payouts_changed ON public.club_payouts USING btree (changed_at);
CREATE INDEX club_payouts_club ON public.club_payouts USING btree (club_id, proposed_at);
CREATE INDEX club_payouts_look ON public.club_payouts USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE UNIQUE INDEX club_payouts_open ON public.club_payouts USING btree (club_id) WHERE (status <> ALL (ARRAY['settled'::text, 'rejected'::text]));
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.club_payouts FOR EACH ROW EXECUTE FUNCTION guard_club_payout();

CREATE TABLE club_sales (
  club_id integer NOT NULL,
  year integer NOT NULL,
  week integer NOT NULL,
  sale bigint NOT NULL,
  sale_count integer NOT NULL,
  origin text NOT NULL,
  amount bigint NOT NULL,
  booked_at timestamp with time zone,
  constraint club_sales_pkey PRIMARY KEY (year, week, club_id),
  constraint club_sales_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint club_sales_amount_check CHECK ((amount >= 0)),
  constraint club_sales_origin CHECK (((origin = ANY (ARRAY['sample'::text, 'booked'::text])) AND ((origin = 'booked'::text) = (booked_at IS NOT NULL)))),
  constraint club_sales_sale_check CHECK ((sale > 0)),
  constraint club_sales_sale_count_check CHECK ((sale_count > 0)),
  constraint club_sales_week_check CHECK (((week >= 1) AND (week <= 53))),
  constraint club_sales_year_check CHECK (((year >= 2016) AND (year <= 9999)))
);
CREATE INDEX club_sales_club ON public.club_sales USING btree (club_id, year, week);

CREATE TABLE club_team_choices (
  player_id bigint NOT NULL,
  choice bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  team_id bigint,
  chosen_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint club_team_choices_pkey PRIMARY KEY (player_id, choice),
  constraint club_team_choices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint club_team_choices_team_id_fkey FOREIGN KEY (team_id) REFERENCES club_teams(team_id)
);
CREATE INDEX club_team_choices_team ON public.club_team_choices USING btree (team_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.club_team_choices FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE club_teams (
  team_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  club_id integer NOT NULL,
  number smallint NOT NULL,
  player_id bigint NOT NULL,
  name text,
  name_key text,
  made_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint club_teams_club_id_name_key_key UNIQUE (club_id, name_key),
  constraint club_teams_club_id_number_key UNIQUE (club_id, number),
  constraint club_teams_pkey PRIMARY KEY (team_id),
  constraint club_teams_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint club_teams_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint club_teams_check CHECK (((name IS NULL) = (name_key IS NULL))),
  constraint club_teams_name_check CHECK (((length(name) >= 2) AND (length(name) <= 30))),
  constraint club_teams_name_key_check CHECK ((name_key ~ '^[a-z0-9]+$'::text)),
  constraint club_teams_number_check CHECK (((number >= 1) AND (number <= 999)))
);
CREATE INDEX club_teams_owner ON public.club_teams USING btree (player_id);

CREATE TABLE clubs (
  club_id integer NOT NULL,
  name text NOT NULL,
  closed_at timestamp with time zone,
  constraint clubs_pkey PRIMARY KEY (club_id),
  constraint clubs_number CHECK (((club_id >= 1) AND (club_id <= 99999)))
);

CREATE TABLE competitions (
  competition_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  sport_id text NOT NULL,
  country_id bigint NOT NULL,
  name text NOT NULL,
  constraint competitions_country_id_sport_id_name_key UNIQUE (country_id, sport_id, name),
  constraint competitions_pkey PRIMARY KEY (competition_id),
  constraint competitions_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(country_id),
  constraint competitions_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(sport_id),
  constraint competitions_name_check CHECK ((name <> ''::text))
);

CREATE TABLE content_last_good (
  content_key text NOT NULL,
  locale text NOT NULL,
  postfix text NOT NULL,
  body text NOT NULL,
  written_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint content_last_good_pkey PRIMARY KEY (content_key, locale, postfix),
  constraint content_last_good_locale_check CHECK ((locale = ANY (ARRAY['is'::text, 'en'::text])))
);

CREATE TABLE contribution_programs (
  draw_id bigint NOT NULL,
  year integer NOT NULL,
  week integer NOT NULL,
  void boolean NOT NULL,
  constraint contribution_programs_pkey PRIMARY KEY (draw_id),
  constraint contribution_programs_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id),
  constraint contribution_programs_year_week_fkey FOREIGN KEY (year, week) REFERENCES contribution_weeks(year, week)
);
CREATE INDEX contribution_programs_week ON public.contribution_programs USING btree (year, week);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contribution_programs FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE contribution_weeks (
  year integer NOT NULL,
  week integer NOT NULL,
  basis_points integer NOT NULL,
  booked_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  club_sale_basis_points integer,
  constraint contribution_weeks_pkey PRIMARY KEY (year, week),
  constraint contribution_weeks_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 10000))),
  constraint contribution_weeks_club_sale_basis_points_check CHECK (((club_sale_basis_points >= 1) AND (club_sale_basis_points <= 10000))),
  constraint contribution_weeks_week_check CHECK (((week >= 1) AND (week <= 53))),
  constraint contribution_weeks_year_check CHECK (((year >= 2016) AND (year <= 9999)))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contribution_weeks FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE contributions (
  club_id integer NOT NULL,
  draw_id bigint NOT NULL,
  sale bigint NOT NULL,
  sale_count integer NOT NULL,
  amount bigint NOT NULL,
  club_sale bigint NOT NULL DEFAULT 0,
  constraint contributions_pkey PRIMARY KEY (club_id, draw_id),
  constraint contributions_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint contributions_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES contribution_programs(draw_id),
  constraint contributions_amount_check CHECK ((amount >= 0)),
  constraint contributions_check CHECK (((club_sale >= 0) AND (club_sale <= sale))),
  constraint contributions_sale_check CHECK ((sale > 0)),
  constraint contributions_sale_count_check CHECK ((sale_count > 0))
);
CREATE INDEX contributions_program ON public.contributions USING btree (draw_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contributions FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE countries (
  country_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  constraint countries_name_key UNIQUE (name),
  constraint countries_pkey PRIMARY KEY (country_id),
  constraint countries_name_check CHECK ((name <> ''::text))
);

CREATE TABLE coupon_payouts (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  coupon_id uuid NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  constraint coupon_payouts_pkey PRIMARY KEY (draw_id, player_id, coupon_id)
);
CREATE INDEX coupon_payouts_paid ON public.coupon_payouts USING brin (paid_at) WITH (autosummarize='on');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.coupon_payouts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE coupon_wins (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  amount bigint NOT NULL,
  side_amount bigint NOT NULL,
  high boolean NOT NULL,
  constraint coupon_wins_pkey PRIMARY KEY (draw_id, player_id, coupon_id),
  constraint coupon_wins_amount_check CHECK ((amount >= 0)),
  constraint coupon_wins_side_amount_check CHECK ((side_amount >= 0))
);
CREATE INDEX coupon_wins_high ON public.coupon_wins USING btree (draw_id) WHERE high;
CREATE INDEX coupon_wins_high_of ON public.coupon_wins USING btree (player_id) WHERE high;
CREATE INDEX coupon_wins_ticket ON public.coupon_wins USING btree (player_id, ticket_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.coupon_wins FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER security AFTER INSERT ON public.coupon_wins FOR EACH ROW WHEN (new.high) EXECUTE FUNCTION log_large_amount();

CREATE TABLE coupons (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  stake bigint NOT NULL,
  constraint coupons_pkey PRIMARY KEY (draw_id, player_id, ticket_id),
  constraint coupons_stake_check CHECK ((stake > 0))
) WITH (autovacuum_vacuum_insert_threshold=500000, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_threshold=100000, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX coupons_ticket ON public.coupons USING btree (ticket_id, player_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.coupons FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE VIEW current_results AS
 SELECT DISTINCT ON (draw_id) draw_id,
    revision,
    origin,
    outcome,
    confirmed_at,
    confirmed_by
   FROM draw_results
  ORDER BY draw_id, revision DESC;

CREATE TABLE deposit_limits (
  player_id bigint NOT NULL,
  limit_day bigint,
  limit_week bigint,
  limit_month bigint,
  deposited_on date NOT NULL DEFAULT '-infinity'::date,
  deposited_day bigint NOT NULL DEFAULT 0,
  deposited_week bigint NOT NULL DEFAULT 0,
  deposited_month bigint NOT NULL DEFAULT 0,
  constraint deposit_limits_pkey PRIMARY KEY (player_id),
  constraint deposit_limits_deposited_day_check CHECK ((deposited_day >= 0)),
  constraint deposit_limits_deposited_month_check CHECK ((deposited_month >= 0)),
  constraint deposit_limits_deposited_week_check CHECK ((deposited_week >= 0)),
  constraint deposit_limits_limit_day_check CHECK ((limit_day >= 0)),
  constraint deposit_limits_limit_month_check CHECK ((limit_month >= 0)),
  constraint deposit_limits_limit_week_check CHECK ((limit_week >= 0))
);
CREATE TRIGGER limit_use AFTER UPDATE OF deposited_day ON public.deposit_limits FOR EACH ROW WHEN (((new.deposited_day > old.deposited_day) OR (new.deposited_on > old.deposited_on))) EXECUTE FUNCTION note_deposit_limits();

CREATE TABLE draw_alarms (
  draw_id bigint NOT NULL,
  alarm integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  code text NOT NULL,
  message text NOT NULL,
  detail jsonb NOT NULL,
  stops boolean NOT NULL,
  constraint draw_alarms_pkey PRIMARY KEY (draw_id, alarm)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_alarms FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_figures (
  draw_id bigint NOT NULL,
  entry integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  approves boolean NOT NULL,
  hash bytea NOT NULL,
  file text NOT NULL,
  figures jsonb NOT NULL,
  replace_reason text,
  actor_key text NOT NULL,
  brought_by_key text,
  constraint draw_figures_pkey PRIMARY KEY (draw_id, entry),
  constraint draw_figures_hash_check CHECK ((length(hash) = 32)),
  constraint two_persons CHECK (((NOT approves) OR is_other_person(brought_by_key, actor_key))) NOT VALID
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_figures FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_letters (
  draw_id bigint NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  about text NOT NULL,
  nth smallint NOT NULL DEFAULT 0,
  constraint draw_letters_pkey PRIMARY KEY (draw_id, about, nth),
  constraint draw_letters_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id),
  constraint draw_letters_about_check CHECK ((about = ANY (ARRAY['drawn'::text, 'cancelled'::text, 'moved'::text]))),
  constraint draw_letters_check CHECK (((nth > 0) = (about = 'moved'::text)))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_letters FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_letters_waiting (
  draw_id bigint NOT NULL,
  player_id bigint NOT NULL,
  tickets integer NOT NULL,
  ticket_id uuid NOT NULL,
  about text NOT NULL,
  nth smallint NOT NULL,
  retry_at timestamp with time zone,
  constraint draw_letters_waiting_pkey PRIMARY KEY (draw_id, about, nth, player_id),
  constraint draw_letters_waiting_draw_id_about_nth_fkey FOREIGN KEY (draw_id, about, nth) REFERENCES draw_letters(draw_id, about, nth),
  constraint draw_letters_waiting_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);

CREATE TABLE draw_moves (
  draw_id bigint NOT NULL,
  nth smallint NOT NULL,
  moved_from timestamp with time zone NOT NULL,
  moved_to timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint draw_moves_pkey PRIMARY KEY (draw_id, nth),
  constraint draw_moves_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id),
  constraint draw_moves_nth_check CHECK ((nth > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_moves FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_prizes (
  draw_id bigint NOT NULL,
  revision integer NOT NULL,
  part text NOT NULL,
  tier smallint NOT NULL,
  condition text NOT NULL,
  amount bigint NOT NULL,
  amount_euro bigint,
  winners integer NOT NULL,
  winners_local integer NOT NULL,
  share bigint,
  carry_in bigint,
  top_up bigint,
  pool bigint,
  paid bigint,
  carry_out bigint,
  remainder bigint,
  share_exact numeric(30,0),
  carry_in_exact numeric(30,0),
  pool_exact numeric(30,0),
  carry_out_exact numeric(30,0),
  remainder_exact numeric(30,0),
  moved bigint,
  constraint draw_prizes_pkey PRIMARY KEY (draw_id, revision, part, tier),
  constraint draw_prizes_amount_check CHECK ((amount >= 0)),
  constraint draw_prizes_amount_euro_check CHECK ((amount_euro >= 0)),
  constraint draw_prizes_exact CHECK ((((((share_exact + ((COALESCE(moved, (0)::bigint))::numeric * (100000000)::numeric)) + carry_in_exact) + ((top_up)::numeric * (100000000)::numeric)) = pool_exact) AND (((((paid)::numeric * (100000000)::numeric) + carry_out_exact) + remainder_exact) = pool_exact) AND ((pool)::numeric = div(pool_exact, (100000000)::numeric)) AND ((carry_in)::numeric = div(carry_in_exact, (100000000)::numeric)) AND ((carry_out)::numeric = div(carry_out_exact, (100000000)::numeric)))) NOT VALID,
  constraint draw_prizes_part_check CHECK ((part = ANY (ARRAY['main'::text, 'side'::text]))),
  constraint draw_prizes_revision_check CHECK ((revision > 0)),
  constraint draw_prizes_winners_check CHECK ((winners >= 0)),
  constraint draw_prizes_winners_local_check CHECK ((winners_local >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_prizes FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_protocols (
  draw_id bigint NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  machine text NOT NULL,
  protocol text NOT NULL,
  signature text NOT NULL,
  constraint draw_protocols_pkey PRIMARY KEY (draw_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_protocols FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_reminders (
  player_id bigint NOT NULL,
  game text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  told_until timestamp with time zone NOT NULL,
  constraint draw_reminders_pkey PRIMARY KEY (player_id, game),
  constraint draw_reminders_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);
CREATE INDEX draw_reminders_due ON public.draw_reminders USING btree (game, told_until, player_id);

CREATE TABLE draw_results (
  draw_id bigint NOT NULL,
  revision integer NOT NULL,
  origin text NOT NULL,
  outcome jsonb NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  confirmed_by text NOT NULL,
  entered_by text,
  entered_by_key text,
  confirmed_by_key text,
  constraint draw_results_pkey PRIMARY KEY (draw_id, revision),
  constraint draw_results_check CHECK (((revision = 1) OR (origin <> 'calendar'::text))),
  constraint draw_results_origin_check CHECK ((origin = ANY (ARRAY['calendar'::text, 'sample'::text, 'import'::text]))),
  constraint draw_results_revision_check CHECK ((revision > 0)),
  constraint two_persons CHECK (((origin <> 'calendar'::text) OR is_other_person(entered_by_key, confirmed_by_key))) NOT VALID
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_results FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_settlements (
  draw_id bigint NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  engine_a bytea NOT NULL,
  engine_b bytea NOT NULL,
  winning_coupons integer NOT NULL,
  row_sales bigint NOT NULL,
  side_sales bigint NOT NULL,
  fund bigint NOT NULL,
  carry_in bigint NOT NULL,
  top_up bigint NOT NULL,
  paid bigint NOT NULL,
  carry_out bigint NOT NULL,
  remainder bigint NOT NULL,
  side_paid bigint NOT NULL,
  contribution bigint NOT NULL,
  common_reserve bigint NOT NULL,
  common_paid bigint NOT NULL,
  common_due bigint NOT NULL,
  fund_exact numeric(30,0) NOT NULL,
  carry_in_exact numeric(30,0) NOT NULL,
  carry_out_exact numeric(30,0) NOT NULL,
  remainder_exact numeric(30,0) NOT NULL,
  signature bytea NOT NULL,
  public_key bytea NOT NULL,
  rules_hash bytea,
  draw_before bigint,
  constraint draw_settlements_pkey PRIMARY KEY (draw_id),
  constraint draw_settlements_check CHECK ((common_due >= common_paid)),
  constraint draw_settlements_check1 CHECK ((engine_a = engine_b)),
  constraint draw_settlements_check2 CHECK ((((carry_in + fund) + top_up) = ((paid + carry_out) + remainder))),
  constraint draw_settlements_common_paid_check CHECK ((common_paid >= 0)),
  constraint draw_settlements_common_reserve_check CHECK ((common_reserve >= 0)),
  constraint draw_settlements_contribution_check CHECK ((contribution >= 0)),
  constraint draw_settlements_exact CHECK ((((carry_in_exact + fund_exact) + ((top_up)::numeric * (100000000)::numeric)) = ((((paid)::numeric * (100000000)::numeric) + carry_out_exact) + remainder_exact))),
  constraint draw_settlements_rules_hash_check CHECK ((length(rules_hash) = 32))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_settlements FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_steps (
  draw_id bigint NOT NULL,
  step integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  from_state text,
  to_state text NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  reason text,
  constraint draw_steps_pkey PRIMARY KEY (draw_id, step)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.draw_steps FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE draw_transitions (
  from_state text NOT NULL,
  to_state text NOT NULL,
  constraint draw_transitions_pkey PRIMARY KEY (from_state, to_state)
);

CREATE TABLE draws (
  draw_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  game text NOT NULL,
  number integer NOT NULL,
  draw_date timestamp with time zone NOT NULL,
  close_date timestamp with time zone NOT NULL,
  rules_id text NOT NULL,
  amount_row bigint NOT NULL,
  amount_side bigint NOT NULL,
  origin text NOT NULL DEFAULT 'calendar'::text,
  state text NOT NULL DEFAULT 'created'::text,
  closed_at timestamp with time zone,
  stakes_account bigint NOT NULL,
  planned_date date NOT NULL,
  high_win_from bigint NOT NULL,
  awaits_figures boolean NOT NULL DEFAULT false,
  held_above bigint,
  held_days integer,
  in_turn boolean NOT NULL DEFAULT true,
  terms_hash bytea,
  player_rows_max integer,
  constraint draws_game_number_key UNIQUE (game, number),
  constraint draws_pkey PRIMARY KEY (draw_id),
  constraint draws_check CHECK ((close_date <= draw_date)),
  constraint draws_hold CHECK (((held_above IS NULL) = (held_days IS NULL))),
  constraint draws_number_check CHECK ((number > 0)),
  constraint draws_origin_check CHECK ((origin = ANY (ARRAY['calendar'::text, 'sample'::text, 'import'::text]))),
  constraint draws_player_rows_max_check CHECK ((player_rows_max > 0)),
  constraint draws_state_check CHECK ((state = ANY (ARRAY['created'::text, 'released'::text, 'results'::text, 'confirmed'::text, 'winsel'::text, 'payout'::text, 'closed'::text, 'settled'::text, 'cancelled'::text]))),
  constraint draws_terms_hash_check CHECK ((length(terms_hash) = 32))
);
CREATE INDEX draws_by_date ON public.draws USING btree (game, draw_date);
CREATE INDEX draws_decided ON public.draws USING btree (draw_date, draw_id) WHERE (state = ANY (ARRAY['payout'::text, 'closed'::text]));
CREATE INDEX draws_live ON public.draws USING btree (close_date) WHERE (state = ANY (ARRAY['created'::text, 'released'::text, 'results'::text, 'confirmed'::text, 'winsel'::text, 'payout'::text]));
CREATE UNIQUE INDEX draws_one_at_a_time ON public.draws USING btree (game, draw_date) WHERE (state <> 'cancelled'::text);
CREATE INDEX draws_planned ON public.draws USING btree (game, planned_date);
CREATE INDEX draws_undecided ON public.draws USING btree (draw_id) WHERE (state <> ALL (ARRAY['payout'::text, 'closed'::text, 'settled'::text]));
CREATE TRIGGER guard BEFORE UPDATE ON public.draws FOR EACH ROW EXECUTE FUNCTION guard_draw();
CREATE TRIGGER planned BEFORE INSERT OR UPDATE OF planned_date ON public.draws FOR EACH ROW EXECUTE FUNCTION plan_date();
CREATE TRIGGER subscriptions AFTER UPDATE OF state ON public.draws FOR EACH ROW WHEN (((new.state = 'cancelled'::text) AND (new.origin = 'calendar'::text))) EXECUTE FUNCTION subscriptions_leave_draw();

CREATE TABLE e_login_networks (
  target_key bytea NOT NULL,
  network_key bytea NOT NULL,
  proven_at timestamp with time zone NOT NULL,
  constraint e_login_networks_pkey PRIMARY KEY (target_key, network_key)
);
CREATE INDEX e_login_networks_proven ON public.e_login_networks USING btree (proven_at);

CREATE TABLE e_logins (
  token_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  e_login_type text NOT NULL,
  target_key bytea NOT NULL,
  network_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  handle jsonb,
  polling_until timestamp with time zone,
  polls integer NOT NULL DEFAULT 0,
  failure jsonb,
  person jsonb,
  proven_at timestamp with time zone,
  signed_in_at timestamp with time zone,
  signed_up_at timestamp with time zone,
  known_player bigint,
  known_device bytea,
  constraint e_logins_request_hash_key UNIQUE (request_hash),
  constraint e_logins_pkey PRIMARY KEY (token_hash),
  constraint e_logins_check CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint e_logins_check1 CHECK (((state = 'proven'::text) = ((person IS NOT NULL) AND (proven_at IS NOT NULL)))),
  constraint e_logins_check2 CHECK (((state = 'pending'::text) OR (handle IS NULL))),
  constraint e_logins_check3 CHECK (((known_player IS NULL) = (known_device IS NULL))),
  constraint e_logins_e_login_type_check CHECK ((e_login_type = ANY (ARRAY['sim'::text, 'app'::text]))),
  constraint e_logins_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'proven'::text, 'failed'::text])))
);
CREATE INDEX e_logins_created ON public.e_logins USING btree (created_at);
CREATE INDEX e_logins_network ON public.e_logins USING btree (network_key, created_at);
CREATE INDEX e_logins_target ON public.e_logins USING btree (target_key, created_at);

CREATE TABLE erasure_salt (
  singleton boolean NOT NULL DEFAULT true,
  salt bytea NOT NULL DEFAULT (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  constraint erasure_salt_pkey PRIMARY KEY (singleton),
  constraint erasure_salt_singleton_check CHECK (singleton)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.erasure_salt FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE failure_levels (
  level_key bytea NOT NULL,
  level double precision NOT NULL,
  last_at timestamp with time zone NOT NULL,
  constraint failure_levels_pkey PRIMARY KEY (level_key)
);
CREATE INDEX failure_levels_last ON public.failure_levels USING btree (last_at);

CREATE TABLE former_passwords (
  former_password_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  player_id bigint NOT NULL,
  password_hash text NOT NULL,
  constraint former_passwords_pkey PRIMARY KEY (former_password_id),
  constraint former_passwords_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);
CREATE INDEX former_passwords_player ON public.former_passwords USING btree (player_id, former_password_id);

CREATE TABLE games (
  game text NOT NULL,
  on_sale boolean NOT NULL,
  constraint games_pkey PRIMARY KEY (game)
);

CREATE TABLE held_payouts (
  player_id bigint NOT NULL,
  bank_account text NOT NULL,
  entered_by text NOT NULL,
  entered_at timestamp with time zone NOT NULL,
  entered_by_key text NOT NULL,
  constraint held_payouts_pkey PRIMARY KEY (player_id)
);

CREATE VIEW held_shares AS
 SELECT player_id,
    share_id,
    syndicate_id,
    stake,
    bought_at
   FROM syndicate_shares s
  WHERE (NOT (EXISTS ( SELECT
           FROM share_returns r
          WHERE ((r.player_id = s.player_id) AND (r.share_id = s.share_id) AND (r.reason = 'player'::text)))));

CREATE TABLE idempotency_keys (
  player_id bigint NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  input_hash bytea NOT NULL,
  answer text NOT NULL,
  at timestamp with time zone NOT NULL,
  constraint idempotency_keys_pkey PRIMARY KEY (player_id, call, key)
) WITH (autovacuum_vacuum_insert_threshold=500000, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_threshold=100000, autovacuum_analyze_scale_factor=0.05);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.idempotency_keys FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE installation (
  singleton boolean NOT NULL DEFAULT true,
  mode text NOT NULL,
  installed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  constraint installation_pkey PRIMARY KEY (singleton),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['embedded'::text, 'production'::text]))),
  constraint installation_singleton_check CHECK (singleton)
);

CREATE TABLE known_devices (
  player_id bigint NOT NULL,
  device_hash bytea NOT NULL,
  first_used_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  locale text NOT NULL DEFAULT 'is'::text,
  constraint known_devices_pkey PRIMARY KEY (player_id, device_hash),
  constraint known_devices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint known_devices_locale_check CHECK ((locale = ANY (ARRAY['is'::text, 'en'::text])))
);
CREATE INDEX known_devices_hash ON public.known_devices USING btree (device_hash);

CREATE VIEW large_prizes AS
 SELECT p.draw_id,
    p.player_id,
    p.ticket_id,
    p.coupon_id,
    p.cause_id,
    p.amount,
    p.due_from,
    claim_by(p.due_from) AS claim_by,
    (((claim_by(p.due_from) + 1))::timestamp without time zone AT TIME ZONE 'UTC'::text) AS lapses_at,
    q.claimed_at AS winner_claimed_at,
    c.claimed_at,
    c.claimed_by,
    a.approved_at,
    a.approved_by,
    r.released_at,
    r.released_by,
    l.lapsed_at,
        CASE
            WHEN (l.lapsed_at IS NOT NULL) THEN 'lapsed'::text
            WHEN (r.released_at IS NOT NULL) THEN 'paid'::text
            WHEN (COALESCE(q.claimed_at, c.claimed_at) IS NOT NULL) THEN 'claimed'::text
            WHEN (p.due_from IS NOT NULL) THEN 'waiting'::text
            ELSE 'pending'::text
        END AS status
   FROM (((((( SELECT w.draw_id,
            w.player_id,
            w.ticket_id,
            w.coupon_id,
            w.coupon_id AS cause_id,
            (w.amount + w.side_amount) AS amount,
            due.due_from
           FROM (coupon_wins w
             CROSS JOIN LATERAL ( SELECT prizes_due_from(w.draw_id) AS due_from
                 OFFSET 0) due)
          WHERE w.high
        UNION ALL
         SELECT NULL::bigint,
            settled_tickets.player_id,
            settled_tickets.ticket_id,
            NULL::uuid,
            settled_tickets.ticket_id,
            settled_tickets.amount,
            settled_tickets.settled_at
           FROM settled_tickets
          WHERE settled_tickets.high) p
     LEFT JOIN winner_claims q ON (((q.player_id = p.player_id) AND (q.cause_id = p.cause_id))))
     LEFT JOIN prize_claims c ON (((c.player_id = p.player_id) AND (c.cause_id = p.cause_id))))
     LEFT JOIN prize_approvals a ON (((a.player_id = p.player_id) AND (a.cause_id = p.cause_id))))
     LEFT JOIN prize_releases r ON (((r.player_id = p.player_id) AND (r.cause_id = p.cause_id))))
     LEFT JOIN prize_lapses l ON (((l.player_id = p.player_id) AND (l.cause_id = p.cause_id))));

CREATE TABLE league_payouts (
  season_id text NOT NULL,
  division smallint NOT NULL,
  team_id bigint NOT NULL,
  player_id bigint NOT NULL,
  transfer_id bigint NOT NULL,
  paid_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint league_payouts_transfer_id_key UNIQUE (transfer_id),
  constraint league_payouts_pkey PRIMARY KEY (season_id, division, team_id),
  constraint league_payouts_season_id_division_team_id_fkey FOREIGN KEY (season_id, division, team_id) REFERENCES league_places(season_id, division, team_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.league_payouts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE league_places (
  season_id text NOT NULL,
  division smallint NOT NULL,
  team_id bigint NOT NULL,
  place smallint NOT NULL,
  total smallint NOT NULL,
  prize bigint NOT NULL,
  constraint league_places_pkey PRIMARY KEY (season_id, division, team_id),
  constraint league_places_season_id_fkey FOREIGN KEY (season_id) REFERENCES league_seasons(season_id),
  constraint league_places_team_id_fkey FOREIGN KEY (team_id) REFERENCES club_teams(team_id),
  constraint league_places_division_check CHECK (((division >= 1) AND (division <= 3))),
  constraint league_places_place_check CHECK (((place >= 1) AND (place <= 3))),
  constraint league_places_prize_check CHECK ((prize >= 0)),
  constraint league_places_total_check CHECK ((total > 0))
);
CREATE INDEX league_places_team ON public.league_places USING btree (team_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.league_places FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE league_programs (
  draw_id bigint NOT NULL,
  fact_id bigint NOT NULL,
  is_final boolean NOT NULL,
  counted_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint league_programs_pkey PRIMARY KEY (draw_id),
  constraint league_programs_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id)
);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.league_programs FOR EACH ROW EXECUTE FUNCTION guard_league_program();

CREATE TABLE league_scores (
  draw_id bigint NOT NULL,
  division smallint NOT NULL,
  team_id bigint NOT NULL,
  correct smallint NOT NULL,
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  constraint league_scores_pkey PRIMARY KEY (draw_id, division, team_id),
  constraint league_scores_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES league_programs(draw_id),
  constraint league_scores_team_id_fkey FOREIGN KEY (team_id) REFERENCES club_teams(team_id),
  constraint league_scores_correct_check CHECK (((correct >= 0) AND (correct <= 13))),
  constraint league_scores_division_check CHECK (((division >= 1) AND (division <= 3)))
);
CREATE INDEX league_scores_team ON public.league_scores USING btree (team_id);

CREATE TABLE league_seasons (
  season_id text NOT NULL,
  proposed_places bytea NOT NULL,
  proposed_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  proposed_by text NOT NULL,
  proposed_by_key text NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  closed_by_key text,
  pay_proposed_at timestamp with time zone,
  pay_proposed_by text,
  pay_proposed_by_key text,
  paid_at timestamp with time zone,
  paid_by text,
  paid_by_key text,
  constraint league_seasons_pkey PRIMARY KEY (season_id),
  constraint league_seasons_check CHECK ((num_nulls(closed_at, closed_by, closed_by_key) = ANY (ARRAY[0, 3]))),
  constraint league_seasons_check1 CHECK ((num_nulls(pay_proposed_at, pay_proposed_by, pay_proposed_by_key) = ANY (ARRAY[0, 3]))),
  constraint league_seasons_check2 CHECK ((num_nulls(paid_at, paid_by, paid_by_key) = ANY (ARRAY[0, 3]))),
  constraint league_seasons_check3 CHECK (((pay_proposed_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint league_seasons_check4 CHECK (((paid_at IS NULL) OR (pay_proposed_at IS NOT NULL))),
  constraint league_seasons_season_id_check CHECK ((season_id ~ '^\d{4}-\d$'::text)),
  constraint two_persons CHECK (((closed_by_key IS NULL) OR is_other_person(proposed_by_key, closed_by_key))),
  constraint two_persons_pay CHECK (((paid_by_key IS NULL) OR is_other_person(pay_proposed_by_key, paid_by_key)))
);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.league_seasons FOR EACH ROW EXECUTE FUNCTION guard_league_season();

CREATE TABLE ledger_account_kinds (
  kind text NOT NULL,
  meaning text NOT NULL,
  scope text,
  has_tiers boolean NOT NULL DEFAULT false,
  constraint ledger_account_kinds_pkey PRIMARY KEY (kind),
  constraint ledger_account_kinds_scope_check CHECK ((scope = ANY (ARRAY['draw'::text, 'game'::text, 'house'::text, 'club'::text, 'syndicate'::text])))
);

CREATE TABLE ledger_accounts (
  account_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  player_id bigint,
  draw_id bigint,
  game text,
  tier smallint,
  subscription_id uuid,
  club_id integer,
  syndicate_id uuid,
  constraint ledger_accounts_pkey PRIMARY KEY (account_id),
  constraint ledger_accounts_kind_fkey FOREIGN KEY (kind) REFERENCES ledger_account_kinds(kind),
  constraint ledger_accounts_club CHECK (((kind = 'club'::text) = (club_id IS NOT NULL))) NOT VALID,
  constraint ledger_accounts_syndicate CHECK (((kind = 'syndicate'::text) = (syndicate_id IS NOT NULL))) NOT VALID
);
CREATE UNIQUE INDEX ledger_accounts_description ON public.ledger_accounts USING btree (kind, COALESCE(player_id, (0)::bigint), COALESCE(draw_id, (0)::bigint), COALESCE(game, ''::text), COALESCE((tier)::integer, 0), COALESCE(subscription_id, syndicate_id, '00000000-0000-0000-0000-000000000000'::uuid), COALESCE(club_id, 0));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE ledger_days (
  day date NOT NULL,
  accounts bigint[] NOT NULL,
  moved bigint[] NOT NULL,
  kinds text[] NOT NULL,
  kind_balances bigint[] NOT NULL,
  carried_accounts bigint[],
  carried bigint[],
  sealed_at timestamp with time zone NOT NULL,
  signature bytea NOT NULL,
  public_key bytea NOT NULL,
  constraint ledger_days_pkey PRIMARY KEY (day),
  constraint ledger_days_check CHECK ((cardinality(accounts) = cardinality(moved))),
  constraint ledger_days_check1 CHECK ((cardinality(kinds) = cardinality(kind_balances))),
  constraint ledger_days_check2 CHECK ((cardinality(carried_accounts) = cardinality(carried))),
  constraint ledger_days_check3 CHECK (((carried_accounts IS NULL) = (carried IS NULL))),
  constraint ledger_days_signature_check CHECK ((length(signature) = 64))
);
CREATE INDEX ledger_days_carried ON public.ledger_days USING btree (day) WHERE (carried IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE VIEW ledger_entries AS
 SELECT ledger_transfers.transfer_id,
    ledger_transfers.at,
    ledger_transfers.kind,
    ledger_transfers.debit_account AS account_id,
    (- ledger_transfers.amount) AS amount,
    ledger_transfers.player_id,
    ledger_transfers.draw_id,
    ledger_transfers.ticket_id,
    ledger_transfers.coupon_id
   FROM ledger_transfers
UNION ALL
 SELECT ledger_transfers.transfer_id,
    ledger_transfers.at,
    ledger_transfers.kind,
    ledger_transfers.credit_account AS account_id,
    ledger_transfers.amount,
    ledger_transfers.player_id,
    ledger_transfers.draw_id,
    ledger_transfers.ticket_id,
    ledger_transfers.coupon_id
   FROM ledger_transfers;

CREATE TABLE ledger_transfers (
  player_id bigint NOT NULL,
  transfer_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount bigint NOT NULL,
  wallet_before bigint,
  wallet_after bigint,
  draw_id bigint,
  ticket_id uuid,
  coupon_id uuid,
  subscription_id uuid,
  payment_id uuid,
  syndicate_id uuid,
  constraint ledger_transfers_pkey PRIMARY KEY (player_id, at, transfer_id),
  constraint ledger_transfers_amount_check CHECK ((amount > 0)),
  constraint ledger_transfers_check CHECK ((debit_account <> credit_account)),
  constraint ledger_transfers_check1 CHECK ((abs((wallet_after - wallet_before)) = amount)),
  constraint ledger_transfers_kind_check CHECK ((kind = ANY ('{purchase,cancellation,draw_cancellation,winnings,settlement,opening_carry,sandbox_balance,claim,lapse,correction,subscription_charge,subscription_coupon,subscription_promotion,subscription_refund,subscription_return,raffle,deposit,subscription_deposit,withdrawal,withdrawal_return,withdrawal_paid,chargeback,chargeback_return,debt_payment,contribution,club_payment,league_prize,share_purchase,share_refund,share_return,share_winnings,syndicate_rest}'::text[]))) NOT VALID,
  constraint ledger_transfers_wallet_after_check CHECK ((wallet_after >= 0)),
  constraint ledger_transfers_wallet_before_check CHECK ((wallet_before >= 0))
) WITH (autovacuum_vacuum_insert_threshold=500000, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_threshold=100000, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX ledger_transfers_at ON public.ledger_transfers USING brin (at) WITH (autosummarize='on');
CREATE INDEX ledger_transfers_draw ON public.ledger_transfers USING brin (draw_id) WITH (autosummarize='on');
CREATE INDEX ledger_transfers_payment ON public.ledger_transfers USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE limit_changes (
  change_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  player_id bigint NOT NULL,
  field text NOT NULL,
  step text NOT NULL DEFAULT 'set'::text,
  before text,
  after text NOT NULL,
  effective_at timestamp with time zone,
  at timestamp with time zone NOT NULL,
  origin text NOT NULL,
  constraint limit_changes_pkey PRIMARY KEY (change_id),
  constraint limit_changes_check CHECK (((step = 'requested'::text) = (effective_at IS NOT NULL))),
  constraint limit_changes_field_check CHECK ((field = ANY (ARRAY['depositLimitDay'::text, 'depositLimitWeek'::text, 'depositLimitMonth'::text, 'stakeLimitDay'::text, 'stakeLimitWeek'::text, 'stakeLimitMonth'::text, 'lossLimitDay'::text, 'lossLimitWeek'::text, 'lossLimitMonth'::text, 'lockedUntil'::text, 'closedAt'::text, 'certificateExpires'::text]))),
  constraint limit_changes_step_check CHECK ((step = ANY (ARRAY['set'::text, 'requested'::text, 'withdrawn'::text])))
);
CREATE INDEX limit_changes_player ON public.limit_changes USING btree (player_id, field, change_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.limit_changes FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER security AFTER INSERT ON public.limit_changes FOR EACH ROW EXECUTE FUNCTION log_limit_change();

CREATE TABLE match_facts (
  fact_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  match_id bigint NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  kick_off timestamp with time zone,
  state text,
  home smallint,
  away smallint,
  at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  actor_key text,
  proposer_key text,
  constraint match_facts_pkey PRIMARY KEY (fact_id),
  constraint match_facts_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(match_id),
  constraint match_facts_away_check CHECK (((away >= 0) AND (away <= 99))),
  constraint match_facts_home_check CHECK (((home >= 0) AND (home <= 99))),
  constraint match_facts_kind_check CHECK ((kind = ANY (ARRAY['kickOff'::text, 'state'::text, 'score'::text, 'extraTime'::text, 'shootOut'::text]))),
  constraint match_facts_source_check CHECK ((source ~ '^[a-z][a-z0-9-]*$'::text)),
  constraint match_facts_state_check CHECK ((state = ANY (ARRAY['notStarted'::text, 'onGoing'::text, 'finished'::text, 'abandoned'::text, 'postponed'::text, 'cancelled'::text]))),
  constraint one_value CHECK ((((kind = 'kickOff'::text) = (kick_off IS NOT NULL)) AND ((kind = 'state'::text) = (state IS NOT NULL)) AND ((kind = ANY (ARRAY['score'::text, 'extraTime'::text, 'shootOut'::text])) = (home IS NOT NULL)) AND ((home IS NULL) = (away IS NULL)))),
  constraint two_persons CHECK (((source <> 'decision'::text) OR is_other_person(proposer_key, actor_key)))
);
CREATE INDEX match_facts_last ON public.match_facts USING btree (match_id, kind, source, fact_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.match_facts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE match_feed (
  singleton boolean NOT NULL DEFAULT true,
  reached_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  asked_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  answered_at timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  constraint match_feed_pkey PRIMARY KEY (singleton),
  constraint match_feed_singleton_check CHECK (singleton)
);

CREATE TABLE match_numbers (
  source text NOT NULL,
  number text NOT NULL,
  match_id bigint NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  constraint match_numbers_pkey PRIMARY KEY (source, number),
  constraint match_numbers_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(match_id),
  constraint match_numbers_number_check CHECK ((number <> ''::text)),
  constraint match_numbers_source_check CHECK ((source ~ '^[a-z][a-z0-9-]*$'::text))
);
CREATE INDEX match_numbers_match ON public.match_numbers USING btree (match_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.match_numbers FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE matches (
  match_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  competition_id bigint NOT NULL,
  home_id bigint NOT NULL,
  away_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint matches_pkey PRIMARY KEY (match_id),
  constraint matches_away_id_fkey FOREIGN KEY (away_id) REFERENCES teams(team_id),
  constraint matches_competition_id_fkey FOREIGN KEY (competition_id) REFERENCES competitions(competition_id),
  constraint matches_home_id_fkey FOREIGN KEY (home_id) REFERENCES teams(team_id),
  constraint matches_check CHECK ((home_id <> away_id))
);
CREATE INDEX matches_away ON public.matches USING btree (away_id);
CREATE INDEX matches_home ON public.matches USING btree (home_id);

CREATE TABLE message_outcomes (
  message_id uuid NOT NULL,
  outcome text NOT NULL,
  attempt integer NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  reference text,
  reason text,
  constraint message_outcomes_pkey PRIMARY KEY (message_id),
  constraint message_outcomes_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(message_id),
  constraint message_outcomes_attempt_check CHECK ((attempt > 0)),
  constraint message_outcomes_check CHECK (((outcome = 'sent'::text) = (reason IS NULL))),
  constraint message_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'refused'::text, 'given_up'::text])))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.message_outcomes FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE messages (
  message_id uuid NOT NULL,
  player_id bigint,
  channel text NOT NULL,
  kind text NOT NULL,
  locale text NOT NULL,
  queued_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint messages_pkey PRIMARY KEY (message_id),
  constraint messages_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'homeBank'::text]))),
  constraint messages_locale_check CHECK ((locale = ANY (ARRAY['is'::text, 'en'::text])))
);
CREATE INDEX messages_player ON public.messages USING btree (player_id, queued_at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.messages FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE mobile_codes (
  player_id bigint NOT NULL,
  sent_at timestamp with time zone NOT NULL,
  mobile text NOT NULL,
  code_key bytea NOT NULL,
  guesses smallint NOT NULL DEFAULT 0,
  constraint mobile_codes_pkey PRIMARY KEY (player_id, sent_at),
  constraint mobile_codes_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);
CREATE INDEX mobile_codes_number ON public.mobile_codes USING btree (mobile, sent_at);
CREATE INDEX mobile_codes_sent ON public.mobile_codes USING btree (sent_at);

CREATE TABLE movement_spans (
  player_id bigint NOT NULL,
  nth integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  sums jsonb NOT NULL,
  constraint movement_spans_pkey PRIMARY KEY (player_id, nth)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.movement_spans FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE movement_spans_cursor (
  singleton boolean NOT NULL DEFAULT true,
  reached_at timestamp with time zone NOT NULL,
  complete_at timestamp with time zone NOT NULL,
  complete_after bigint NOT NULL,
  constraint movement_spans_cursor_pkey PRIMARY KEY (singleton),
  constraint movement_spans_cursor_singleton_check CHECK (singleton)
);

CREATE TABLE name_failures (
  name_key bytea NOT NULL,
  failed_at timestamp with time zone[] NOT NULL,
  last_at timestamp with time zone NOT NULL,
  device_key bytea NOT NULL DEFAULT '\x'::bytea,
  constraint name_failures_pkey PRIMARY KEY (name_key, device_key),
  constraint name_failures_failed_at_check CHECK (((cardinality(failed_at) >= 1) AND (cardinality(failed_at) <= 3)))
);
CREATE INDEX name_failures_last ON public.name_failures USING btree (last_at);

CREATE TABLE notices (
  notice_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  player_id bigint NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  kind text NOT NULL,
  text_values jsonb NOT NULL,
  constraint notices_pkey PRIMARY KEY (notice_id),
  constraint notices_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);
CREATE INDEX notices_player ON public.notices USING btree (player_id, notice_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.notices FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE open_alarms (
  kind text NOT NULL,
  reference text NOT NULL,
  alarm_id bigint NOT NULL,
  constraint open_alarms_alarm_id_key UNIQUE (alarm_id),
  constraint open_alarms_pkey PRIMARY KEY (kind, reference)
);

CREATE TABLE open_tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  constraint open_tickets_pkey PRIMARY KEY (player_id, ticket_id)
);

CREATE TABLE operator_ends (
  operator_id bigint NOT NULL,
  kind text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  entered_by bigint NOT NULL,
  entered_by_key text NOT NULL,
  confirmed_by bigint,
  confirmed_by_key text,
  constraint operator_ends_pkey PRIMARY KEY (operator_id),
  constraint operator_ends_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operator_log(operator_log_id),
  constraint operator_ends_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES operator_log(operator_log_id),
  constraint operator_ends_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(operator_id),
  constraint operator_ends_kind_check CHECK ((kind = ANY (ARRAY['removed'::text, 'revoked'::text]))),
  constraint two_persons CHECK (
CASE kind
    WHEN 'revoked'::text THEN (confirmed_by IS NULL)
    ELSE is_other_person(entered_by_key, confirmed_by_key)
END)
);
CREATE UNIQUE INDEX operator_ends_confirmed ON public.operator_ends USING btree (confirmed_by);
CREATE UNIQUE INDEX operator_ends_entered ON public.operator_ends USING btree (entered_by);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_ends FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE operator_log (
  operator_log_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  real_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  command text NOT NULL,
  arguments jsonb NOT NULL DEFAULT '{}'::jsonb,
  reason text,
  outcome text NOT NULL,
  proven boolean NOT NULL DEFAULT false,
  signed_text text,
  signature bytea,
  nonce text,
  begun_id bigint,
  constraint operator_log_begun_id_key UNIQUE (begun_id),
  constraint operator_log_nonce_key UNIQUE (nonce),
  constraint operator_log_pkey PRIMARY KEY (operator_log_id),
  constraint operator_log_begun_id_fkey FOREIGN KEY (begun_id) REFERENCES operator_log(operator_log_id),
  constraint signed_whole CHECK ((num_nonnulls(signed_text, signature, nonce) = ANY (ARRAY[0, 3])))
);
CREATE INDEX operator_log_of ON public.operator_log USING btree (actor, at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_log FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER security AFTER INSERT ON public.operator_log FOR EACH ROW EXECUTE FUNCTION log_operator_command();

CREATE TABLE operators (
  operator_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  name_key text NOT NULL,
  public_key bytea NOT NULL,
  roles text[] NOT NULL,
  since timestamp with time zone NOT NULL,
  entered_by bigint NOT NULL,
  entered_by_key text,
  confirmed_by bigint,
  confirmed_by_key text,
  constraint operators_public_key_key UNIQUE (public_key),
  constraint operators_pkey PRIMARY KEY (operator_id),
  constraint operators_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operator_log(operator_log_id),
  constraint operators_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES operator_log(operator_log_id),
  constraint operators_name_key_check CHECK ((name_key <> ''::text)),
  constraint operators_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ '{draws,pools,betting,clubs,payments,players,reads,operators}'::text[]))),
  constraint two_persons CHECK (((confirmed_by IS NULL) OR (is_other_person(entered_by_key, confirmed_by_key) AND is_other_person(name_key, entered_by_key) AND is_other_person(name_key, confirmed_by_key))))
);
CREATE UNIQUE INDEX operators_confirmed ON public.operators USING btree (confirmed_by);
CREATE UNIQUE INDEX operators_entered ON public.operators USING btree (entered_by) WHERE (confirmed_by IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operators FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE password_resets (
  link_hash bytea NOT NULL,
  player_id bigint NOT NULL,
  way text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  constraint password_resets_pkey PRIMARY KEY (link_hash),
  constraint password_resets_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint password_resets_way_check CHECK ((way = ANY (ARRAY['email'::text, 'home-bank'::text])))
);
CREATE INDEX password_resets_end ON public.password_resets USING btree (ends_at);
CREATE INDEX password_resets_player ON public.password_resets USING btree (player_id);

CREATE TABLE payment_steps (
  step_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  player_id bigint NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  at timestamp with time zone NOT NULL,
  code text,
  constraint payment_steps_pkey PRIMARY KEY (step_id)
);
CREATE INDEX payment_steps_at ON public.payment_steps USING brin (at) WITH (autosummarize='on');
CREATE INDEX payment_steps_of ON public.payment_steps USING btree (payment_id, step_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_steps FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE payment_transitions (
  kind text NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  means text NOT NULL,
  constraint payment_transitions_pkey PRIMARY KEY (kind, from_status, to_status)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_transitions FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE payments (
  player_id bigint NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  reentry_url text,
  call text,
  idempotency_key text,
  input_hash bytea,
  reference text,
  virtual_card text,
  card_brand text,
  card_last4 text,
  msisdn text,
  bank_account text,
  owner_national_id text,
  status text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  code text,
  aur_error_id text,
  request_id uuid NOT NULL,
  sent_at timestamp with time zone,
  round smallint NOT NULL DEFAULT 0,
  form jsonb,
  counted_on date,
  outside_token text,
  transaction_id text,
  authorization_code text,
  look_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  flag text,
  paid_transfer_id bigint,
  constraint payments_pkey PRIMARY KEY (player_id, payment_id),
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_check CHECK (((idempotency_key IS NULL) = (input_hash IS NULL))),
  constraint payments_check1 CHECK (((kind = ANY (ARRAY['cardDeposit'::text, 'subscriptionCharge'::text])) = (virtual_card IS NOT NULL))),
  constraint payments_check2 CHECK (((kind = 'aurDeposit'::text) = (msisdn IS NOT NULL))),
  constraint payments_check3 CHECK (((kind = 'withdrawal'::text) = (bank_account IS NOT NULL))),
  constraint payments_check4 CHECK (((form IS NULL) OR (status = 'waiting'::text))),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['cardDeposit'::text, 'aurDeposit'::text, 'withdrawal'::text, 'subscriptionCharge'::text])))
) WITH (fillfactor=70);
CREATE INDEX payments_asked ON public.payments USING btree (player_id, asked_at);
CREATE INDEX payments_changed ON public.payments USING brin (changed_at);
CREATE INDEX payments_charge_key ON public.payments USING btree (player_id, idempotency_key) WHERE ((idempotency_key IS NOT NULL) AND (kind = 'subscriptionCharge'::text));
CREATE UNIQUE INDEX payments_charge_key_open ON public.payments USING btree (player_id, call, idempotency_key) WHERE ((idempotency_key IS NOT NULL) AND (kind = 'subscriptionCharge'::text) AND (status = ANY (ARRAY['paying'::text, 'unknown'::text, 'paid'::text])));
CREATE UNIQUE INDEX payments_id ON public.payments USING btree (payment_id);
CREATE UNIQUE INDEX payments_key ON public.payments USING btree (player_id, call, idempotency_key) WHERE ((idempotency_key IS NOT NULL) AND (kind <> 'subscriptionCharge'::text));
CREATE INDEX payments_look ON public.payments USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX payments_open ON public.payments USING btree (kind) WHERE (status = ANY (ARRAY['waiting'::text, 'paying'::text, 'unknown'::text, 'paid'::text, 'held'::text, 'accepted'::text]));
CREATE INDEX payments_open_charge ON public.payments USING btree (player_id) WHERE ((kind = 'subscriptionCharge'::text) AND (status = ANY (ARRAY['paying'::text, 'unknown'::text, 'paid'::text])));
CREATE INDEX payments_open_withdrawals ON public.payments USING btree (player_id) WHERE ((kind = 'withdrawal'::text) AND (status = ANY (ARRAY['held'::text, 'accepted'::text])));
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (player_id, reference) WHERE (reference IS NOT NULL);
CREATE UNIQUE INDEX payments_request ON public.payments USING btree (request_id);
CREATE TRIGGER facts BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION guard_payment_facts();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION guard_payment();
CREATE TRIGGER step AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION note_payment_step();
CREATE TRIGGER step_begun AFTER INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION note_payment_step();

CREATE TABLE play_reviews (
  singleton boolean NOT NULL DEFAULT true,
  month date NOT NULL,
  reached_player bigint NOT NULL DEFAULT 0,
  constraint play_reviews_pkey PRIMARY KEY (singleton),
  constraint play_reviews_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint play_reviews_singleton_check CHECK (singleton)
);

CREATE TABLE player_contacts (
  player_id bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  email text NOT NULL,
  mobile text,
  constraint player_contacts_pkey PRIMARY KEY (player_id, since),
  constraint player_contacts_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
);

CREATE VIEW player_coupons AS
 SELECT v.player_id,
    v.ticket_id,
    v.coupon_id,
    v.game,
    v.draw_id,
    v.draw,
    v.draw_date,
    v.close_date,
    v.state,
    v.rules_id,
    v.purchased_at,
    v.channel,
    v.stake_total,
    v.stake,
    v.row_masks,
    v.second_masks,
    v.quick_picks,
    v.system,
    v.row_count,
    v.side,
    v.status,
    v.amount_win,
    v.side_amount_win,
    v.amount_lapsed,
    v.claim_by,
    l.subscription_id
   FROM (( SELECT c.player_id,
            c.ticket_id,
            c.coupon_id,
            t.game,
            c.draw_id,
            d.number AS draw,
            d.draw_date,
            d.close_date,
            d.state,
            d.rules_id,
            t.purchased_at,
            t.channel,
            t.stake AS stake_total,
            c.stake,
            t.row_masks,
            t.second_masks,
            t.quick_picks,
            t.system,
            t.row_count,
            t.side,
                CASE
                    WHEN x.cancelled THEN 'cancelled'::text
                    WHEN (NOT o.known) THEN 'pending'::text
                    WHEN (h.lapsed OR (o.won = 0)) THEN 'lost'::text
                    WHEN p.paid THEN 'paid'::text
                    WHEN h.claimed THEN 'claimed'::text
                    WHEN w.high THEN 'highwind'::text
                    ELSE 'won'::text
                END AS status,
                CASE
                    WHEN (o.known AND (h.lapsed IS NOT TRUE)) THEN o.won
                    ELSE (0)::bigint
                END AS amount_win,
                CASE
                    WHEN (o.known AND (h.lapsed IS NOT TRUE)) THEN COALESCE(w.side_amount, (0)::bigint)
                    ELSE (0)::bigint
                END AS side_amount_win,
                CASE
                    WHEN h.lapsed THEN o.won
                    ELSE NULL::bigint
                END AS amount_lapsed,
            h.claim_by
           FROM (((((((coupons c
             JOIN draws d USING (draw_id))
             JOIN LATERAL ( SELECT t_1.player_id,
                    t_1.ticket_id,
                    t_1.game,
                    t_1.purchased_at,
                    t_1.stake,
                    t_1.row_masks,
                    t_1.second_masks,
                    t_1.quick_picks,
                    t_1.system,
                    t_1.row_count,
                    t_1.side,
                    t_1.channel,
                    t_1.ip,
                    t_1.affiliate_id,
                    t_1.idempotency_key,
                    t_1.input_hash
                   FROM tickets t_1
                  WHERE ((t_1.player_id = c.player_id) AND (t_1.ticket_id = c.ticket_id))
                 OFFSET 0) t ON (true))
             LEFT JOIN LATERAL ( SELECT true AS cancelled
                   FROM cancellations x_1
                  WHERE ((x_1.player_id = c.player_id) AND (x_1.ticket_id = c.ticket_id) AND (x_1.coupon_id = c.coupon_id))
                 OFFSET 0) x ON (true))
             LEFT JOIN LATERAL ( SELECT w_1.amount,
                    w_1.side_amount,
                    w_1.high
                   FROM coupon_wins w_1
                  WHERE ((w_1.draw_id = c.draw_id) AND (w_1.player_id = c.player_id) AND (w_1.ticket_id = c.ticket_id) AND (w_1.coupon_id = c.coupon_id))
                 OFFSET 0) w ON (true))
             LEFT JOIN LATERAL ( SELECT true AS paid
                   FROM coupon_payouts p_1
                  WHERE ((p_1.draw_id = c.draw_id) AND (p_1.player_id = c.player_id) AND (p_1.coupon_id = c.coupon_id))
                 OFFSET 0) p ON (true))
             LEFT JOIN LATERAL ( SELECT claim_by(prizes_due_from(c.draw_id)) AS claim_by,
                    (EXISTS ( SELECT
                           FROM claimed_prizes k
                          WHERE ((k.draw_id = c.draw_id) AND (k.player_id = c.player_id) AND (k.cause_id = c.coupon_id)))) AS claimed,
                    (EXISTS ( SELECT
                           FROM prize_lapses l_1
                          WHERE ((l_1.draw_id = c.draw_id) AND (l_1.player_id = c.player_id) AND (l_1.cause_id = c.coupon_id)))) AS lapsed
                  WHERE w.high
                 OFFSET 0) h ON (true))
             CROSS JOIN LATERAL ( SELECT (d.state = ANY (ARRAY['payout'::text, 'closed'::text, 'settled'::text])) AS known,
                    COALESCE((w.amount + w.side_amount), (0)::bigint) AS won) o)) v
     LEFT JOIN LATERAL ( SELECT l_1.subscription_id
           FROM subscription_coupons l_1
          WHERE ((l_1.player_id = v.player_id) AND (l_1.ticket_id = v.ticket_id))
         OFFSET 0) l ON (true));

CREATE TABLE players (
  player_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  password_hash text,
  national_id text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  mobile text,
  address text,
  postal_code text,
  phone text,
  mail_list boolean NOT NULL DEFAULT false,
  payment_method text NOT NULL DEFAULT 'creditCard'::text,
  support_id integer,
  demo boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  needs_e_id boolean NOT NULL DEFAULT false,
  reminder_minutes smallint NOT NULL DEFAULT 60,
  bank_account text,
  review_days integer NOT NULL DEFAULT 14,
  reviewed_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  erased_at timestamp with time zone,
  erased_person bytea,
  draw_letters boolean NOT NULL DEFAULT true,
  mailbox boolean NOT NULL DEFAULT true,
  bank_account_since timestamp with time zone,
  mobile_confirmed_at timestamp with time zone,
  constraint players_erased_person_key UNIQUE (erased_person),
  constraint players_national_id_key UNIQUE (national_id),
  constraint players_pkey PRIMARY KEY (player_id),
  constraint players_support_id_fkey FOREIGN KEY (support_id) REFERENCES clubs(club_id),
  constraint players_bank_account_check CHECK ((bank_account ~ '^\d{4}-\d{2}-\d{6}$'::text)),
  constraint players_bank_account_since CHECK (((bank_account IS NULL) = (bank_account_since IS NULL))),
  constraint players_erased CHECK ((((erased_at IS NULL) AND (erased_person IS NULL)) OR ((erased_at IS NOT NULL) AND (username = ('erased-'::text || player_id)) AND (email = (('erased-'::text || player_id) || '@hending.invalid'::text)) AND (first_name = ''::text) AND (last_name = ''::text) AND (num_nonnulls(password_hash, national_id, mobile, phone, address, postal_code, support_id, bank_account) = 0) AND (NOT mail_list)))),
  constraint players_erased_person_check CHECK ((length(erased_person) = 32)),
  constraint players_mobile_confirmed CHECK (((mobile_confirmed_at IS NULL) OR (mobile IS NOT NULL))),
  constraint players_payment_method_check CHECK ((payment_method = ANY (ARRAY['creditCard'::text, 'aur'::text]))),
  constraint players_reminder_minutes_check CHECK ((reminder_minutes = ANY (ARRAY[0, 30, 60, 120]))),
  constraint players_review_days_check CHECK ((review_days = ANY (ARRAY[7, 14, 30])))
);
CREATE UNIQUE INDEX players_confirmed_mobile ON public.players USING btree (mobile) WHERE (mobile_confirmed_at IS NOT NULL);
CREATE UNIQUE INDEX players_email ON public.players USING btree (email);
CREATE INDEX players_support ON public.players USING btree (support_id) WHERE (support_id IS NOT NULL);
CREATE UNIQUE INDEX players_username ON public.players USING btree (lower(username));
CREATE TRIGGER anew BEFORE INSERT OR UPDATE OF bank_account, mobile ON public.players FOR EACH ROW EXECUTE FUNCTION begin_account_anew();
CREATE TRIGGER contact AFTER INSERT OR UPDATE OF email, mobile, erased_at ON public.players FOR EACH ROW EXECUTE FUNCTION keep_contact();

CREATE TABLE prize_approvals (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  claimed_by text NOT NULL,
  approved_at timestamp with time zone NOT NULL,
  approved_by text NOT NULL,
  claimed_by_key text NOT NULL,
  approved_by_key text NOT NULL,
  constraint prize_approvals_pkey PRIMARY KEY (player_id, cause_id),
  constraint prize_approvals_player_id_cause_id_claimed_by_fkey FOREIGN KEY (player_id, cause_id, claimed_by) REFERENCES prize_claims(player_id, cause_id, claimed_by),
  constraint prize_approvals_player_id_cause_id_fkey FOREIGN KEY (player_id, cause_id) REFERENCES winner_claims(player_id, cause_id),
  constraint two_persons CHECK (is_other_person(claimed_by_key, approved_by_key))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.prize_approvals FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE prize_claims (
  draw_id bigint,
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  claimed_by text NOT NULL,
  claimed_by_key text NOT NULL,
  constraint prize_claims_player_id_cause_id_claimed_by_key UNIQUE (player_id, cause_id, claimed_by),
  constraint prize_claims_pkey PRIMARY KEY (player_id, cause_id),
  constraint prize_claims_draw_id_player_id_coupon_id_fkey FOREIGN KEY (draw_id, player_id, cause_id) REFERENCES coupon_wins(draw_id, player_id, coupon_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.prize_claims FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE prize_lapses (
  draw_id bigint,
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  lapsed_at timestamp with time zone NOT NULL,
  constraint prize_lapses_pkey PRIMARY KEY (player_id, cause_id),
  constraint prize_lapses_draw_id_player_id_coupon_id_fkey FOREIGN KEY (draw_id, player_id, cause_id) REFERENCES coupon_wins(draw_id, player_id, coupon_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.prize_lapses FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE prize_payouts (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  round smallint NOT NULL,
  request_id uuid NOT NULL,
  amount bigint NOT NULL,
  bank_account text NOT NULL,
  owner_national_id text NOT NULL,
  status text NOT NULL,
  reason text,
  asked_at timestamp with time zone NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  look_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  payment_id uuid,
  constraint prize_payouts_request_id_key UNIQUE (request_id),
  constraint prize_payouts_pkey PRIMARY KEY (player_id, cause_id, round),
  constraint prize_payouts_player_id_cause_id_fkey FOREIGN KEY (player_id, cause_id) REFERENCES prize_approvals(player_id, cause_id),
  constraint prize_payouts_amount_check CHECK ((amount > 0)),
  constraint prize_payouts_check CHECK (((status = 'rejected'::text) = (reason IS NOT NULL))),
  constraint prize_payouts_check1 CHECK (((status = 'settled'::text) = (payment_id IS NOT NULL))),
  constraint prize_payouts_check2 CHECK (((status = ANY (ARRAY['settled'::text, 'rejected'::text])) = (look_at IS NULL))),
  constraint prize_payouts_reason_check CHECK ((reason = ANY (ARRAY['declined'::text, 'ownerMismatch'::text, 'noAccount'::text, 'accountChanged'::text]))),
  constraint prize_payouts_status_check CHECK ((status = ANY (ARRAY['confirming'::text, 'ordered'::text, 'accepted'::text, 'settled'::text, 'rejected'::text])))
);
CREATE INDEX prize_payouts_look ON public.prize_payouts USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE UNIQUE INDEX prize_payouts_open ON public.prize_payouts USING btree (player_id, cause_id) WHERE (status <> 'rejected'::text);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.prize_payouts FOR EACH ROW EXECUTE FUNCTION guard_payout();

CREATE TABLE prize_releases (
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  claimed_by text NOT NULL,
  released_at timestamp with time zone NOT NULL,
  released_by text NOT NULL,
  claimed_by_key text,
  released_by_key text,
  constraint prize_releases_pkey PRIMARY KEY (player_id, cause_id),
  constraint prize_releases_player_id_cause_id_claimed_by_fkey FOREIGN KEY (player_id, cause_id, claimed_by) REFERENCES prize_claims(player_id, cause_id, claimed_by),
  constraint two_persons CHECK (is_other_person(claimed_by_key, released_by_key)) NOT VALID
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.prize_releases FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER guard BEFORE INSERT ON public.prize_releases FOR EACH ROW EXECUTE FUNCTION guard_release();

CREATE TABLE program_beacons (
  entry bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  draw_id bigint NOT NULL,
  value bytea NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  actor_key text NOT NULL,
  proposer_key text,
  signature bytea,
  constraint program_beacons_pkey PRIMARY KEY (entry),
  constraint program_beacons_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES programs(draw_id),
  constraint program_beacons_signature_check CHECK ((length(signature) = 48)),
  constraint program_beacons_value_check CHECK ((length(value) = 32)),
  constraint two_persons CHECK (((proposer_key IS NULL) OR is_other_person(proposer_key, actor_key)))
);
CREATE UNIQUE INDEX program_beacons_confirmed ON public.program_beacons USING btree (draw_id) WHERE (proposer_key IS NOT NULL);
CREATE INDEX program_beacons_draw ON public.program_beacons USING btree (draw_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.program_beacons FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE program_choices (
  draw_id bigint NOT NULL,
  rows bigint NOT NULL,
  stakes bigint NOT NULL,
  counts bigint[] NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  constraint program_choices_pkey PRIMARY KEY (draw_id),
  constraint program_choices_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES programs(draw_id),
  constraint program_choices_counts_check CHECK (((cardinality(counts) = ANY (ARRAY[39, 104])) AND (0 <= ALL (counts)))),
  constraint program_choices_rows_check CHECK ((rows >= 0)),
  constraint program_choices_stakes_check CHECK ((stakes >= 0))
);

CREATE TABLE program_matches (
  draw_id bigint NOT NULL,
  number smallint NOT NULL,
  match_id bigint NOT NULL,
  kick_off timestamp with time zone NOT NULL,
  chances smallint[] NOT NULL,
  odds integer[],
  forecast smallint[],
  constraint program_matches_draw_id_match_id_key UNIQUE (draw_id, match_id),
  constraint program_matches_pkey PRIMARY KEY (draw_id, number),
  constraint program_matches_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES programs(draw_id),
  constraint program_matches_match_id_fkey FOREIGN KEY (match_id) REFERENCES matches(match_id),
  constraint program_matches_chances_check CHECK ((cardinality(chances) = ANY (ARRAY[3, 8]))),
  constraint program_matches_number_check CHECK (((number >= 1) AND (number <= 13)))
);
CREATE INDEX program_matches_match ON public.program_matches USING btree (match_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.program_matches FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE program_standings (
  draw_id bigint NOT NULL,
  fact_id bigint NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  outcomes smallint[] NOT NULL,
  rows bigint[],
  constraint program_standings_pkey PRIMARY KEY (draw_id),
  constraint program_standings_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES programs(draw_id),
  constraint program_standings_outcomes_check CHECK ((cardinality(outcomes) = 13)),
  constraint program_standings_rows_check CHECK ((cardinality(rows) <= 14))
);

CREATE TABLE programs (
  draw_id bigint NOT NULL,
  name text NOT NULL,
  group_id text,
  mode text NOT NULL,
  result_date timestamp with time zone NOT NULL,
  round_ends timestamp with time zone NOT NULL,
  lots_at timestamp with time zone NOT NULL,
  file_hash bytea NOT NULL,
  imported_by text NOT NULL,
  imported_by_key text NOT NULL,
  imported_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  released_by text,
  released_by_key text,
  terms text,
  is_sample boolean NOT NULL DEFAULT false,
  constraint programs_pkey PRIMARY KEY (draw_id),
  constraint programs_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id),
  constraint programs_check CHECK ((lots_at > round_ends)),
  constraint programs_file_hash_check CHECK ((length(file_hash) = 32)),
  constraint programs_group_id_check CHECK ((group_id = ANY (ARRAY['sat'::text, 'sun'::text, 'wed'::text]))),
  constraint programs_mode_check CHECK ((mode = ANY (ARRAY['own'::text, 'common'::text]))),
  constraint released_whole CHECK ((num_nulls(released_by, released_by_key, terms) = ANY (ARRAY[0, 3]))),
  constraint two_persons CHECK (((released_by IS NULL) OR is_other_person(imported_by_key, released_by_key)))
);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.programs FOR EACH ROW EXECUTE FUNCTION guard_program();

CREATE TABLE promotions (
  promotion_id text NOT NULL,
  game text NOT NULL,
  first_date date NOT NULL,
  last_date date NOT NULL,
  condition text NOT NULL,
  prize_counts integer[] NOT NULL,
  prize_amounts bigint[] NOT NULL,
  name_is text NOT NULL,
  text_is text NOT NULL,
  name_en text NOT NULL,
  text_en text NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  added_by text NOT NULL,
  constraint promotions_pkey PRIMARY KEY (promotion_id),
  constraint promotions_game_fkey FOREIGN KEY (game) REFERENCES games(game),
  constraint promotions_check CHECK ((last_date >= first_date)),
  constraint promotions_check1 CHECK ((cardinality(prize_counts) = cardinality(prize_amounts))),
  constraint promotions_condition_check CHECK ((condition = ANY (ARRAY['all'::text, 'side'::text, 'tenRows'::text, 'system'::text]))),
  constraint promotions_prize_amounts_check CHECK (((0 < ALL (prize_amounts)) AND (200000 > ALL (prize_amounts)))),
  constraint promotions_prize_counts_check CHECK ((((cardinality(prize_counts) >= 1) AND (cardinality(prize_counts) <= 10)) AND (0 < ALL (prize_counts)) AND (1000 >= ALL (prize_counts)))),
  constraint promotions_promotion_id_check CHECK ((promotion_id ~ '^[a-z0-9][a-z0-9-]{2,39}$'::text))
);
CREATE TRIGGER guard BEFORE INSERT OR DELETE OR UPDATE ON public.promotions FOR EACH ROW EXECUTE FUNCTION guard_promotion();

CREATE TYPE purchase AS (
  player_id bigint,
  ticket_id uuid,
  game text,
  draw_ids bigint[],
  coupon_ids uuid[],
  stake bigint,
  row_masks bigint[],
  second_masks bigint[],
  quick_picks integer,
  system smallint,
  row_count integer,
  side text,
  channel text,
  ip text,
  affiliate_id bigint,
  key text,
  hash bytea,
  session bytea,
  support_id integer
);

CREATE TABLE raffle_entries (
  draw_id bigint NOT NULL,
  entry integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  confirms boolean NOT NULL,
  numbers integer[] NOT NULL,
  actor_key text NOT NULL,
  constraint raffle_entries_pkey PRIMARY KEY (draw_id, entry)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.raffle_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE raffle_payouts (
  draw_id bigint NOT NULL,
  place integer NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  constraint raffle_payouts_pkey PRIMARY KEY (draw_id, place),
  constraint raffle_payouts_draw_id_place_fkey FOREIGN KEY (draw_id, place) REFERENCES raffle_wins(draw_id, place)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.raffle_payouts FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE raffle_wins (
  draw_id bigint NOT NULL,
  place integer NOT NULL,
  number integer NOT NULL,
  amount bigint NOT NULL,
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  constraint raffle_wins_draw_id_coupon_id_key UNIQUE (draw_id, coupon_id),
  constraint raffle_wins_draw_id_number_key UNIQUE (draw_id, number),
  constraint raffle_wins_pkey PRIMARY KEY (draw_id, place),
  constraint raffle_wins_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES raffles(draw_id),
  constraint raffle_wins_amount_check CHECK (((amount > 0) AND (amount < 200000))),
  constraint raffle_wins_number_check CHECK ((number > 0)),
  constraint raffle_wins_place_check CHECK ((place > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.raffle_wins FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE raffles (
  draw_id bigint NOT NULL,
  promotion_id text NOT NULL,
  coupons integer NOT NULL,
  numbers integer[] NOT NULL,
  entered_by text NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  confirmed_by text NOT NULL,
  entered_by_key text,
  confirmed_by_key text,
  constraint raffles_pkey PRIMARY KEY (draw_id),
  constraint raffles_check CHECK ((cardinality(numbers) <= coupons)),
  constraint raffles_coupons_check CHECK ((coupons >= 0)),
  constraint two_persons CHECK (is_other_person(entered_by_key, confirmed_by_key)) NOT VALID
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.raffles FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE receipt_cursor (
  singleton boolean NOT NULL DEFAULT true,
  reached_at timestamp with time zone NOT NULL,
  complete_at timestamp with time zone NOT NULL,
  complete_after bigint NOT NULL,
  constraint receipt_cursor_pkey PRIMARY KEY (singleton),
  constraint receipt_cursor_check CHECK ((reached_at <= complete_at)),
  constraint receipt_cursor_singleton_check CHECK (singleton)
);

CREATE TABLE reconciliations (
  reconciliation_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  player_money bigint NOT NULL,
  outside_money bigint NOT NULL,
  compared integer NOT NULL,
  differences jsonb NOT NULL,
  complete boolean NOT NULL,
  constraint reconciliations_pkey PRIMARY KEY (reconciliation_id)
);
CREATE INDEX reconciliations_day ON public.reconciliations USING btree (day, reconciliation_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reconciliations FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE recovery_questions (
  question_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  national_id text NOT NULL,
  question jsonb NOT NULL,
  constraint recovery_questions_pkey PRIMARY KEY (question_id)
);
CREATE INDEX recovery_questions_national_id_idx ON public.recovery_questions USING btree (national_id);

CREATE TABLE refused_team_names (
  name_key text NOT NULL,
  team_id bigint NOT NULL,
  refused_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  refused_by text NOT NULL,
  reason text NOT NULL,
  constraint refused_team_names_pkey PRIMARY KEY (name_key),
  constraint refused_team_names_team_id_fkey FOREIGN KEY (team_id) REFERENCES club_teams(team_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refused_team_names FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE result_entries (
  draw_id bigint NOT NULL,
  entry integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  confirms boolean NOT NULL,
  outcome jsonb NOT NULL,
  actor_key text NOT NULL,
  constraint result_entries_pkey PRIMARY KEY (draw_id, entry)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.result_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE sample_purchases (
  draw_id bigint NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  tickets integer NOT NULL,
  rows bigint NOT NULL,
  constraint sample_purchases_pkey PRIMARY KEY (draw_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sample_purchases FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE saved_cards (
  player_id bigint NOT NULL,
  purpose text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  expires text NOT NULL,
  virtual_card text,
  fingerprint bytea,
  added_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  stopped_at timestamp with time zone,
  told_end text,
  constraint saved_cards_pkey PRIMARY KEY (player_id, purpose),
  constraint saved_cards_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint saved_cards_brand_check CHECK ((brand = ANY (ARRAY['visa'::text, 'mastercard'::text]))),
  constraint saved_cards_expires_check CHECK ((expires ~ '^\d{4}$'::text)),
  constraint saved_cards_last4_check CHECK ((last4 ~ '^\d{4}$'::text)),
  constraint saved_cards_purpose_check CHECK ((purpose = ANY (ARRAY['deposit'::text, 'subscription'::text])))
);

CREATE TABLE saved_rows (
  player_id bigint NOT NULL,
  saved_id uuid NOT NULL,
  game text NOT NULL,
  name text NOT NULL,
  rows jsonb NOT NULL,
  joker smallint[],
  system smallint NOT NULL DEFAULT 0,
  saved_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint saved_rows_pkey PRIMARY KEY (player_id, saved_id),
  constraint saved_rows_game_fkey FOREIGN KEY (game) REFERENCES games(game),
  constraint saved_rows_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint saved_rows_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint saved_rows_rows_check CHECK ((octet_length((rows)::text) <= 4096))
);

CREATE TABLE seal_hashes (
  draw_id bigint NOT NULL,
  level smallint NOT NULL,
  part integer NOT NULL,
  hashes bytea NOT NULL,
  constraint seal_hashes_pkey PRIMARY KEY (draw_id, level, part)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seal_hashes FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE seals (
  draw_id bigint NOT NULL,
  sealed_at timestamp with time zone NOT NULL,
  coupons integer NOT NULL,
  rows bigint NOT NULL,
  stakes bigint NOT NULL,
  side_stakes bigint NOT NULL,
  merkle_root bytea NOT NULL,
  book_hash bytea NOT NULL,
  algorithm text NOT NULL,
  signature bytea NOT NULL,
  public_key bytea NOT NULL,
  draw_secret bytea,
  rules_hash bytea,
  row_words smallint,
  constraint seals_pkey PRIMARY KEY (draw_id),
  constraint seals_book_hash_check CHECK ((length(book_hash) = 32)),
  constraint seals_coupons_check CHECK ((coupons >= 0)),
  constraint seals_draw_secret_check CHECK ((length(draw_secret) = 32)),
  constraint seals_merkle_root_check CHECK ((length(merkle_root) = 32)),
  constraint seals_row_words_check CHECK ((row_words > 0)),
  constraint seals_rows_check CHECK ((rows >= 0)),
  constraint seals_rules_hash_check CHECK ((length(rules_hash) = 32)),
  constraint seals_side_stakes_check CHECK ((side_stakes >= 0)),
  constraint seals_signature_check CHECK ((length(signature) = 64)),
  constraint seals_stakes_check CHECK ((stakes >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.seals FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE security_events (
  event_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT domain_now(),
  kind text NOT NULL,
  player_id bigint,
  details jsonb NOT NULL,
  constraint security_events_pkey PRIMARY KEY (event_id),
  constraint security_events_kind_check CHECK ((kind ~ '^[a-zA-Z]+$'::text))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_events FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE security_links (
  link bigint NOT NULL,
  event_id bigint NOT NULL,
  hash bytea NOT NULL,
  constraint security_links_event_id_key UNIQUE (event_id),
  constraint security_links_pkey PRIMARY KEY (link),
  constraint security_links_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_events(event_id),
  constraint security_links_link_check CHECK ((link > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_links FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE security_waiting (
  event_id bigint NOT NULL,
  constraint security_waiting_pkey PRIMARY KEY (event_id)
);

CREATE TABLE sessions (
  token_hash bytea NOT NULL,
  player_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  fresh_at timestamp with time zone NOT NULL,
  channel text,
  session_id uuid NOT NULL DEFAULT gen_random_uuid(),
  browser text,
  system text,
  e_id_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id)
) WITH (fillfactor=80);
CREATE INDEX sessions_player ON public.sessions USING btree (player_id);

CREATE TABLE settled_tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  settled_at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  high boolean NOT NULL,
  constraint settled_tickets_pkey PRIMARY KEY (player_id, ticket_id),
  constraint settled_tickets_amount_check CHECK ((amount >= 0))
);
CREATE INDEX settled_tickets_at ON public.settled_tickets USING brin (settled_at) WITH (autosummarize='on');
CREATE INDEX settled_tickets_high ON public.settled_tickets USING btree (settled_at) WHERE high;
CREATE INDEX settled_tickets_won ON public.settled_tickets USING btree (player_id, ticket_id, high) WHERE (amount > 0);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settled_tickets FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER security AFTER INSERT ON public.settled_tickets FOR EACH ROW WHEN (new.high) EXECUTE FUNCTION log_large_amount();

CREATE TYPE share_purchase AS (
  player_id bigint,
  share_id uuid,
  syndicate_id uuid,
  stake bigint,
  channel text,
  ip text,
  hash bytea,
  session bytea
);

CREATE TABLE share_returns (
  player_id bigint NOT NULL,
  share_id uuid NOT NULL,
  reason text NOT NULL,
  amount bigint NOT NULL,
  returned_at timestamp with time zone NOT NULL,
  constraint share_returns_pkey PRIMARY KEY (player_id, share_id, reason),
  constraint share_returns_player_id_share_id_fkey FOREIGN KEY (player_id, share_id) REFERENCES syndicate_shares(player_id, share_id),
  constraint share_returns_amount_check CHECK ((amount > 0)),
  constraint share_returns_reason_check CHECK ((reason = ANY (ARRAY['player'::text, 'unused'::text, 'void'::text])))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.share_returns FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE sign_ins (
  player_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  way text NOT NULL,
  constraint sign_ins_pkey PRIMARY KEY (player_id, at)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.sign_ins FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE spent_proofs (
  proof_key bytea NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  constraint spent_proofs_pkey PRIMARY KEY (proof_key)
);
CREATE INDEX spent_proofs_end ON public.spent_proofs USING btree (ends_at);

CREATE TABLE sports (
  sport_id text NOT NULL,
  constraint sports_pkey PRIMARY KEY (sport_id)
);

CREATE TABLE subscription_coupons (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  from_prepaid bigint NOT NULL,
  constraint subscription_coupons_pkey PRIMARY KEY (player_id, ticket_id),
  constraint subscription_coupons_from_prepaid_check CHECK ((from_prepaid >= 0))
) WITH (autovacuum_vacuum_insert_threshold=500000, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_threshold=100000, autovacuum_analyze_scale_factor=0.05);
CREATE UNIQUE INDEX subscription_coupons_once ON public.subscription_coupons USING btree (player_id, subscription_id, draw_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.subscription_coupons FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE subscription_day (
  told_on date NOT NULL
);

CREATE TABLE subscription_events (
  event_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL DEFAULT 0,
  code text,
  actor text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  constraint subscription_events_pkey PRIMARY KEY (event_id),
  constraint subscription_events_kind_check CHECK ((kind = ANY (ARRAY['started'::text, 'charged'::text, 'declined'::text, 'limit'::text, 'certificate'::text, 'locked'::text, 'paused'::text, 'returned'::text, 'cancelled'::text, 'terminated'::text, 'chargeAhead'::text, 'priceAhead'::text, 'rulesAhead'::text, 'endAhead'::text, 'certificateAhead'::text])))
);
CREATE INDEX subscription_events_at ON public.subscription_events USING brin (at) WITH (autosummarize='on');
CREATE INDEX subscription_events_of ON public.subscription_events USING btree (player_id, subscription_id, event_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.subscription_events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER letter AFTER INSERT ON public.subscription_events FOR EACH ROW WHEN (((new.kind <> ALL (ARRAY['locked'::text, 'returned'::text])) AND (NOT ((new.kind = 'charged'::text) AND (new.actor = 'player'::text))))) EXECUTE FUNCTION queue_subscription_letter();

CREATE TABLE subscription_letters (
  event_id bigint NOT NULL,
  constraint subscription_letters_pkey PRIMARY KEY (event_id)
);

CREATE TABLE subscription_states (
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  game text NOT NULL,
  status text NOT NULL,
  rules_id text NOT NULL,
  prepaid bigint NOT NULL DEFAULT 0,
  price bigint NOT NULL,
  draw_dates date[] NOT NULL DEFAULT '{}'::date[],
  next_date date DEFAULT draw_dates[1],
  paid_left integer NOT NULL DEFAULT 0,
  paid_through date,
  charge_at timestamp with time zone,
  attempts smallint NOT NULL DEFAULT 0,
  waits_for text,
  ends_on date,
  told_charge timestamp with time zone,
  told_rules text,
  told_certificate date,
  constraint subscription_states_pkey PRIMARY KEY (player_id, subscription_id),
  constraint subscription_states_check CHECK ((paid_left <= cardinality(draw_dates))),
  constraint subscription_states_check1 CHECK ((prepaid >= (paid_left * price))),
  constraint subscription_states_check2 CHECK (((status <> 'terminated'::text) OR ((prepaid = 0) AND (draw_dates = '{}'::date[]) AND (charge_at IS NULL)))),
  constraint subscription_states_check3 CHECK (((status <> 'cancelled'::text) OR (ends_on IS NOT NULL))),
  constraint subscription_states_paid_left_check CHECK ((paid_left >= 0)),
  constraint subscription_states_prepaid_check CHECK ((prepaid >= 0)),
  constraint subscription_states_price_check CHECK ((price > 0)),
  constraint subscription_states_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'cancelled'::text, 'terminated'::text]))),
  constraint subscription_states_waits_for_check CHECK ((waits_for = ANY (ARRAY['certificate'::text, 'lock'::text])))
) WITH (fillfactor=50);
CREATE INDEX subscription_states_charge ON public.subscription_states USING btree (charge_at, player_id, subscription_id) WHERE (charge_at IS NOT NULL);
CREATE INDEX subscription_states_due ON public.subscription_states USING btree (game, next_date) WHERE (next_date IS NOT NULL);
CREATE INDEX subscription_states_left ON public.subscription_states USING btree (player_id) WHERE ((status = 'cancelled'::text) AND (prepaid > 0) AND (draw_dates = '{}'::date[]) AND (charge_at IS NULL));
CREATE INDEX subscription_states_order ON public.subscription_states USING btree (game, player_id, subscription_id) WHERE (next_date IS NOT NULL);
CREATE TRIGGER guard BEFORE UPDATE ON public.subscription_states FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION guard_subscription();

CREATE TABLE subscription_transitions (
  from_status text NOT NULL,
  to_status text NOT NULL,
  constraint subscription_transitions_pkey PRIMARY KEY (from_status, to_status)
);

CREATE TABLE subscriptions (
  player_id bigint NOT NULL,
  subscription_id uuid NOT NULL,
  game text NOT NULL,
  purchased_at timestamp with time zone NOT NULL,
  days smallint[] NOT NULL,
  stake bigint NOT NULL,
  first_charge bigint NOT NULL,
  row_masks bigint[] NOT NULL,
  second_masks bigint[],
  quick_picks integer NOT NULL,
  system smallint NOT NULL,
  row_count integer NOT NULL,
  side character(5),
  prepaid_account bigint NOT NULL,
  channel text,
  ip text,
  affiliate_id bigint,
  idempotency_key text,
  input_hash bytea,
  constraint subscriptions_prepaid_account_key UNIQUE (prepaid_account),
  constraint subscriptions_pkey PRIMARY KEY (player_id, subscription_id),
  constraint subscriptions_check CHECK (((idempotency_key IS NULL) = (input_hash IS NULL))),
  constraint subscriptions_days_check CHECK ((cardinality(days) > 0)),
  constraint subscriptions_first_charge_check CHECK ((first_charge >= 0)),
  constraint subscriptions_row_count_check CHECK ((row_count > 0)),
  constraint subscriptions_stake_check CHECK ((stake > 0))
);
CREATE UNIQUE INDEX subscriptions_key ON public.subscriptions USING btree (player_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.subscriptions FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_closings (
  syndicate_id uuid NOT NULL,
  closed_at timestamp with time zone NOT NULL,
  unused bigint NOT NULL,
  rest bigint NOT NULL,
  actor text NOT NULL,
  constraint syndicate_closings_pkey PRIMARY KEY (syndicate_id),
  constraint syndicate_closings_syndicate_id_fkey FOREIGN KEY (syndicate_id) REFERENCES syndicates(syndicate_id),
  constraint syndicate_closings_rest_check CHECK ((rest >= 0)),
  constraint syndicate_closings_unused_check CHECK ((unused >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_closings FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_ends (
  syndicate_id uuid NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  void boolean NOT NULL,
  rest bigint NOT NULL,
  constraint syndicate_ends_pkey PRIMARY KEY (syndicate_id),
  constraint syndicate_ends_syndicate_id_fkey FOREIGN KEY (syndicate_id) REFERENCES syndicates(syndicate_id),
  constraint syndicate_ends_rest_check CHECK ((rest >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_ends FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_shares (
  player_id bigint NOT NULL,
  share_id uuid NOT NULL,
  syndicate_id uuid NOT NULL,
  stake bigint NOT NULL,
  bought_at timestamp with time zone NOT NULL,
  channel text,
  ip text,
  input_hash bytea,
  constraint syndicate_shares_pkey PRIMARY KEY (player_id, share_id),
  constraint syndicate_shares_stake_check CHECK ((stake >= 100))
);
CREATE INDEX syndicate_shares_bought ON public.syndicate_shares USING brin (bought_at) WITH (autosummarize='on');
CREATE INDEX syndicate_shares_syndicate ON public.syndicate_shares USING btree (syndicate_id, player_id) INCLUDE (share_id, stake);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_shares FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_splits (
  ticket_id uuid NOT NULL,
  split_at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  rest bigint NOT NULL,
  constraint syndicate_splits_pkey PRIMARY KEY (ticket_id),
  constraint syndicate_splits_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES syndicate_tickets(ticket_id),
  constraint syndicate_splits_amount_check CHECK ((amount > 0)),
  constraint syndicate_splits_rest_check CHECK ((rest >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_splits FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_stops (
  syndicate_id uuid NOT NULL,
  stopped_at timestamp with time zone NOT NULL,
  collected bigint NOT NULL,
  actor text NOT NULL,
  constraint syndicate_stops_pkey PRIMARY KEY (syndicate_id),
  constraint syndicate_stops_syndicate_id_fkey FOREIGN KEY (syndicate_id) REFERENCES syndicates(syndicate_id),
  constraint syndicate_stops_collected_check CHECK ((collected >= 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_stops FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicate_tickets (
  ticket_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  syndicate_id uuid NOT NULL,
  draw_id bigint NOT NULL,
  placed_by text NOT NULL,
  constraint syndicate_tickets_coupon_id_key UNIQUE (coupon_id),
  constraint syndicate_tickets_pkey PRIMARY KEY (ticket_id),
  constraint syndicate_tickets_syndicate_id_fkey FOREIGN KEY (syndicate_id) REFERENCES syndicates(syndicate_id)
);
CREATE INDEX syndicate_tickets_syndicate ON public.syndicate_tickets USING btree (syndicate_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.syndicate_tickets FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE syndicates (
  syndicate_id uuid NOT NULL,
  club_id integer NOT NULL,
  draw_id bigint NOT NULL,
  name text NOT NULL,
  minutes_before_close integer NOT NULL,
  account_id bigint NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  opened_by text NOT NULL,
  constraint syndicates_account_id_key UNIQUE (account_id),
  constraint syndicates_club_id_draw_id_name_key UNIQUE (club_id, draw_id, name),
  constraint syndicates_pkey PRIMARY KEY (syndicate_id),
  constraint syndicates_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(account_id),
  constraint syndicates_club_id_fkey FOREIGN KEY (club_id) REFERENCES clubs(club_id),
  constraint syndicates_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES draws(draw_id),
  constraint syndicates_minutes_before_close_check CHECK (((minutes_before_close >= 15) AND (minutes_before_close <= 10080)))
);
CREATE INDEX syndicates_draw ON public.syndicates USING btree (draw_id);
CREATE TRIGGER guard BEFORE DELETE OR UPDATE ON public.syndicates FOR EACH ROW EXECUTE FUNCTION guard_syndicate();

CREATE TABLE team_reports (
  team_id bigint NOT NULL,
  name_key text NOT NULL,
  player_id bigint NOT NULL,
  reported_at timestamp with time zone NOT NULL DEFAULT domain_now(),
  constraint team_reports_pkey PRIMARY KEY (team_id, name_key, player_id),
  constraint team_reports_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint team_reports_team_id_fkey FOREIGN KEY (team_id) REFERENCES club_teams(team_id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.team_reports FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE teams (
  team_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  sport_id text NOT NULL,
  country_id bigint NOT NULL,
  name text NOT NULL,
  constraint teams_country_id_sport_id_name_key UNIQUE (country_id, sport_id, name),
  constraint teams_pkey PRIMARY KEY (team_id),
  constraint teams_country_id_fkey FOREIGN KEY (country_id) REFERENCES countries(country_id),
  constraint teams_sport_id_fkey FOREIGN KEY (sport_id) REFERENCES sports(sport_id),
  constraint teams_name_check CHECK ((name <> ''::text))
);

CREATE TABLE ticket_secret (
  singleton boolean NOT NULL DEFAULT true,
  inner_key bytea NOT NULL,
  outer_key bytea NOT NULL,
  constraint ticket_secret_pkey PRIMARY KEY (singleton),
  constraint ticket_secret_inner_key_check CHECK ((length(inner_key) = 64)),
  constraint ticket_secret_outer_key_check CHECK ((length(outer_key) = 64)),
  constraint ticket_secret_singleton_check CHECK (singleton)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ticket_secret FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE tickets (
  player_id bigint NOT NULL,
  ticket_id uuid NOT NULL,
  game text NOT NULL,
  purchased_at timestamp with time zone NOT NULL,
  stake bigint NOT NULL,
  row_masks bigint[],
  second_masks bigint[],
  quick_picks integer,
  system smallint,
  row_count integer,
  side character(5),
  channel text,
  ip text,
  affiliate_id bigint,
  idempotency_key text,
  input_hash bytea,
  support_id integer,
  constraint tickets_pkey PRIMARY KEY (player_id, ticket_id),
  constraint rows_whole CHECK ((num_nulls(row_masks, quick_picks, system, row_count) = ANY (ARRAY[0, 4]))) NOT VALID,
  constraint tickets_key_check CHECK (((idempotency_key IS NULL) OR (input_hash IS NOT NULL))),
  constraint tickets_row_count_check CHECK ((row_count > 0)),
  constraint tickets_stake_check CHECK ((stake > 0)),
  constraint tickets_support CHECK (((support_id >= 1) AND (support_id <= 99999))) NOT VALID
) WITH (autovacuum_vacuum_insert_threshold=500000, autovacuum_vacuum_insert_scale_factor=0.05, autovacuum_analyze_threshold=100000, autovacuum_analyze_scale_factor=0.05);
CREATE UNIQUE INDEX tickets_key ON public.tickets USING btree (player_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX tickets_of_pools ON public.tickets USING btree (purchased_at) WHERE (game = ANY (ARRAY['totoeng'::text, 'totoeur'::text, 'xg'::text]));
CREATE INDEX tickets_purchased ON public.tickets USING brin (purchased_at) WITH (autosummarize='on');
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tickets FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER security AFTER INSERT ON public.tickets FOR EACH ROW WHEN ((new.stake >= 50000)) EXECUTE FUNCTION log_large_amount();

CREATE VIEW tickets_without_draw AS
 SELECT t.player_id,
    t.ticket_id,
    NULL::uuid AS coupon_id,
    t.game,
    NULL::bigint AS draw_id,
    NULL::integer AS draw,
    NULL::timestamp with time zone AS draw_date,
    NULL::timestamp with time zone AS close_date,
    t.purchased_at,
    t.channel,
    t.stake,
    NULL::integer AS row_count,
        CASE
            WHEN (s.amount IS NULL) THEN 'pending'::text
            WHEN (h.lapsed OR (s.amount = 0)) THEN 'lost'::text
            WHEN ((NOT s.high) OR h.released) THEN 'paid'::text
            WHEN h.claimed THEN 'claimed'::text
            ELSE 'highwind'::text
        END AS status,
        CASE
            WHEN h.lapsed THEN (0)::bigint
            ELSE COALESCE(s.amount, (0)::bigint)
        END AS amount_win,
        CASE
            WHEN h.lapsed THEN s.amount
            ELSE NULL::bigint
        END AS amount_lapsed,
        CASE
            WHEN s.high THEN claim_by(s.settled_at)
            ELSE NULL::date
        END AS claim_by,
    NULL::uuid AS subscription_id
   FROM ((tickets t
     LEFT JOIN LATERAL ( SELECT s_1.player_id,
            s_1.ticket_id,
            s_1.settled_at,
            s_1.amount,
            s_1.high
           FROM settled_tickets s_1
          WHERE ((s_1.player_id = t.player_id) AND (s_1.ticket_id = t.ticket_id))
         OFFSET 0) s ON (true))
     LEFT JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM claimed_prizes c
                  WHERE ((c.player_id = t.player_id) AND (c.cause_id = t.ticket_id)))) AS claimed,
            (EXISTS ( SELECT
                   FROM prize_releases r
                  WHERE ((r.player_id = t.player_id) AND (r.cause_id = t.ticket_id)))) AS released,
            (EXISTS ( SELECT
                   FROM prize_lapses l
                  WHERE ((l.player_id = t.player_id) AND (l.cause_id = t.ticket_id)))) AS lapsed
          WHERE s.high
         OFFSET 0) h ON (true))
  WHERE (t.row_masks IS NULL);

CREATE TABLE typed_cards (
  verification_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  sealed bytea NOT NULL,
  constraint typed_cards_pkey PRIMARY KEY (verification_id)
);
CREATE INDEX typed_cards_expiry ON public.typed_cards USING btree (expires_at);

CREATE TABLE visitor_calls (
  call_key bytea NOT NULL,
  called_at timestamp with time zone[] NOT NULL,
  last_at timestamp with time zone NOT NULL,
  constraint visitor_calls_pkey PRIMARY KEY (call_key)
);
CREATE INDEX visitor_calls_last ON public.visitor_calls USING btree (last_at);

CREATE TABLE wallets (
  player_id bigint NOT NULL,
  account_id bigint NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  debt bigint NOT NULL DEFAULT 0,
  staked_on date NOT NULL DEFAULT '-infinity'::date,
  staked bigint NOT NULL DEFAULT 0,
  stake_limit_day bigint NOT NULL DEFAULT 100000,
  locked_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  closed_at timestamp with time zone,
  certificate_expires date NOT NULL,
  staked_week bigint NOT NULL DEFAULT 0,
  staked_month bigint NOT NULL DEFAULT 0,
  returned_on date NOT NULL DEFAULT '-infinity'::date,
  returned bigint NOT NULL DEFAULT 0,
  returned_week bigint NOT NULL DEFAULT 0,
  returned_month bigint NOT NULL DEFAULT 0,
  stake_limit_week bigint,
  stake_limit_month bigint,
  loss_limit_day bigint,
  loss_limit_week bigint,
  loss_limit_month bigint,
  constraint wallets_account_id_key UNIQUE (account_id),
  constraint wallets_pkey PRIMARY KEY (player_id),
  constraint wallets_balance_check CHECK ((balance >= 0)),
  constraint wallets_debt_check CHECK ((debt >= 0)),
  constraint wallets_stake_limit_day_check CHECK ((stake_limit_day >= 0)),
  constraint wallets_staked_check CHECK ((staked >= 0)),
  constraint wallets_staked_month_check CHECK ((staked_month >= 0)),
  constraint wallets_staked_week_check CHECK ((staked_week >= 0))
) WITH (fillfactor=50);
CREATE INDEX wallets_closed ON public.wallets USING btree (player_id) WHERE (closed_at IS NOT NULL);
CREATE TRIGGER limit_use AFTER UPDATE OF staked ON public.wallets FOR EACH ROW WHEN ((((new.staked > old.staked) OR (new.staked_on > old.staked_on)) AND (((new.staked * 5) >= (LEAST(new.stake_limit_day, new.loss_limit_day) * 4)) OR ((new.staked_week * 5) >= (LEAST(new.stake_limit_week, new.loss_limit_week) * 4)) OR ((new.staked_month * 5) >= (LEAST(new.stake_limit_month, new.loss_limit_month) * 4))))) EXECUTE FUNCTION note_stake_limits();
CREATE TRIGGER subscriptions BEFORE UPDATE OF closed_at, locked_until, certificate_expires ON public.wallets FOR EACH ROW WHEN (((new.closed_at IS DISTINCT FROM old.closed_at) OR (new.locked_until > old.locked_until) OR (new.certificate_expires > old.certificate_expires))) EXECUTE FUNCTION subscriptions_follow_wallet();
CREATE TRIGGER then_pay_debt BEFORE UPDATE ON public.wallets FOR EACH ROW WHEN (((new.debt > 0) AND (new.balance > 0))) EXECUTE FUNCTION pay_debt();

CREATE TABLE winner_claims (
  draw_id bigint,
  player_id bigint NOT NULL,
  cause_id uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  amount bigint NOT NULL,
  payable_from date,
  constraint winner_claims_pkey PRIMARY KEY (player_id, cause_id),
  constraint winner_claims_draw_id_player_id_cause_id_fkey FOREIGN KEY (draw_id, player_id, cause_id) REFERENCES coupon_wins(draw_id, player_id, coupon_id),
  constraint winner_claims_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(player_id),
  constraint winner_claims_amount_check CHECK ((amount > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.winner_claims FOR EACH STATEMENT EXECUTE FUNCTION append_only();

CREATE TABLE write_probes (
  singleton boolean NOT NULL DEFAULT true,
  written bigint NOT NULL DEFAULT 0,
  constraint write_probes_pkey PRIMARY KEY (singleton),
  constraint write_probes_singleton_check CHECK (singleton)
);

CREATE OR REPLACE FUNCTION public.append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on % is refused: its rows are facts', lower(tg_op), tg_table_name
    using errcode = 'insufficient_privilege';
end
$function$;

CREATE OR REPLACE FUNCTION public.attempt_wait(p_name bytea, p_device bytea, p_network bytea, p_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  SELECT greatest(name_wait(p_name, p_device, p_at),
    CASE WHEN p_device = '' THEN network_wait(p_network, p_at) ELSE 0 END)
$function$;

CREATE OR REPLACE FUNCTION public.begin_account_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_old players;
BEGIN
  IF TG_OP = 'UPDATE' THEN v_old := OLD; END IF;
  IF NEW.bank_account IS DISTINCT FROM v_old.bank_account
    AND NEW.bank_account_since IS NOT DISTINCT FROM v_old.bank_account_since THEN
    NEW.bank_account_since := CASE WHEN NEW.bank_account IS NOT NULL THEN domain_now() END;
  END IF;
  IF NEW.mobile IS DISTINCT FROM v_old.mobile
    AND NEW.mobile_confirmed_at IS NOT DISTINCT FROM v_old.mobile_confirmed_at THEN
    NEW.mobile_confirmed_at := NULL;
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.begin_e_login(p_token bytea, p_request bytea, p_browser bytea, p_type text, p_target bytea, p_network bytea, p_device bytea, p_asked text)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_free timestamptz;
  v_player bigint;
  v_own bigint;
  v_proven boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_network, 'hex'), 1));
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_target, 'hex'), 2));
  v_now := domain_now();
  v_player := known_player_of(p_device, p_asked);
  v_proven := EXISTS (
    SELECT FROM e_login_networks WHERE target_key = p_target AND network_key = p_network);
  IF v_player IS NULL THEN
    SELECT count(*) INTO v_own FROM e_logins
    WHERE target_key = p_target AND known_player IS NULL AND network_key = p_network
      AND created_at > v_now - interval '10 minutes';
    SELECT max(free) INTO v_free FROM (
      SELECT o.created_at + interval '90 seconds' AS free FROM e_logins o
      WHERE o.target_key = p_target AND o.state = 'pending' AND o.browser_hash <> p_browser
        AND (o.network_key = p_network OR NOT v_proven AND v_own > (
          SELECT count(*) FROM e_logins t
          WHERE t.target_key = p_target AND t.network_key = o.network_key
            AND t.created_at > v_now - interval '10 minutes'))
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key = p_network
       ORDER BY created_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT max(created_at) + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND network_key <> p_network AND NOT v_proven
       GROUP BY network_key ORDER BY 1 DESC OFFSET 9 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player IS NULL AND v_own > 0 AND NOT v_proven
       ORDER BY created_at DESC OFFSET 5 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '1 hour' FROM e_logins
       WHERE network_key = p_network AND known_player IS NULL AND state <> 'proven' AND NOT v_proven
       ORDER BY created_at DESC OFFSET 9 LIMIT 1)
    ) AS places;
  ELSE
    SELECT max(free) INTO v_free FROM (
      (SELECT created_at + interval '10 minutes' AS free FROM e_logins
       WHERE target_key = p_target AND known_device = p_device ORDER BY created_at DESC OFFSET 2 LIMIT 1)
      UNION ALL
      (SELECT created_at + interval '10 minutes' FROM e_logins
       WHERE target_key = p_target AND known_player = v_player ORDER BY created_at DESC OFFSET 5 LIMIT 1)
    ) AS places;
  END IF;
  IF v_free > v_now THEN RETURN extract(epoch FROM v_free - v_now); END IF;
  UPDATE e_logins SET state = 'failed', handle = NULL,
    failure = '{"code": "EC_ELOGIN_AUTH_ERROR", "reason": "cancelled", "about": "person", "retry": true}'
  WHERE target_key = p_target AND browser_hash = p_browser AND state = 'pending';
  DELETE FROM e_logins WHERE token_hash IN (
    SELECT token_hash FROM e_logins WHERE created_at < v_now - interval '1 hour'
    ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  DELETE FROM e_login_networks WHERE (target_key, network_key) IN (
    SELECT target_key, network_key FROM e_login_networks WHERE proven_at < v_now - interval '90 days'
    ORDER BY proven_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO e_logins (token_hash, request_hash, browser_hash, e_login_type, target_key, network_key, created_at,
    known_player, known_device)
  VALUES (p_token, p_request, p_browser, p_type, p_target, p_network, v_now,
    v_player, CASE WHEN v_player IS NOT NULL THEN p_device END);
  RETURN 0;
END $function$;

CREATE OR REPLACE FUNCTION public.buy_shares(p_syndicates uuid[], p_purchases share_purchase[])
 RETURNS text[]
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_outcomes text[];
  v_held bigint[];
  v_busy bigint[];
  v_buyers bigint[];
  v_stakes bigint[];
  v_stale bytea[];
BEGIN
  PERFORM 1 FROM draws WHERE draw_id IN (SELECT draw_id FROM syndicates WHERE syndicate_id = ANY (p_syndicates))
    ORDER BY draw_id FOR SHARE;
  PERFORM 1 FROM syndicates WHERE syndicate_id = ANY (p_syndicates) ORDER BY syndicate_id FOR SHARE;
  v_held := ARRAY(
    SELECT player_id FROM wallets WHERE player_id = ANY (ARRAY(SELECT player_id FROM unnest(p_purchases)))
    FOR UPDATE SKIP LOCKED);
  IF cardinality(v_held) < cardinality(p_purchases) THEN
    v_busy := ARRAY(SELECT player_id FROM unnest(p_purchases) EXCEPT SELECT unnest(v_held));
  END IF;
  v_now := domain_now();

  WITH open AS MATERIALIZED (
    SELECT s.syndicate_id, s.account_id AS syndicate_account, s.draw_id,
      g.on_sale AND syndicate_collects(s, d, v_now) AS collects
    FROM syndicates s JOIN draws d USING (draw_id) JOIN games g USING (game)
    WHERE s.syndicate_id = ANY (p_syndicates)
  ), decided AS MATERIALIZED (
    SELECT p.*, ordinality AS n, o.syndicate_account, o.draw_id, t.*
    FROM unnest(p_purchases) WITH ORDINALITY AS p
    LEFT JOIN open o ON o.syndicate_id = p.syndicate_id
    LEFT JOIN LATERAL (
      SELECT input_hash FROM syndicate_shares k
      WHERE k.player_id = p.player_id AND k.share_id = p.share_id OFFSET 0) k ON true
    LEFT JOIN LATERAL decide_stake(p.player_id, p.session, NULL, NULL, p.hash, CASE
        WHEN k.input_hash = p.hash THEN 'replayed'
        WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
        WHEN o.collects IS NOT TRUE THEN 'EC_SALE_CLOSED'
      END, p.stake, v_busy, v_now) t ON true
  ), shares_written AS (
    INSERT INTO syndicate_shares (player_id, share_id, syndicate_id, stake, bought_at, channel, ip, input_hash)
    SELECT player_id, share_id, syndicate_id, stake, v_now, channel, ip, hash FROM decided WHERE outcome = 'sold'
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, syndicate_id)
    SELECT player_id, v_now, 'share_purchase', account_id, syndicate_account, stake, balance, balance - stake, draw_id,
      syndicate_id
    FROM decided WHERE outcome = 'sold'
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(stake ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO v_outcomes, v_buyers, v_stakes, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_stakes, (v_now AT TIME ZONE 'UTC')::date); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
  RETURN v_outcomes;
END $function$;

CREATE OR REPLACE FUNCTION public.cancel_share(p_player bigint, p_share uuid, p_key text, p_hash bytea)
 RETURNS TABLE(code text, replayed boolean)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_refusal text;
  h syndicate_shares;
  s syndicates;
  d draws;
  w wallets;
  k idempotency_keys;
BEGIN
  SELECT * INTO h FROM syndicate_shares WHERE player_id = p_player AND share_id = p_share;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_NO_DATA_FOUND', false; RETURN; END IF;
  SELECT * INTO STRICT d FROM draws WHERE draw_id = (
    SELECT draw_id FROM syndicates WHERE syndicate_id = h.syndicate_id) FOR SHARE;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = h.syndicate_id FOR SHARE;
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  SELECT * INTO k FROM idempotency_keys WHERE player_id = p_player AND call = 'cancelShare' AND key = p_key;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN k.input_hash <> p_hash THEN 'EC_DUPLICATE_VALUE' END, true;
    RETURN;
  END IF;
  v_refusal := limits_inactive(w.closed_at, w.certificate_expires, v_now);
  IF v_refusal IS NOT NULL THEN RETURN QUERY SELECT v_refusal, false; RETURN; END IF;
  IF NOT syndicate_collects(s, d, v_now) OR (h.bought_at AT TIME ZONE 'UTC')::date <> (v_now AT TIME ZONE 'UTC')::date
    OR EXISTS (SELECT FROM share_returns WHERE player_id = p_player AND share_id = p_share) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', false;
    RETURN;
  END IF;
  PERFORM return_shares(s.syndicate_id, 'player', v_now, ARRAY[p_player], ARRAY[p_share], ARRAY[h.stake]);
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancelShare', p_key, p_hash, '', v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, false;
END $function$;

CREATE OR REPLACE FUNCTION public.cancel_syndicate(p_syndicate uuid, p_actor text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM stop_syndicate(p_syndicate, p_actor, true);
  IF EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate AND void) THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM syndicate_tickets WHERE syndicate_id = p_syndicate)
    OR EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate) THEN
    RETURN 'EC_CANCEL_NOT_ALLOWED';
  END IF;
  PERFORM end_syndicate(p_syndicate, true);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.cancel_ticket(p_player bigint, p_ticket uuid, p_key text, p_hash bytea, p_answer text)
 RETURNS TABLE(code text, answer text, replayed boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_refusal text;
  t tickets;
  w wallets;
  k idempotency_keys;
BEGIN
  PERFORM 1 FROM draws WHERE draw_id IN (
    SELECT draw_id FROM coupons WHERE player_id = p_player AND ticket_id = p_ticket
  ) ORDER BY draw_id FOR SHARE;
  SELECT * INTO w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  SELECT * INTO k FROM idempotency_keys WHERE player_id = p_player AND call = 'cancel' AND key = p_key;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN k.input_hash <> p_hash THEN 'EC_DUPLICATE_VALUE' END, k.answer, true;
    RETURN;
  END IF;
  v_refusal := limits_inactive(w.closed_at, w.certificate_expires, v_now);
  IF v_refusal IS NOT NULL THEN RETURN QUERY SELECT v_refusal, NULL::text, false; RETURN; END IF;
  SELECT * INTO t FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket;
  IF NOT FOUND THEN RETURN QUERY SELECT 'EC_TICKET_NOT_FOUND', NULL::text, false; RETURN; END IF;
  IF EXISTS (SELECT FROM subscription_coupons WHERE player_id = p_player AND ticket_id = p_ticket) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', NULL::text, false; RETURN;
  END IF;
  IF t.row_masks IS NULL OR (t.purchased_at AT TIME ZONE 'UTC')::date <> v_today OR EXISTS (
    SELECT 1 FROM coupons c JOIN draws d USING (draw_id)
    LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
    WHERE c.player_id = p_player AND c.ticket_id = p_ticket
      AND (d.closed_at IS NOT NULL OR d.close_date <= v_now OR d.state NOT IN ('created', 'released')
        OR x.coupon_id IS NOT NULL)
  ) THEN
    RETURN QUERY SELECT 'EC_CANCEL_NOT_ALLOWED', NULL::text, false; RETURN;
  END IF;

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, draw_id, v_now, 'player', 'player'
  FROM coupons WHERE player_id = p_player AND ticket_id = p_ticket;

  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT p_player, v_now, 'cancellation', d.stakes_account, w.account_id, c.stake,
    w.balance + (row_number() OVER o - 1) * c.stake, w.balance + row_number() OVER o * c.stake,
    c.draw_id, p_ticket, c.coupon_id
  FROM coupons c JOIN draws d USING (draw_id)
  WHERE c.player_id = p_player AND c.ticket_id = p_ticket
  WINDOW o AS (ORDER BY c.draw_id);

  UPDATE wallets SET balance = balance + t.stake WHERE player_id = p_player;
  PERFORM uncount_stakes(ARRAY[p_player], ARRAY[t.stake], ARRAY[v_today], v_today);

  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys (player_id, call, key, input_hash, answer, at)
    VALUES (p_player, 'cancel', p_key, p_hash, p_answer, v_now);
  END IF;
  RETURN QUERY SELECT NULL::text, p_answer, false;
END $function$;

CREATE OR REPLACE FUNCTION public.charge_subscription(p_player bigint, p_subscription uuid, p_charge_at timestamp with time zone, p_dates date[], p_paid integer, p_price bigint, p_paid_through date, p_next timestamp with time zone, p_actor text, p_payment uuid)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
  s subscription_states;
  v_account bigint;
  v_amount bigint;
  v_transfer bigint;
  v_outcome text;
  v_now timestamptz;
  v_today date;
BEGIN
  PERFORM 1 FROM draws WHERE planned_date = ANY (p_dates) AND origin = 'calendar'
    AND game = (SELECT game FROM subscriptions WHERE player_id = p_player AND subscription_id = p_subscription)
  ORDER BY draw_id FOR SHARE;
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO STRICT s FROM subscription_states
  WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;
  IF s.charge_at IS DISTINCT FROM p_charge_at THEN RETURN 'stale'; END IF;
  IF EXISTS (
    SELECT FROM draws WHERE planned_date = ANY (p_dates) AND game = s.game AND origin = 'calendar'
      AND (closed_at IS NOT NULL OR close_date <= v_now OR state NOT IN ('created', 'released'))
  ) THEN RETURN 'draws'; END IF;
  v_amount := greatest(0, (s.paid_left + p_paid) * p_price - s.prepaid);
  SELECT outcome INTO v_outcome
  FROM decide_stake(p_player, NULL, NULL, NULL, NULL, NULL, v_amount, NULL, v_now);
  -- Nothing to pay for asks nobody.
  IF v_outcome <> 'sold' AND (v_amount > 0 OR p_dates <> '{}') THEN RETURN v_outcome; END IF;

  IF v_amount > 0 THEN
    SELECT prepaid_account INTO STRICT v_account FROM subscriptions
    WHERE player_id = p_player AND subscription_id = p_subscription;
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, subscription_id)
    VALUES (p_player, v_now, 'subscription_charge', w.account_id, v_account, v_amount, w.balance, w.balance - v_amount,
      p_subscription)
    RETURNING transfer_id INTO v_transfer;
    UPDATE payments SET paid_transfer_id = v_transfer, flag = NULL
    WHERE player_id = p_player AND payment_id = p_payment AND amount = v_amount AND status = 'settled'
      AND paid_transfer_id IS NULL;
    PERFORM debit_stakes(ARRAY[p_player], ARRAY[v_amount], v_today);
  END IF;
  UPDATE subscription_states SET status = CASE WHEN status = 'pending' AND p_dates <> '{}' THEN 'active' ELSE status END,
    prepaid = prepaid + v_amount, price = p_price, paid_left = paid_left + p_paid, attempts = 0,
    draw_dates = ARRAY(SELECT DISTINCT date FROM unnest(draw_dates || p_dates) date ORDER BY date),
    paid_through = CASE WHEN p_dates = '{}' THEN paid_through ELSE p_paid_through END,
    charge_at = p_next, waits_for = NULL
  WHERE player_id = p_player AND subscription_id = p_subscription;
  IF p_dates <> '{}' THEN
    INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
    VALUES (p_player, p_subscription, v_now, 'charged', v_amount, p_actor,
      jsonb_build_object('dates', p_dates, 'free', cardinality(p_dates) - p_paid, 'next', p_next));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.charged_back(p_payment uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(CASE c.kind WHEN 'taken' THEN c.amount ELSE -c.amount END), 0)::bigint
  FROM chargebacks c JOIN chargeback_postings b USING (chargeback_id) WHERE c.payment_id = p_payment
$function$;

CREATE OR REPLACE FUNCTION public.choose(n integer, k integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN k < 0 OR n < 0 OR k > n THEN 0
    ELSE (factorial(n) / (factorial(k) * factorial(n - k)))::integer END
$function$;

CREATE OR REPLACE FUNCTION public.claim_by(p_due_from timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ((p_due_from AT TIME ZONE 'UTC')::date + interval '1 year')::date
$function$;

CREATE OR REPLACE FUNCTION public.close_syndicate(p_syndicate uuid, p_actor text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_collected numeric;
  v_unused numeric;
  v_player bigint[];
  v_share uuid[];
  v_amount bigint[];
BEGIN
  IF NOT stop_syndicate(p_syndicate, p_actor, false) THEN RAISE EXCEPTION 'syndicate % collects', p_syndicate; END IF;
  IF EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate) THEN RETURN; END IF;
  v_collected := syndicate_collected(p_syndicate);
  v_unused := v_collected - (
    SELECT coalesce(sum(stake), 0) FROM syndicate_tickets t JOIN coupons c ON c.player_id = 0
      AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
    WHERE t.syndicate_id = p_syndicate);
  SELECT array_agg(player_id ORDER BY player_id, share_id), array_agg(share_id ORDER BY player_id, share_id),
    array_agg(div(v_unused * stake, v_collected)::bigint ORDER BY player_id, share_id)
  INTO v_player, v_share, v_amount FROM held_shares WHERE syndicate_id = p_syndicate;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_closings (syndicate_id, closed_at, unused, rest, actor)
  VALUES (p_syndicate, v_now, v_unused, v_unused - (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a), p_actor);
  IF v_unused > 0 THEN PERFORM return_shares(p_syndicate, 'unused', v_now, v_player, v_share, v_amount); END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.club_account(p_club integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE v_id bigint;
BEGIN
  LOOP
    SELECT account_id INTO v_id FROM ledger_accounts WHERE kind = 'club' AND coalesce(player_id, 0) = 0
      AND coalesce(draw_id, 0) = 0 AND coalesce(game, '') = '' AND coalesce(tier, 0) = 0
      AND coalesce(subscription_id, syndicate_id, '00000000-0000-0000-0000-000000000000'::uuid)
        = '00000000-0000-0000-0000-000000000000'
      AND coalesce(club_id, 0) = p_club;
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (kind, club_id) VALUES ('club', p_club) ON CONFLICT DO NOTHING;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.count_call(p_call bytea, p_all bytea, p_per_hour integer, p_unproved integer, p_unproved_all integer, p_proof bytea, p_proof_ends timestamp with time zone)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_calls timestamptz[];
  v_unproved timestamptz[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_call, 'hex'), 0));
  v_now := domain_now();
  v_calls := recent_calls(p_call, v_now);
  IF cardinality(v_calls) >= p_per_hour THEN
    RETURN extract(epoch FROM v_calls[cardinality(v_calls) - p_per_hour + 1] + interval '1 hour' - v_now);
  END IF;
  IF p_proof IS NULL THEN
    IF cardinality(v_calls) >= p_unproved THEN RETURN -1; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_all, 'hex'), 0));
    v_unproved := recent_calls(p_all, v_now);
    IF cardinality(v_unproved) >= p_unproved_all THEN RETURN -1; END IF;
    PERFORM note_call(p_all, v_unproved, v_now);
  ELSE
    IF p_proof_ends <= v_now THEN RETURN -1; END IF;
    INSERT INTO spent_proofs VALUES (p_proof, p_proof_ends) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN -1; END IF;
  END IF;
  PERFORM note_call(p_call, v_calls, v_now);
  PERFORM forget_calls(v_now);
  RETURN 0;
END $function$;

CREATE OR REPLACE FUNCTION public.count_returned(INOUT w wallets, p_amount bigint, p_at timestamp with time zone)
 RETURNS wallets
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
BEGIN
  w.returned := CASE WHEN w.returned_on = v_today THEN w.returned ELSE 0 END + p_amount;
  w.returned_week := CASE WHEN w.returned_on >= week_begin(v_today) THEN w.returned_week ELSE 0 END + p_amount;
  w.returned_month := CASE WHEN w.returned_on >= month_begin(v_today) THEN w.returned_month ELSE 0 END + p_amount;
  w.returned_on := v_today;
END $function$;

CREATE OR REPLACE FUNCTION public.credit_coupons(p_from bigint, p_kind text, p_draw bigint, p_at timestamp with time zone, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_amount bigint[], p_unstake bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
BEGIN
  IF 0 = ANY (p_player) THEN
    PERFORM credit_syndicates(p_from, p_kind, p_draw, p_at, p_player, p_ticket, p_coupon, p_amount);
  END IF;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, coupon_id)
  SELECT player_id, p_at, p_kind, p_from, account_id, amount, balance + credited - amount, balance + credited, p_draw,
    ticket_id, coupon_id
  FROM (
    SELECT a.*, w.account_id, w.balance,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_ticket, p_coupon, p_amount) WITH ORDINALITY
      a(player_id, ticket_id, coupon_id, amount, pos)
    JOIN wallets w USING (player_id)
  ) credit
  ORDER BY player_id, pos;

  UPDATE wallets w
  SET balance = w.balance + t.total,
    staked = CASE WHEN w.staked_on = today THEN w.staked - t.unstake ELSE w.staked END,
    staked_week = CASE WHEN w.staked_on = today THEN w.staked_week - t.unstake ELSE w.staked_week END,
    staked_month = CASE WHEN w.staked_on = today THEN w.staked_month - t.unstake ELSE w.staked_month END,
    returned_on = CASE WHEN is_prize THEN today ELSE w.returned_on END,
    returned = CASE WHEN is_prize AND w.returned_on < today THEN 0 ELSE w.returned END + prize,
    returned_week = CASE WHEN is_prize AND w.returned_on < week THEN 0 ELSE w.returned_week END + prize,
    returned_month = CASE WHEN is_prize AND w.returned_on < month THEN 0 ELSE w.returned_month END + prize
  FROM (
    SELECT player_id, sum(amount)::bigint AS total, sum(unstake)::bigint AS unstake,
      CASE WHEN p_kind IN ('winnings', 'claim', 'raffle') THEN sum(amount)::bigint ELSE 0 END AS prize
    FROM unnest(p_player, p_amount, p_unstake) a(player_id, amount, unstake) GROUP BY player_id
  ) t, (
    SELECT today, week_begin(today) AS week, month_begin(today) AS month,
      p_kind IN ('winnings', 'claim', 'raffle') AS is_prize
    FROM (SELECT (p_at AT TIME ZONE 'UTC')::date AS today) at OFFSET 0
  ) periods
  WHERE w.player_id = t.player_id;
END $function$;

CREATE OR REPLACE FUNCTION public.credit_league_prize(p_player bigint, p_amount bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
  v_now timestamptz;
  v_transfer bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_now := domain_now();
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after)
  VALUES (p_player, v_now, 'league_prize', ledger_account('league_prizes', NULL, NULL, NULL, NULL), w.account_id,
    p_amount, w.balance, w.balance + p_amount) RETURNING transfer_id INTO v_transfer;
  w := count_returned(w, p_amount, v_now);
  UPDATE wallets SET balance = balance + p_amount, returned = w.returned, returned_week = w.returned_week,
    returned_month = w.returned_month, returned_on = w.returned_on WHERE player_id = p_player;
  RETURN v_transfer;
END $function$;

CREATE OR REPLACE FUNCTION public.credit_shares(p_syndicate uuid, p_kind text, p_ticket uuid, p_at timestamp with time zone, p_player bigint[], p_amount bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  s syndicates;
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
BEGIN
  IF cardinality(p_player) IS NULL OR cardinality(p_player) = 0 THEN RETURN; END IF;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, draw_id, ticket_id, syndicate_id)
  SELECT player_id, p_at, p_kind, s.account_id, account_id, amount, balance + credited - amount, balance + credited,
    s.draw_id, p_ticket, p_syndicate
  FROM (
    SELECT a.*, w.account_id, w.balance,
      (sum(a.amount) OVER (PARTITION BY a.player_id ORDER BY a.pos ROWS UNBOUNDED PRECEDING))::bigint AS credited
    FROM unnest(p_player, p_amount) WITH ORDINALITY a(player_id, amount, pos) JOIN wallets w USING (player_id)
  ) credit ORDER BY player_id, pos;
  UPDATE wallets w SET balance = w.balance + total,
    returned_on = CASE WHEN lowers THEN v_today ELSE w.returned_on END,
    returned = CASE WHEN lowers AND w.returned_on < v_today THEN 0 ELSE w.returned END + back,
    returned_week = CASE WHEN lowers AND w.returned_on < week THEN 0 ELSE w.returned_week END + back,
    returned_month = CASE WHEN lowers AND w.returned_on < month THEN 0 ELSE w.returned_month END + back
  FROM (
    SELECT player_id, sum(amount)::bigint AS total,
      CASE WHEN p_kind = 'share_refund' THEN 0 ELSE sum(amount)::bigint END AS back
    FROM unnest(p_player, p_amount) a(player_id, amount) GROUP BY player_id
  ) t, (
    SELECT week_begin(v_today) AS week, month_begin(v_today) AS month, p_kind <> 'share_refund' AS lowers OFFSET 0
  ) periods
  WHERE w.player_id = t.player_id;
  IF p_kind = 'share_refund' THEN
    PERFORM uncount_stakes(p_player, p_amount, array_fill(v_today, ARRAY[cardinality(p_player)]), v_today);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.credit_syndicates(p_from bigint, p_kind text, p_draw bigint, p_at timestamp with time zone, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_amount bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, syndicate_id)
  SELECT 0, p_at, p_kind, p_from, s.account_id, a.amount, p_draw, a.ticket_id, a.coupon_id, s.syndicate_id
  FROM unnest(p_player, p_ticket, p_coupon, p_amount) a(player_id, ticket_id, coupon_id, amount)
  JOIN syndicate_tickets t ON t.ticket_id = a.ticket_id JOIN syndicates s USING (syndicate_id)
  WHERE a.player_id = 0
$function$;

CREATE OR REPLACE FUNCTION public.credit_wallet(p_player bigint, p_from bigint, p_kind text, p_amount bigint, p_payment uuid, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, payment_id)
  VALUES (p_player, p_at, p_kind, p_from, w.account_id, p_amount, w.balance, w.balance + p_amount, p_payment);
  UPDATE wallets SET balance = balance + p_amount WHERE player_id = p_player;
END $function$;

CREATE OR REPLACE FUNCTION public.debit_stakes(p_players bigint[], p_stakes bigint[], p_today date)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE wallets w SET balance = w.balance - stake, staked_on = p_today,
    staked = CASE WHEN w.staked_on = p_today THEN w.staked ELSE 0 END + stake,
    staked_week = CASE WHEN w.staked_on >= week THEN w.staked_week ELSE 0 END + stake,
    staked_month = CASE WHEN w.staked_on >= month THEN w.staked_month ELSE 0 END + stake
  FROM unnest(p_players, p_stakes) s(player_id, stake),
    (SELECT week_begin(p_today) AS week, month_begin(p_today) AS month OFFSET 0) periods
  WHERE w.player_id = s.player_id
$function$;

CREATE OR REPLACE FUNCTION public.debit_wallet(p_player bigint, p_to bigint, p_kind text, p_amount bigint, p_payment uuid, p_at timestamp with time zone, p_into_debt boolean)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
  v_part bigint;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  v_part := CASE WHEN p_into_debt THEN least(w.balance, p_amount) ELSE p_amount END;
  IF v_part > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, payment_id)
    VALUES (p_player, p_at, p_kind, w.account_id, p_to, v_part, w.balance, w.balance - v_part, p_payment);
  END IF;
  IF p_amount > v_part THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, payment_id)
    VALUES (p_player, p_at, p_kind, ledger_account('debt', p_player, NULL, NULL, NULL), p_to, p_amount - v_part,
      p_payment);
  END IF;
  UPDATE wallets SET balance = balance - v_part, debt = debt + p_amount - v_part WHERE player_id = p_player;
  RETURN v_part;
END $function$;

CREATE OR REPLACE FUNCTION public.decide_stake(p_player bigint, p_session bytea, p_ticket uuid, p_key text, p_hash bytea, p_refusal text, p_stake bigint, p_busy bigint[], p_now timestamp with time zone)
 RETURNS TABLE(outcome text, replayed text, stale boolean, account_id bigint, balance bigint)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  SELECT CASE
      WHEN p_session IS NOT NULL AND u.alive IS NOT TRUE THEN 'EC_AUTH_FAIL'
      WHEN k.input_hash = p_hash THEN 'replayed'
      WHEN k.input_hash IS NOT NULL THEN 'EC_DUPLICATE_VALUE'
      ELSE coalesce(p_refusal,
        CASE WHEN p_player = ANY (p_busy) THEN 'busy' END,
        limits_refusal(w.closed_at, w.certificate_expires, w.locked_until, w.debt, w.room, w.balance, p_stake, p_now),
        'sold')
    END, k.ticket, u.stale, w.account_id, w.balance
  FROM (SELECT) stake
  LEFT JOIN LATERAL (
    SELECT w.*, r.amount AS room
    FROM wallets w, LATERAL (SELECT (p_now AT TIME ZONE 'UTC')::date AS day OFFSET 0) today,
      LATERAL stake_room(w, day) r WHERE w.player_id = p_player OFFSET 0
  ) w ON true
  LEFT JOIN LATERAL (
    SELECT ticket_id::text AS ticket, input_hash FROM tickets WHERE player_id = p_player AND ticket_id = p_ticket
    -- A ticket from before ids were made of keys.
    UNION ALL SELECT ticket_id::text, input_hash FROM tickets WHERE player_id = p_player AND idempotency_key = p_key
    UNION ALL SELECT NULL::text, ''::bytea FROM subscriptions
    WHERE player_id = p_player AND idempotency_key = p_key OFFSET 0
  ) k ON true
  LEFT JOIN LATERAL (
    SELECT session_end(last_used_at, ends_at) > p_now AS alive, session_stale(last_used_at, p_now) AS stale
    FROM sessions WHERE token_hash = p_session AND player_id = p_player OFFSET 0
  ) u ON true
$function$;

CREATE OR REPLACE FUNCTION public.domain_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 PARALLEL SAFE
AS $function$ select clock_timestamp() + (select clock_offset from clock) $function$;

CREATE OR REPLACE FUNCTION public.draw_account(p_draw bigint, p_name text, p_tier smallint, OUT account_id bigint, OUT scope text)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE v_tiers boolean;
BEGIN
  SELECT k.scope, k.has_tiers INTO scope, v_tiers FROM ledger_account_kinds k WHERE k.kind = p_name;
  IF scope IS NULL THEN RAISE EXCEPTION 'a draw has no account %', p_name; END IF;
  IF v_tiers <> (p_tier IS NOT NULL) THEN
    RAISE EXCEPTION 'account % is %', p_name, CASE WHEN v_tiers THEN 'of a tier' ELSE 'not of a tier' END;
  END IF;
  SELECT ledger_account(p_name, NULL, CASE scope WHEN 'draw' THEN d.draw_id END,
    CASE WHEN scope <> 'house' THEN d.game END, p_tier) INTO account_id FROM draws d WHERE d.draw_id = p_draw;
END $function$;

CREATE OR REPLACE FUNCTION public.draw_planned_on(p_draw bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT planned_date FROM draws WHERE draw_id = p_draw
$function$;

CREATE OR REPLACE FUNCTION public.end_subscription(p_player bigint, p_subscription uuid, p_code text, p_actor text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
  s subscription_states;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO s FROM subscription_states WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  IF NOT FOUND OR s.status = 'terminated' THEN RETURN false; END IF;
  v_now := domain_now();
  w := return_prepaid(w, p_subscription, s.prepaid, v_now);
  UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
    returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = p_player;
  UPDATE subscription_states SET status = 'terminated', prepaid = 0, paid_left = 0, draw_dates = '{}',
    charge_at = NULL, waits_for = NULL, ends_on = (v_now AT TIME ZONE 'UTC')::date
  WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor)
  VALUES (p_player, p_subscription, v_now, 'terminated', s.prepaid, p_code, p_actor);
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.end_syndicate(p_syndicate uuid, p_void boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  s syndicates;
  v_now timestamptz;
  v_left bigint;
  v_rest bigint;
  v_player bigint[];
  v_share uuid[];
  v_amount bigint[];
BEGIN
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate FOR UPDATE;
  IF EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate) THEN RETURN; END IF;
  v_left := syndicate_balance(p_syndicate);
  IF p_void THEN
    SELECT array_agg(player_id ORDER BY player_id, share_id), array_agg(share_id ORDER BY player_id, share_id),
      array_agg(h.stake - coalesce(r.amount, 0) ORDER BY player_id, share_id)
    INTO v_player, v_share, v_amount
    FROM held_shares h LEFT JOIN share_returns r USING (player_id, share_id) WHERE h.syndicate_id = p_syndicate;
    v_rest := 0;
  ELSE
    v_rest := (SELECT rest FROM syndicate_closings WHERE syndicate_id = p_syndicate) + (
      SELECT coalesce(sum(rest), 0) FROM syndicate_splits JOIN syndicate_tickets USING (ticket_id)
      WHERE syndicate_id = p_syndicate);
  END IF;
  IF v_left IS DISTINCT FROM v_rest + (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a) THEN
    RAISE EXCEPTION 'syndicate % has % kr. left', p_syndicate, v_left;
  END IF;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_ends (syndicate_id, ended_at, void, rest) VALUES (p_syndicate, v_now, p_void, v_rest);
  IF p_void THEN PERFORM return_shares(p_syndicate, 'void', v_now, v_player, v_share, v_amount); END IF;
  IF v_rest > 0 THEN
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, syndicate_id)
    VALUES (0, v_now, 'syndicate_rest', s.account_id, club_account(s.club_id), v_rest, s.draw_id, p_syndicate);
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.everybody_held(p_all bytea, p_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(max(greatest(0,
    least(4, (level - greatest(0, extract(epoch FROM p_at - last_at)) - 100) / 100))), 0)
  FROM failure_levels WHERE level_key = p_all
$function$;

CREATE OR REPLACE FUNCTION public.first_kick_off(p_match bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(min(kick_off) FILTER (WHERE source = 'decision'), min(kick_off)) FROM (
    SELECT DISTINCT ON (source) source, kick_off FROM match_facts
    WHERE match_id = p_match AND kind = 'kickOff' ORDER BY source, fact_id DESC) said
$function$;

CREATE OR REPLACE FUNCTION public.forget_calls(p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM visitor_calls WHERE call_key IN (
    SELECT call_key FROM visitor_calls WHERE last_at < p_at - interval '1 hour'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM spent_proofs WHERE proof_key IN (
    SELECT proof_key FROM spent_proofs WHERE ends_at < p_at ORDER BY ends_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$function$;

CREATE OR REPLACE FUNCTION public.forget_failures(p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  DELETE FROM name_failures WHERE (name_key, device_key) IN (
    SELECT name_key, device_key FROM name_failures WHERE last_at < p_at - interval '30 minutes'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
  DELETE FROM failure_levels WHERE level_key IN (
    SELECT level_key FROM failure_levels WHERE last_at < p_at - interval '1 day'
    ORDER BY last_at LIMIT 10 FOR UPDATE SKIP LOCKED);
$function$;

CREATE OR REPLACE FUNCTION public.guard_club_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('settled', 'rejected') OR
    (NEW.payout_id, NEW.club_id, NEW.amount, NEW.bank_account, NEW.owner_national_id, NEW.proposed_at, NEW.proposed_by,
      NEW.proposed_by_key) IS DISTINCT FROM
    (OLD.payout_id, OLD.club_id, OLD.amount, OLD.bank_account, OLD.owner_national_id, OLD.proposed_at, OLD.proposed_by,
      OLD.proposed_by_key) OR
    OLD.approved_by IS NOT NULL AND (NEW.approved_at, NEW.approved_by, NEW.approved_by_key) IS DISTINCT FROM
      (OLD.approved_at, OLD.approved_by, OLD.approved_by_key) THEN
    RAISE EXCEPTION 'payout % of a club: what was ordered does not change', OLD.payout_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_draw()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.state <> OLD.state THEN
    PERFORM 1 FROM draw_transitions WHERE from_state = OLD.state AND to_state = NEW.state;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'draw %: no way from % to %', OLD.draw_id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  IF OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN
    RAISE EXCEPTION 'draw %: closed once, for ever', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.game, NEW.number, NEW.stakes_account) IS DISTINCT FROM (OLD.game, OLD.number, OLD.stakes_account)
     AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: its name and its account are fixed once it is on sale', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.rules_id, NEW.amount_row, NEW.amount_side, NEW.high_win_from, NEW.held_above, NEW.held_days, NEW.awaits_figures,
      NEW.player_rows_max)
     IS DISTINCT FROM (OLD.rules_id, OLD.amount_row, OLD.amount_side, OLD.high_win_from, OLD.held_above, OLD.held_days, OLD.awaits_figures,
      OLD.player_rows_max)
     AND (OLD.state <> 'created' OR EXISTS (SELECT FROM coupons WHERE draw_id = OLD.draw_id)) THEN
    RAISE EXCEPTION 'draw %: its terms are fixed once it is sold', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.terms_hash IS DISTINCT FROM OLD.terms_hash AND OLD.state <> 'created' THEN
    RAISE EXCEPTION 'draw %: what was released with it is fixed', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_league_program()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.is_final THEN
    RAISE EXCEPTION 'program %: what was counted for good does not change', OLD.draw_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_league_season()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.closed_at IS NOT NULL AND
    (NEW.proposed_places, NEW.proposed_by_key, NEW.closed_at, NEW.closed_by_key) IS DISTINCT FROM
    (OLD.proposed_places, OLD.proposed_by_key, OLD.closed_at, OLD.closed_by_key) OR
    OLD.paid_at IS NOT NULL THEN
    RAISE EXCEPTION 'season %: what two persons fixed does not change', OLD.season_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_from text := CASE TG_OP WHEN 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
  IF v_from <> NEW.status AND NOT EXISTS (
    SELECT FROM payment_transitions WHERE kind = NEW.kind AND from_status = v_from AND to_status = NEW.status
  ) THEN
    RAISE EXCEPTION '%: no way from % to %', NEW.kind, v_from, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_payment_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.player_id, NEW.payment_id, NEW.kind, NEW.amount, NEW.asked_at, NEW.idempotency_key, NEW.input_hash,
      NEW.reference, NEW.virtual_card, NEW.msisdn, NEW.bank_account)
    IS DISTINCT FROM (OLD.player_id, OLD.payment_id, OLD.kind, OLD.amount, OLD.asked_at, OLD.idempotency_key,
      OLD.input_hash, OLD.reference, OLD.virtual_card, OLD.msisdn, OLD.bank_account) THEN
    RAISE EXCEPTION 'payment %: what was asked for does not change', OLD.payment_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_payout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('settled', 'rejected') OR
    (NEW.player_id, NEW.cause_id, NEW.round, NEW.request_id, NEW.amount, NEW.bank_account, NEW.owner_national_id,
      NEW.asked_at) IS DISTINCT FROM
    (OLD.player_id, OLD.cause_id, OLD.round, OLD.request_id, OLD.amount, OLD.bank_account, OLD.owner_national_id,
      OLD.asked_at) THEN
    RAISE EXCEPTION 'payout of prize %: what was ordered does not change', OLD.cause_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_program()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.terms IS NOT NULL
    OR (to_jsonb(NEW) - '{released_by,released_by_key,terms}'::text[])
      <> (to_jsonb(OLD) - '{released_by,released_by_key,terms}'::text[]) THEN
    RAISE EXCEPTION 'program %: it is fixed', OLD.draw_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_promotion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE p promotions := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    RAISE EXCEPTION 'promotion %: never changed', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  PERFORM 1 FROM games WHERE game = p.game FOR NO KEY UPDATE;
  PERFORM 1 FROM draws WHERE game = p.game AND planned_date BETWEEN p.first_date AND p.last_date
  ORDER BY draw_id FOR SHARE;
  IF EXISTS (SELECT FROM draws WHERE game = p.game AND planned_date BETWEEN p.first_date AND p.last_date
    AND state <> 'created') THEN
    RAISE EXCEPTION 'promotion %: its period has begun', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM promotions o WHERE o.game = p.game
    AND o.first_date <= p.last_date AND o.last_date >= p.first_date) THEN
    RAISE EXCEPTION 'promotion %: another one runs then', p.promotion_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN p;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE v_held date;
BEGIN
  SELECT held_until(draw_id, amount) INTO v_held FROM large_prizes
  WHERE player_id = NEW.player_id AND cause_id = NEW.cause_id;
  IF v_held IS NOT NULL THEN
    RAISE EXCEPTION 'prize %: paid from % at the earliest', NEW.cause_id, v_held USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM subscription_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
    RAISE EXCEPTION 'subscription %: no way from % to %', OLD.subscription_id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.guard_syndicate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'syndicate %: what was opened does not change', OLD.syndicate_id USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION public.has_ended(p_before bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p_before <= pg_snapshot_xmin(s)::text::bigint OR p_before >= pg_snapshot_xmax(s)::text::bigint
  FROM pg_current_snapshot() s
$function$;

CREATE OR REPLACE FUNCTION public.held_until(p_draw bigint, p_amount bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT day FROM payable_from(p_draw, p_amount) day WHERE day > (domain_now() AT TIME ZONE 'UTC')::date
$function$;

CREATE OR REPLACE FUNCTION public.is_known_device(p_device bytea, p_username text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM known_devices k WHERE k.device_hash = p_device
      AND (SELECT lower(p.username) = lower(p_username) FROM players p WHERE p.player_id = k.player_id))
$function$;

CREATE OR REPLACE FUNCTION public.is_other_person(first_key text, second_key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(first_key <> second_key AND first_key <> '' AND second_key <> '', false)
$function$;

CREATE OR REPLACE FUNCTION public.judge_attempt(p_name bytea, p_device bytea, p_network bytea, p_all bytea, p_right boolean)
 RETURNS double precision
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_now timestamptz;
  v_wait double precision;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_name || p_device, 'hex'), 0));
  v_now := domain_now();
  v_wait := attempt_wait(p_name, p_device, p_network, v_now);
  IF v_wait > 0 THEN RETURN v_wait; END IF;
  IF p_right THEN
    DELETE FROM name_failures WHERE name_key = p_name AND device_key = p_device;
    RETURN 0;
  END IF;
  INSERT INTO name_failures AS f (name_key, device_key, failed_at, last_at)
  VALUES (p_name, p_device, ARRAY[v_now], v_now)
  ON CONFLICT (name_key, device_key) DO UPDATE SET last_at = v_now, failed_at = ARRAY(
    SELECT t FROM unnest(f.failed_at) AS t
    WHERE t > v_now - interval '30 minutes' AND cardinality(f.failed_at) < 3 ORDER BY t) || v_now;
  PERFORM raise_level(p_network, v_now, 1.0 / 60);
  PERFORM raise_level(p_all, v_now, 1);
  PERFORM forget_failures(v_now);
  RETURN 0;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.erased_at IS NOT NULL THEN
    DELETE FROM player_contacts WHERE player_id = NEW.player_id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.email, NEW.mobile) IS NOT DISTINCT FROM (OLD.email, OLD.mobile) THEN
    RETURN NULL;
  END IF;
  INSERT INTO player_contacts
  VALUES (NEW.player_id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE domain_now() END, NEW.email, NEW.mobile)
  ON CONFLICT (player_id, since) DO UPDATE SET email = excluded.email, mobile = excluded.mobile;
  DELETE FROM player_contacts c WHERE c.player_id = NEW.player_id AND EXISTS (
    SELECT FROM player_contacts n WHERE n.player_id = c.player_id AND n.since > c.since
      AND n.since < domain_now() - interval '2 years');
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.known_player_of(p_device bytea, p_asked text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT min(k.player_id) FROM known_devices k WHERE k.device_hash = p_device
    AND (SELECT p_asked IN (p.national_id, p.mobile, p.phone) FROM players p WHERE p.player_id = k.player_id)
$function$;

CREATE OR REPLACE FUNCTION public.last_drawn(p_player bigint, p_count integer)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT d.draw_id
  FROM (SELECT draw_id, draw_date FROM draws WHERE state IN ('payout', 'closed')
        ORDER BY draw_date DESC, draw_id DESC OFFSET 0) d
  WHERE EXISTS (
    SELECT FROM (SELECT ticket_id, coupon_id FROM coupons
                 WHERE draw_id = d.draw_id AND player_id = p_player OFFSET 0) c
    WHERE NOT EXISTS (
      SELECT FROM cancellations x
      WHERE x.player_id = p_player AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id))
  ORDER BY d.draw_date DESC, d.draw_id DESC LIMIT p_count
$function$;

CREATE OR REPLACE FUNCTION public.ledger_account(p_kind text, p_player bigint, p_draw bigint, p_game text, p_tier smallint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE v_id bigint;
BEGIN
  LOOP
    SELECT account_id INTO v_id FROM ledger_accounts
    WHERE kind = p_kind AND coalesce(player_id, 0) = coalesce(p_player, 0)
      AND coalesce(draw_id, 0) = coalesce(p_draw, 0) AND coalesce(game, '') = coalesce(p_game, '')
      AND coalesce(tier, 0) = coalesce(p_tier, 0);
    IF FOUND THEN RETURN v_id; END IF;
    INSERT INTO ledger_accounts (kind, player_id, draw_id, game, tier)
    VALUES (p_kind, p_player, p_draw, p_game, p_tier)
    ON CONFLICT DO NOTHING;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.limits_inactive(p_closed_at timestamp with time zone, p_certificate_expires date, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p_closed_at IS NOT NULL THEN 'EC_ACCOUNT_CLOSED'
    WHEN p_certificate_expires < (p_at AT TIME ZONE 'UTC')::date THEN 'EC_ELOGIN_AUTH_REQUIRED'
  END
$function$;

CREATE OR REPLACE FUNCTION public.limits_refusal(p_closed_at timestamp with time zone, p_certificate_expires date, p_locked_until timestamp with time zone, p_debt bigint, p_room bigint, p_balance bigint, p_stake bigint, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(limits_inactive(p_closed_at, p_certificate_expires, p_at), CASE
    WHEN p_locked_until > p_at THEN 'EC_ACTION_NOT_ALLOWED'
    WHEN p_stake > p_room THEN 'EC_PLAYER_SALES_LIMIT'
    WHEN p_debt > 0 OR p_stake > p_balance THEN 'EC_BALANCE_TOO_LOW'
  END)
$function$;

CREATE OR REPLACE FUNCTION public.limits_renew_certificate(p_player bigint, p_expires date, p_origin text)
 RETURNS date
 LANGUAGE plpgsql
AS $function$
DECLARE w wallets;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  IF p_expires <= w.certificate_expires THEN RETURN w.certificate_expires; END IF;
  UPDATE wallets SET certificate_expires = p_expires WHERE player_id = p_player;
  INSERT INTO limit_changes (player_id, field, before, after, at, origin)
  VALUES (p_player, 'certificateExpires', w.certificate_expires::text, p_expires::text, domain_now(), p_origin);
  RETURN p_expires;
END $function$;

CREATE OR REPLACE FUNCTION public.link_security_events(p_max integer, OUT linked integer, OUT link bigint, OUT hash bytea)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE e security_events;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('security_links'));
  SELECT l.link, l.hash INTO link, hash FROM security_links l ORDER BY l.link DESC LIMIT 1;
  link := coalesce(link, 0);
  hash := coalesce(hash, '');
  linked := 0;
  FOR e IN
    SELECT s.* FROM security_events s WHERE s.event_id IN (
      SELECT w.event_id FROM security_waiting w ORDER BY w.event_id LIMIT p_max)
    ORDER BY s.event_id
  LOOP
    link := link + 1;
    hash := sha256(convert_to(encode(hash, 'hex') || E'\n' || security_line(e), 'UTF8'));
    INSERT INTO security_links VALUES (link, e.event_id, hash);
    DELETE FROM security_waiting w WHERE w.event_id = e.event_id;
    linked := linked + 1;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.live_sessions(p_hashes bytea[])
 RETURNS TABLE(token_hash bytea, player_id bigint, stale boolean)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
#variable_conflict use_column
DECLARE v_now timestamptz := domain_now();
BEGIN
  RETURN QUERY
    SELECT s.token_hash, s.player_id, session_stale(s.last_used_at, v_now) FROM sessions s
    WHERE s.token_hash = ANY (p_hashes) AND session_end(s.last_used_at, s.ends_at) > v_now;
END $function$;

CREATE OR REPLACE FUNCTION public.log_large_amount()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_TABLE_NAME = 'tickets' THEN
    PERFORM security_event('largeStake', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.stake));
  ELSIF TG_TABLE_NAME = 'settled_tickets' THEN
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('ticketId', NEW.ticket_id, 'amount', NEW.amount));
  ELSE
    PERFORM security_event('largeWin', NEW.player_id,
      jsonb_build_object('couponId', NEW.coupon_id, 'amount', NEW.amount + NEW.side_amount));
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.log_limit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM security_event('limitChanged', NEW.player_id, jsonb_build_object('field', NEW.field,
    'before', NEW.before, 'after', NEW.after, 'origin', NEW.origin));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.log_operator_command()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM security_event('operatorCommand', NULL, jsonb_build_object('actor', NEW.actor, 'command', NEW.command,
    'arguments', NEW.arguments, 'reason', NEW.reason, 'outcome', NEW.outcome, 'proven', NEW.proven));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.month_begin(p_day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT date_trunc('month', p_day::timestamp)::date
$function$;

CREATE OR REPLACE FUNCTION public.move_draw(p_draw bigint, p_to text, p_actor text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE v_from text;
BEGIN
  SELECT state INTO STRICT v_from FROM draws WHERE draw_id = p_draw FOR UPDATE;
  UPDATE draws SET state = p_to WHERE draw_id = p_draw;
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor, reason)
  VALUES (p_draw, v_from, p_to, domain_now(), p_actor, p_reason);
  PERFORM pg_notify('draws_changed', p_draw::text);
END $function$;

CREATE OR REPLACE FUNCTION public.name_wait(p_name bytea, p_device bytea, p_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(max(greatest(0, extract(epoch FROM last_at + interval '30 minutes' - p_at))), 0)
  FROM name_failures WHERE name_key = p_name AND device_key = p_device AND cardinality(failed_at) = 3
$function$;

CREATE OR REPLACE FUNCTION public.network_wait(p_network bytea, p_at timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(max(greatest(0,
    least(900, 2 ^ least(level - 20, 10)) - extract(epoch FROM p_at - last_at))), 0)
  FROM failure_levels WHERE level_key = p_network AND level > 20
$function$;

CREATE OR REPLACE FUNCTION public.note_call(p_key bytea, p_before timestamp with time zone[], p_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO visitor_calls VALUES (p_key, p_before || p_at, p_at)
  ON CONFLICT (call_key) DO UPDATE SET called_at = EXCLUDED.called_at, last_at = EXCLUDED.last_at
$function$;

CREATE OR REPLACE FUNCTION public.note_deposit_limits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_day date := NEW.deposited_on;
  v_week date := week_begin(v_day);
  v_month date := month_begin(v_day);
BEGIN
  PERFORM note_limit_use(NEW.player_id, field, used, own, begins, ends)
  FROM (VALUES
    ('depositLimitDay', NEW.deposited_day, nullif(NEW.limit_day, 200000), v_day, v_day + 1),
    ('depositLimitWeek', NEW.deposited_week, nullif(NEW.limit_week, 500000), v_week, v_week + 7),
    ('depositLimitMonth', NEW.deposited_month, nullif(NEW.limit_month, 1000000), v_month,
      (v_month + interval '1 month')::date)
  ) limits(field, used, own, begins, ends);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_limit_use(p_player bigint, p_field text, p_used bigint, p_limit bigint, p_begins date, p_ends date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_kind text := CASE WHEN p_used >= p_limit THEN 'limitReached' ELSE 'limitNear' END;
BEGIN
  IF p_limit IS NULL OR p_limit = 0 OR p_used * 5 < p_limit * 4 THEN RETURN; END IF;
  INSERT INTO notices (player_id, kind, text_values)
  SELECT p_player, v_kind, jsonb_build_object('field', p_field, 'total', p_used, 'newLimit', p_limit,
    'amount', greatest(0, p_limit - p_used), 'wasDate', to_char(p_begins, 'YYYY-MM-DD"T00:00:00.000Z"'),
    'month', to_char(p_begins, 'YYYY-MM-DD"T00:00:00.000Z"'), 'date', to_char(p_ends, 'YYYY-MM-DD"T00:00:00.000Z"'))
  WHERE NOT EXISTS (
    SELECT FROM notices WHERE player_id = p_player AND kind IN (v_kind, 'limitReached')
      AND text_values ->> 'field' = p_field AND at >= p_begins::timestamp AT TIME ZONE 'UTC');
END $function$;

CREATE OR REPLACE FUNCTION public.note_payment_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO payment_steps (player_id, payment_id, kind, from_status, to_status, at, code)
  VALUES (NEW.player_id, NEW.payment_id, NEW.kind, CASE TG_OP WHEN 'INSERT' THEN '' ELSE OLD.status END, NEW.status,
    NEW.changed_at, NEW.code);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_stake_limits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_day date := NEW.staked_on;
  v_week date := week_begin(v_day);
  v_month date := month_begin(v_day);
  v_next_month date := (v_month + interval '1 month')::date;
BEGIN
  -- The day's limit that everybody has is not a player's own.
  PERFORM note_limit_use(NEW.player_id, field, used, own, begins, ends)
  FROM (VALUES
    ('stakeLimitDay', NEW.staked, nullif(NEW.stake_limit_day, 100000), v_day, v_day + 1),
    ('stakeLimitWeek', NEW.staked_week, NEW.stake_limit_week, v_week, v_week + 7),
    ('stakeLimitMonth', NEW.staked_month, NEW.stake_limit_month, v_month, v_next_month),
    ('lossLimitDay', NEW.staked - CASE WHEN NEW.returned_on >= v_day THEN NEW.returned ELSE 0 END,
      NEW.loss_limit_day, v_day, v_day + 1),
    ('lossLimitWeek', NEW.staked_week - CASE WHEN NEW.returned_on >= v_week THEN NEW.returned_week ELSE 0 END,
      NEW.loss_limit_week, v_week, v_week + 7),
    ('lossLimitMonth', NEW.staked_month - CASE WHEN NEW.returned_on >= v_month THEN NEW.returned_month ELSE 0 END,
      NEW.loss_limit_month, v_month, v_next_month)
  ) limits(field, used, own, begins, ends);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.open_prepaid(p_player bigint, p_game text, p_subscription uuid)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  INSERT INTO ledger_accounts (kind, player_id, game, subscription_id)
  VALUES ('prepaid', p_player, p_game, p_subscription) RETURNING account_id
$function$;

CREATE OR REPLACE FUNCTION public.pay_debt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE v_paid bigint := least(NEW.balance, NEW.debt);
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before, wallet_after)
  VALUES (NEW.player_id, domain_now(), 'debt_payment', NEW.account_id,
    ledger_account('debt', NEW.player_id, NULL, NULL, NULL), v_paid, NEW.balance, NEW.balance - v_paid);
  NEW.balance := NEW.balance - v_paid;
  NEW.debt := NEW.debt - v_paid;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.pay_raffle(p_draw bigint)
 RETURNS SETOF raffle_wins
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_wins raffle_wins[];
  v_game text;
  v_now timestamptz;
BEGIN
  SELECT game INTO STRICT v_game FROM draws WHERE draw_id = p_draw FOR UPDATE;
  SELECT array_agg(w ORDER BY player_id, place) INTO v_wins FROM raffle_wins w
  WHERE draw_id = p_draw AND NOT EXISTS (
    SELECT FROM raffle_payouts p WHERE p.draw_id = w.draw_id AND p.place = w.place);
  IF v_wins IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM wallets WHERE player_id IN (SELECT player_id FROM unnest(v_wins)) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO raffle_payouts (draw_id, place, paid_at) SELECT p_draw, place, v_now FROM unnest(v_wins);
  PERFORM credit_coupons(ledger_account('raffle_prizes', NULL, NULL, v_game, NULL), 'raffle', p_draw, v_now,
    array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(amount ORDER BY n), array_fill(0::bigint, ARRAY[cardinality(v_wins)]))
  FROM unnest(v_wins) WITH ORDINALITY w(draw_id, place, number, amount, player_id, ticket_id, coupon_id, n);
  RETURN QUERY SELECT * FROM unnest(v_wins);
END $function$;

CREATE OR REPLACE FUNCTION public.pay_wins(p_draw bigint, p_player bigint, p_coupon uuid, p_coupons integer, OUT paid integer, OUT player bigint, OUT coupon uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_now timestamptz;
BEGIN
  -- Nobody waits for the disk while wallets are locked: the step that ends the payment is flushed after all of it, and
  -- before that step a lost batch is paid by the next run.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT array_agg(player_id), array_agg(ticket_id), array_agg(coupon_id), array_agg(amount)
  INTO v_player, v_ticket, v_coupon, v_amount
  FROM (
    SELECT player_id, ticket_id, coupon_id, amount + side_amount AS amount FROM coupon_wins
    WHERE draw_id = p_draw AND (player_id, coupon_id) > (p_player, p_coupon) AND NOT high
    ORDER BY player_id, coupon_id LIMIT p_coupons
  ) won;
  paid := 0;
  IF v_player IS NULL THEN RETURN; END IF;
  player := v_player[cardinality(v_player)];
  coupon := v_coupon[cardinality(v_coupon)];
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  -- A newer snapshot than the locks: what another run paid meanwhile is left out. Mostly nothing was.
  IF EXISTS (SELECT FROM coupon_payouts WHERE draw_id = p_draw AND (player_id, coupon_id) > (p_player, p_coupon)
    AND (player_id, coupon_id) <= (player, coupon)) THEN
    SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
      array_agg(amount ORDER BY n)
    INTO v_player, v_ticket, v_coupon, v_amount
    FROM unnest(v_player, v_ticket, v_coupon, v_amount) WITH ORDINALITY
      won(player_id, ticket_id, coupon_id, amount, n)
    LEFT JOIN LATERAL (
      SELECT true AS known FROM coupon_payouts p
      WHERE p.draw_id = p_draw AND p.player_id = won.player_id AND p.coupon_id = won.coupon_id OFFSET 0
    ) payout ON true
    WHERE payout.known IS NULL;
    IF v_player IS NULL THEN RETURN; END IF;
  END IF;

  INSERT INTO coupon_payouts (draw_id, player_id, coupon_id, paid_at)
  SELECT p_draw, player_id, coupon_id, v_now FROM unnest(v_player, v_coupon) u(player_id, coupon_id);
  PERFORM credit_coupons(
    (SELECT ledger_account('winnings', NULL, p_draw, game, NULL) FROM draws WHERE draw_id = p_draw),
    'winnings', p_draw, v_now, v_player, v_ticket, v_coupon, v_amount,
    array_fill(0::bigint, ARRAY[cardinality(v_player)]));
  paid := cardinality(v_player);
END $function$;

CREATE OR REPLACE FUNCTION public.payable_from(p_draw bigint, p_amount bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (draw_date AT TIME ZONE 'UTC')::date + held_days FROM draws WHERE draw_id = p_draw AND p_amount > held_above
$function$;

CREATE OR REPLACE FUNCTION public.place_syndicate_ticket(p_syndicate uuid, p_ticket uuid, p_coupon uuid, p_row_masks bigint[], p_system smallint, p_row_count integer, p_stake bigint, p_actor text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  s syndicates;
  d draws;
  v_now timestamptz;
BEGIN
  IF NOT stop_syndicate(p_syndicate, p_actor, false) THEN RETURN 'collecting'; END IF;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate;
  SELECT * INTO STRICT d FROM draws WHERE draw_id = s.draw_id;
  v_now := domain_now();
  IF EXISTS (SELECT FROM syndicate_tickets WHERE ticket_id = p_ticket) THEN RETURN NULL; END IF;
  IF d.state <> 'released' OR d.closed_at IS NOT NULL OR d.close_date <= v_now
    OR EXISTS (SELECT FROM syndicate_closings WHERE syndicate_id = p_syndicate)
    OR EXISTS (SELECT FROM syndicate_ends WHERE syndicate_id = p_syndicate) THEN RETURN 'EC_SALE_CLOSED'; END IF;
  IF NOT (SELECT on_sale FROM games WHERE game = d.game) THEN RETURN 'EC_PRODUCT_CLOSED'; END IF;
  IF p_stake <> p_row_count * d.amount_row THEN RETURN 'EC_INVALID_AMOUNT'; END IF;
  IF p_stake > syndicate_collected(p_syndicate) - (
    SELECT coalesce(sum(stake), 0) FROM syndicate_tickets t JOIN coupons c ON c.player_id = 0
      AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
    WHERE t.syndicate_id = p_syndicate) THEN RETURN 'EC_BALANCE_TOO_LOW'; END IF;
  INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system, row_count,
    support_id, channel)
  VALUES (0, p_ticket, d.game, v_now, p_stake, p_row_masks, 0, p_system, p_row_count, s.club_id, 'clubSale');
  INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
  VALUES (0, p_ticket, p_coupon, d.draw_id, p_stake);
  INSERT INTO syndicate_tickets (ticket_id, coupon_id, syndicate_id, draw_id, placed_by)
  VALUES (p_ticket, p_coupon, p_syndicate, d.draw_id, p_actor);
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, syndicate_id)
  VALUES (0, v_now, 'purchase', s.account_id, d.stakes_account, p_stake, d.draw_id, p_ticket, p_coupon, p_syndicate);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.plan_date()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.planned_date := CASE TG_OP WHEN 'UPDATE' THEN OLD.planned_date
    ELSE (NEW.draw_date AT TIME ZONE 'UTC')::date END;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.plan_draw(p_game text, p_number integer, p_draw_date timestamp with time zone, p_close_date timestamp with time zone, p_rules text, p_amount_row bigint, p_amount_side bigint, p_high_win_from bigint, p_awaits_figures boolean, p_held_above bigint, p_held_days integer, p_player_rows_max integer, p_in_turn boolean, p_actor text)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_draw bigint;
BEGIN
  IF EXISTS (SELECT FROM draws WHERE game = p_game AND number = p_number) THEN RETURN NULL; END IF;
  v_draw := nextval(pg_get_serial_sequence('draws', 'draw_id'));
  INSERT INTO draws (draw_id, game, number, draw_date, close_date, rules_id, amount_row, amount_side, high_win_from,
    awaits_figures, held_above, held_days, player_rows_max, in_turn, stakes_account)
  OVERRIDING SYSTEM VALUE
  VALUES (v_draw, p_game, p_number, p_draw_date, p_close_date, p_rules, p_amount_row, p_amount_side,
    p_high_win_from, p_awaits_figures, p_held_above, p_held_days, p_player_rows_max, p_in_turn,
    ledger_account('stakes', NULL, v_draw, p_game, NULL));
  INSERT INTO draw_steps (draw_id, from_state, to_state, at, actor)
  VALUES (v_draw, NULL, 'created', domain_now(), p_actor);
  RETURN v_draw;
END $function$;

CREATE OR REPLACE FUNCTION public.player_rows(p_player bigint, p_draw bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(sum(k.row_count), 0) FROM coupons c JOIN tickets k USING (player_id, ticket_id)
  WHERE c.draw_id = p_draw AND c.player_id = p_player AND NOT EXISTS (
    SELECT FROM cancellations x
    WHERE x.player_id = c.player_id AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id)
$function$;

CREATE OR REPLACE FUNCTION public.prizes_due_from(p_draw bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT min(at) FROM draw_steps WHERE draw_id = p_draw AND to_state = 'payout'
$function$;

CREATE OR REPLACE FUNCTION public.probe_write()
 RETURNS void
 LANGUAGE plpgsql
 SET work_mem TO '64kB'
AS $function$
BEGIN
  PERFORM count(*) FROM generate_series(1, 10000);
  UPDATE write_probes SET written = written + 1;
END
$function$;

CREATE OR REPLACE FUNCTION public.queue_subscription_letter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO subscription_letters (event_id) VALUES (NEW.event_id);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.raise_alarm(p_kind text, p_reference text, p_message text, p_once boolean)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE v_id bigint;
BEGIN
  IF EXISTS (SELECT FROM open_alarms WHERE kind = p_kind AND reference = p_reference)
    OR p_once AND EXISTS (SELECT FROM alarms WHERE kind = p_kind AND reference = p_reference)
  THEN RETURN NULL; END IF;
  v_id := nextval(pg_get_serial_sequence('alarms', 'alarm_id'));
  INSERT INTO open_alarms VALUES (p_kind, p_reference, v_id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO alarms (alarm_id, kind, reference, message) OVERRIDING SYSTEM VALUE
  VALUES (v_id, p_kind, p_reference, p_message);
  INSERT INTO alarm_deliveries (alarm_id, channel) VALUES (v_id, 'email'), (v_id, 'url');
  RETURN v_id;
END $function$;

CREATE OR REPLACE FUNCTION public.raise_level(p_key bytea, p_at timestamp with time zone, p_forgotten_per_second double precision)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO failure_levels AS f VALUES (p_key, 1, p_at)
  ON CONFLICT (level_key) DO UPDATE SET last_at = greatest(f.last_at, p_at),
    level = 1 + greatest(0,
      f.level - p_forgotten_per_second * greatest(0, extract(epoch FROM p_at - f.last_at)))
$function$;

CREATE OR REPLACE FUNCTION public.recent_calls(p_key bytea, p_at timestamp with time zone)
 RETURNS timestamp with time zone[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(SELECT t FROM visitor_calls, unnest(called_at) AS t
    WHERE call_key = p_key AND t > p_at - interval '1 hour' ORDER BY t)
$function$;

CREATE OR REPLACE FUNCTION public.refund_coupons(p_draw bigint, p_player bigint[], p_ticket uuid[], p_coupon uuid[], p_actor text)
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  v_player bigint[];
  v_ticket uuid[];
  v_coupon uuid[];
  v_amount bigint[];
  v_bought date[];
  v_now timestamptz;
  v_count integer;
BEGIN
  PERFORM 1 FROM wallets WHERE player_id = ANY (p_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();

  SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(stake ORDER BY n), array_agg(bought ORDER BY n)
  INTO v_player, v_ticket, v_coupon, v_amount, v_bought
  FROM (
    SELECT g.player_id, g.ticket_id, g.coupon_id, g.n, c.stake, (t.purchased_at AT TIME ZONE 'UTC')::date AS bought
    FROM unnest(p_player, p_ticket, p_coupon) WITH ORDINALITY g(player_id, ticket_id, coupon_id, n)
    JOIN LATERAL (
      SELECT stake FROM coupons c WHERE c.player_id = g.player_id AND c.ticket_id = g.ticket_id
        AND c.coupon_id = g.coupon_id AND c.draw_id = p_draw OFFSET 0
    ) c ON true
    JOIN LATERAL (
      SELECT purchased_at FROM tickets t WHERE t.player_id = g.player_id AND t.ticket_id = g.ticket_id OFFSET 0
    ) t ON true
    LEFT JOIN LATERAL (
      SELECT true AS known FROM cancellations x WHERE x.player_id = g.player_id AND x.ticket_id = g.ticket_id
        AND x.coupon_id = g.coupon_id OFFSET 0
    ) x ON true
    WHERE x.known IS NULL
  ) live;
  IF v_player IS NULL THEN RETURN 0; END IF;
  v_count := cardinality(v_player);

  INSERT INTO cancellations (player_id, ticket_id, coupon_id, draw_id, at, by, reason)
  SELECT player_id, ticket_id, coupon_id, p_draw, v_now, p_actor, 'draw'
  FROM unnest(v_player, v_ticket, v_coupon) u(player_id, ticket_id, coupon_id);
  PERFORM refund_subscription_coupons(p_draw, v_now, v_player, v_ticket);
  -- Coupons of subscriptions were paid for before, and go back to what is prepaid.
  SELECT array_agg(player_id ORDER BY n), array_agg(ticket_id ORDER BY n), array_agg(coupon_id ORDER BY n),
    array_agg(amount ORDER BY n), array_agg(bought ORDER BY n)
  INTO v_player, v_ticket, v_coupon, v_amount, v_bought
  FROM unnest(v_player, v_ticket, v_coupon, v_amount, v_bought)
    WITH ORDINALITY u(player_id, ticket_id, coupon_id, amount, bought, n)
  WHERE NOT EXISTS (SELECT FROM subscription_coupons l WHERE l.player_id = u.player_id AND l.ticket_id = u.ticket_id);
  IF v_player IS NULL THEN RETURN v_count; END IF;
  PERFORM credit_coupons((SELECT stakes_account FROM draws WHERE draw_id = p_draw), 'draw_cancellation', p_draw, v_now,
    v_player, v_ticket, v_coupon, v_amount, array_fill(0::bigint, ARRAY[cardinality(v_player)]));
  PERFORM uncount_stakes(v_player, v_amount, v_bought, (v_now AT TIME ZONE 'UTC')::date);
  RETURN v_count;
END $function$;

CREATE OR REPLACE FUNCTION public.refund_subscription_coupons(p_draw bigint, p_at timestamp with time zone, p_player bigint[], p_ticket uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  r record;
  w wallets;
BEGIN
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
    coupon_id, subscription_id)
  SELECT player_id, p_at, 'subscription_refund', d.stakes_account, account, amount, p_draw, ticket_id, coupon_id,
    subscription_id
  FROM unnest(p_player, p_ticket) u(player_id, ticket_id)
  JOIN subscription_coupons l USING (player_id, ticket_id)
  JOIN coupons c USING (player_id, ticket_id, coupon_id)
  JOIN subscriptions f USING (player_id, subscription_id)
  JOIN draws d ON d.draw_id = p_draw
  CROSS JOIN LATERAL (VALUES
    (f.prepaid_account, from_prepaid),
    (ledger_account('promotion', NULL, NULL, d.game, NULL), c.stake - from_prepaid)
  ) part(account, amount)
  WHERE amount > 0;

  UPDATE subscription_states s SET prepaid = s.prepaid + back.amount
  FROM (
    SELECT player_id, subscription_id, sum(from_prepaid)::bigint AS amount
    FROM unnest(p_player, p_ticket) u(player_id, ticket_id) JOIN subscription_coupons USING (player_id, ticket_id)
    GROUP BY player_id, subscription_id
  ) back
  WHERE s.player_id = back.player_id AND s.subscription_id = back.subscription_id AND s.status <> 'terminated';
  FOR r IN
    SELECT player_id, subscription_id, sum(from_prepaid)::bigint AS amount
    FROM unnest(p_player, p_ticket) u(player_id, ticket_id) JOIN subscription_coupons USING (player_id, ticket_id)
    JOIN subscription_states s USING (player_id, subscription_id)
    WHERE s.status = 'terminated' GROUP BY player_id, subscription_id
  LOOP
    SELECT * INTO STRICT w FROM wallets WHERE player_id = r.player_id;
    w := return_prepaid(w, r.subscription_id, r.amount, p_at);
    UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
      returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = r.player_id;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.return_prepaid(INOUT w wallets, p_subscription uuid, p_amount bigint, p_at timestamp with time zone)
 RETURNS wallets
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_account bigint;
BEGIN
  IF p_amount = 0 THEN RETURN; END IF;
  SELECT prepaid_account INTO STRICT v_account FROM subscriptions
  WHERE player_id = w.player_id AND subscription_id = p_subscription;
  INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
    wallet_after, subscription_id)
  VALUES (w.player_id, p_at, 'subscription_return', v_account, w.account_id, p_amount, w.balance,
    w.balance + p_amount, p_subscription);
  w.balance := w.balance + p_amount;
  w := count_returned(w, p_amount, p_at);
END $function$;

CREATE OR REPLACE FUNCTION public.return_shares(p_syndicate uuid, p_reason text, p_at timestamp with time zone, p_player bigint[], p_share uuid[], p_amount bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
  v_player bigint[];
  v_amount bigint[];
  v_earlier bigint[];
  v_earlier_amount bigint[];
BEGIN
  INSERT INTO share_returns (player_id, share_id, reason, amount, returned_at)
  SELECT player_id, share_id, p_reason, amount, p_at
  FROM unnest(p_player, p_share, p_amount) a(player_id, share_id, amount) WHERE amount > 0;
  SELECT array_agg(player_id ORDER BY n) FILTER (WHERE bought = v_today),
    array_agg(amount ORDER BY n) FILTER (WHERE bought = v_today),
    array_agg(player_id ORDER BY n) FILTER (WHERE bought <> v_today),
    array_agg(amount ORDER BY n) FILTER (WHERE bought <> v_today)
  INTO v_player, v_amount, v_earlier, v_earlier_amount
  FROM unnest(p_player, p_share, p_amount) WITH ORDINALITY a(player_id, share_id, amount, n)
  CROSS JOIN LATERAL (
    SELECT (bought_at AT TIME ZONE 'UTC')::date AS bought FROM syndicate_shares s
    WHERE s.player_id = a.player_id AND s.share_id = a.share_id OFFSET 0) s
  WHERE amount > 0;
  PERFORM credit_shares(p_syndicate, 'share_refund', NULL, p_at, v_player, v_amount);
  PERFORM credit_shares(p_syndicate, 'share_return', NULL, p_at, v_earlier, v_earlier_amount);
END $function$;

CREATE OR REPLACE FUNCTION public.security_event(p_kind text, p_player bigint, p_details jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH event AS (
    INSERT INTO security_events (kind, player_id, details) VALUES (p_kind, p_player, p_details) RETURNING event_id
  ) INSERT INTO security_waiting SELECT event_id FROM event
$function$;

CREATE OR REPLACE FUNCTION public.security_line(e security_events)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT concat_ws(E'\n', e.event_id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
    coalesce(e.player_id::text, ''), e.details::text)
$function$;

CREATE OR REPLACE FUNCTION public.sell_batch(p_draws bigint[], p_purchases purchase[], OUT outcomes text[], OUT replayed_ids text[])
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_material TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  v_now timestamptz;
  v_today date;
  v_held bigint[];
  v_busy bigint[];
  v_buyers bigint[];
  v_totals bigint[];
  v_stale bytea[];
BEGIN
  PERFORM 1 FROM draws WHERE draw_id = ANY (p_draws) ORDER BY draw_id FOR SHARE;
  v_held := ARRAY(
    SELECT player_id FROM wallets WHERE player_id = ANY (ARRAY(SELECT player_id FROM unnest(p_purchases)))
    FOR UPDATE SKIP LOCKED);
  IF cardinality(v_held) < cardinality(p_purchases) THEN
    v_busy := ARRAY(SELECT player_id FROM unnest(p_purchases) EXCEPT SELECT unnest(v_held));
  END IF;
  v_now := domain_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;

  WITH draw AS MATERIALIZED (
    SELECT draw_id, rules_id, amount_row, amount_side, player_rows_max, stakes_account, state = 'released' AS released,
      closed_at IS NULL AND close_date > v_now AND state IN ('created', 'released') AS unsealed
    FROM draws WHERE draw_id = ANY (p_draws)
  ), terms AS MATERIALIZED (
    -- Many purchases, few different lists of draws.
    SELECT draw_ids, count(*) AS draws,
      bool_and(unsealed AND (nth > 1 OR released)) AND count(*) = cardinality(draw_ids) AS on_sale,
      min(amount_row) AS amount_row, min(amount_side) AS amount_side,
      min(amount_row) = max(amount_row) AND min(amount_side) = max(amount_side) AS one_price,
      min(rules_id) = max(rules_id) AS one_version, min(player_rows_max) AS player_rows_max
    FROM (SELECT DISTINCT draw_ids FROM unnest(p_purchases)) lists,
      unnest(draw_ids) WITH ORDINALITY o(draw_id, nth) JOIN draw USING (draw_id)
    GROUP BY draw_ids
  ), decided AS MATERIALIZED (
    SELECT p.*, ordinality AS n, t.draws * p.stake AS total, s.*
    FROM unnest(p_purchases) WITH ORDINALITY AS p
    LEFT JOIN terms t ON t.draw_ids = p.draw_ids
    LEFT JOIN LATERAL decide_stake(p.player_id, p.session, p.ticket_id, p.key, p.hash, CASE
        WHEN t.on_sale IS NOT TRUE THEN 'EC_SALE_CLOSED'
        WHEN NOT t.one_version THEN 'EC_VALUE_TOO_HIGH'
        WHEN NOT t.one_price
          OR p.stake <> p.row_count * t.amount_row + CASE WHEN p.side IS NULL THEN 0 ELSE t.amount_side END
          THEN 'EC_INVALID_AMOUNT'
        WHEN t.player_rows_max IS NOT NULL AND (p.player_id = ANY (v_busy)) IS NOT TRUE
          AND t.player_rows_max < p.row_count + player_rows(p.player_id, p.draw_ids[1]) THEN 'EC_ROW_LIMIT'
      END, t.draws * p.stake, v_busy, v_now) s ON true
  ), coupon AS MATERIALIZED (
    SELECT player_id, ticket_id, coupon_id, draw_id, stake, stakes_account, account_id,
      balance - (nth - 1) * stake AS before, balance - nth * stake AS after
    FROM decided, unnest(draw_ids, coupon_ids) WITH ORDINALITY o(draw_id, coupon_id, nth) JOIN draw USING (draw_id)
    WHERE outcome = 'sold' ORDER BY n, nth
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, support_id, channel, ip, affiliate_id, input_hash)
    SELECT player_id, ticket_id, game, v_now, total, row_masks, second_masks, quick_picks, system, row_count, side,
      support_id, channel, ip, affiliate_id, hash
    FROM decided WHERE outcome = 'sold'
  ), coupons_written AS (
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, coupon_id, draw_id, stake FROM coupon
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, wallet_before,
      wallet_after, draw_id, ticket_id, coupon_id)
    SELECT player_id, v_now, 'purchase', account_id, stakes_account, stake, before, after, draw_id, ticket_id,
      coupon_id
    FROM coupon
  )
  SELECT array_agg(outcome ORDER BY n), array_agg(replayed ORDER BY n) FILTER (WHERE outcome = 'replayed'),
    array_agg(player_id ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(total ORDER BY n) FILTER (WHERE outcome = 'sold'),
    array_agg(session) FILTER (WHERE stale AND outcome NOT IN ('EC_AUTH_FAIL', 'busy'))
  INTO outcomes, replayed_ids, v_buyers, v_totals, v_stale FROM decided;
  IF v_buyers IS NOT NULL THEN PERFORM debit_stakes(v_buyers, v_totals, v_today); END IF;
  IF v_stale IS NOT NULL THEN PERFORM touch_sessions(v_stale); END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.session_end(p_last_used_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ SELECT least(p_ends_at, p_last_used_at + interval '30 minutes') $function$;

CREATE OR REPLACE FUNCTION public.session_stale(p_last_used_at timestamp with time zone, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ SELECT p_last_used_at < p_at - interval '1 minute' $function$;

CREATE OR REPLACE FUNCTION public.set_clock_offset(new_offset interval)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from installation where mode = 'embedded') then
    raise exception 'the clock of this database cannot be set' using errcode = 'insufficient_privilege';
  end if;
  update clock set clock_offset = greatest(clock_offset, new_offset);
  perform pg_notify('clock_changed', '');
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_ended_subscription(p_player bigint, p_subscription uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  w wallets;
  s subscription_states;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT w FROM wallets WHERE player_id = p_player FOR UPDATE;
  SELECT * INTO STRICT s FROM subscription_states
  WHERE player_id = p_player AND subscription_id = p_subscription FOR UPDATE;
  v_now := domain_now();
  IF s.status <> 'cancelled' OR s.prepaid = 0 OR s.draw_dates <> '{}' OR s.charge_at IS NOT NULL THEN RETURN; END IF;
  w := return_prepaid(w, p_subscription, s.prepaid, v_now);
  UPDATE wallets SET balance = w.balance, debt = w.debt, returned_on = w.returned_on, returned = w.returned,
    returned_week = w.returned_week, returned_month = w.returned_month WHERE player_id = p_player;
  UPDATE subscription_states SET prepaid = 0 WHERE player_id = p_player AND subscription_id = p_subscription;
  INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor)
  VALUES (p_player, p_subscription, v_now, 'returned', s.prepaid, 'subscriptions');
END $function$;

CREATE OR REPLACE FUNCTION public.sold_after(p_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  SELECT purchased_at FROM tickets WHERE purchased_at > p_at LIMIT 1
$function$;

CREATE OR REPLACE FUNCTION public.split_syndicate_prize(p_ticket uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  t syndicate_tickets;
  v_now timestamptz;
  v_collected numeric;
  v_won numeric;
  v_player bigint[];
  v_amount bigint[];
BEGIN
  SELECT * INTO STRICT t FROM syndicate_tickets WHERE ticket_id = p_ticket;
  PERFORM 1 FROM syndicates WHERE syndicate_id = t.syndicate_id FOR UPDATE;
  IF EXISTS (SELECT FROM syndicate_splits WHERE ticket_id = p_ticket) THEN RETURN; END IF;
  SELECT w.amount + w.side_amount INTO STRICT v_won FROM coupon_payouts p JOIN coupon_wins w USING (draw_id, player_id, coupon_id)
  WHERE p.draw_id = t.draw_id AND p.player_id = 0 AND p.coupon_id = t.coupon_id;
  v_collected := syndicate_collected(t.syndicate_id);
  SELECT array_agg(player_id ORDER BY player_id), array_agg(part ORDER BY player_id) INTO v_player, v_amount
  FROM (
    SELECT player_id, div(v_won * sum(stake), v_collected)::bigint AS part FROM held_shares
    WHERE syndicate_id = t.syndicate_id GROUP BY player_id
  ) parts WHERE part > 0;
  PERFORM 1 FROM wallets WHERE player_id = ANY (v_player) ORDER BY player_id FOR UPDATE;
  v_now := domain_now();
  INSERT INTO syndicate_splits (ticket_id, split_at, amount, rest)
  VALUES (p_ticket, v_now, v_won, v_won - (SELECT coalesce(sum(a), 0) FROM unnest(v_amount) a));
  PERFORM credit_shares(t.syndicate_id, 'share_winnings', p_ticket, v_now, v_player, v_amount);
END $function$;

CREATE OR REPLACE FUNCTION public.stake_room(w wallets, p_today date)
 RETURNS TABLE(amount bigint, field text)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  SELECT amount, CASE amount
      WHEN w.stake_limit_day - day THEN 'stakeLimitDay'
      WHEN w.stake_limit_week - week THEN 'stakeLimitWeek'
      WHEN w.stake_limit_month - month THEN 'stakeLimitMonth'
      WHEN w.loss_limit_day - day + day_back THEN 'lossLimitDay'
      WHEN w.loss_limit_week - week + week_back THEN 'lossLimitWeek'
      ELSE 'lossLimitMonth'
    END
  FROM (
    SELECT *, least(w.stake_limit_day - day, w.stake_limit_week - week, w.stake_limit_month - month,
      w.loss_limit_day - day + day_back, w.loss_limit_week - week + week_back,
      w.loss_limit_month - month + month_back) AS amount
    FROM (
      SELECT CASE WHEN w.staked_on = p_today THEN w.staked ELSE 0 END AS day,
        CASE WHEN w.staked_on = p_today OR w.staked_on >= week_begin(p_today) THEN w.staked_week ELSE 0 END AS week,
        CASE WHEN w.staked_on = p_today OR w.staked_on >= month_begin(p_today) THEN w.staked_month ELSE 0 END AS month,
        CASE WHEN w.returned_on = p_today THEN w.returned ELSE 0 END AS day_back,
        CASE WHEN w.returned_on >= week_begin(p_today) THEN w.returned_week ELSE 0 END AS week_back,
        CASE WHEN w.returned_on >= month_begin(p_today) THEN w.returned_month ELSE 0 END AS month_back
    ) used
  ) room
$function$;

CREATE OR REPLACE FUNCTION public.stop_syndicate(p_syndicate uuid, p_actor text, p_at_once boolean)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
DECLARE
  s syndicates;
  d draws;
  v_now timestamptz;
BEGIN
  SELECT * INTO STRICT d FROM draws WHERE draw_id = (
    SELECT draw_id FROM syndicates WHERE syndicate_id = p_syndicate) FOR SHARE;
  SELECT * INTO STRICT s FROM syndicates WHERE syndicate_id = p_syndicate FOR UPDATE;
  v_now := domain_now();
  IF EXISTS (SELECT FROM syndicate_stops WHERE syndicate_id = p_syndicate) THEN RETURN true; END IF;
  IF NOT p_at_once AND syndicate_collects(s, d, v_now) THEN RETURN false; END IF;
  INSERT INTO syndicate_stops (syndicate_id, stopped_at, collected, actor)
  SELECT p_syndicate, v_now, syndicate_collected(p_syndicate), p_actor;
  RETURN true;
END $function$;

CREATE OR REPLACE FUNCTION public.subscriptions_due(p_draw bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT count(*) FROM draws d JOIN subscription_states s
    ON s.game = d.game AND s.next_date <= d.planned_date AND d.planned_date = ANY (s.draw_dates)
  WHERE d.draw_id = p_draw
$function$;

CREATE OR REPLACE FUNCTION public.subscriptions_follow_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  s subscription_states;
  v_now timestamptz := domain_now();
  v_kept date[];
  v_paid integer;
  v_amount bigint;
BEGIN
  FOR s IN SELECT * FROM subscription_states WHERE player_id = NEW.player_id AND status <> 'terminated'
    ORDER BY subscription_id FOR UPDATE
  LOOP
    IF NEW.closed_at IS NOT NULL THEN
      NEW := return_prepaid(NEW, s.subscription_id, s.prepaid, v_now);
      UPDATE subscription_states SET status = 'terminated', prepaid = 0, paid_left = 0, draw_dates = '{}',
        charge_at = NULL, waits_for = NULL, ends_on = (v_now AT TIME ZONE 'UTC')::date
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
      INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, code, actor)
      VALUES (s.player_id, s.subscription_id, v_now, 'terminated', s.prepaid, 'accountClosed', 'player');
      CONTINUE;
    END IF;
    IF NEW.certificate_expires > OLD.certificate_expires AND s.waits_for = 'certificate' THEN
      UPDATE subscription_states SET charge_at = date_trunc('milliseconds', v_now), waits_for = NULL
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
    END IF;
    IF NEW.locked_until > OLD.locked_until THEN
      -- A draw that has closed is paid for and played; what a day has no draw for yet is as late as the day.
      SELECT coalesce(array_agg(date ORDER BY nth) FILTER (WHERE NOT inside), '{}'),
        count(*) FILTER (WHERE inside AND nth <= s.paid_left)
      INTO v_kept, v_paid
      FROM (
        SELECT date, nth, w.closed_at IS NULL
          AND coalesce(w.close_date, date::timestamp AT TIME ZONE 'UTC') BETWEEN v_now AND NEW.locked_until AS inside
        FROM unnest(s.draw_dates) WITH ORDINALITY u(date, nth)
        LEFT JOIN draws w ON w.game = s.game AND w.planned_date = date AND w.origin = 'calendar'
      ) dates;
      v_amount := v_paid * s.price;
      NEW := return_prepaid(NEW, s.subscription_id, v_amount, v_now);
      UPDATE subscription_states SET prepaid = prepaid - v_amount, paid_left = paid_left - v_paid,
        draw_dates = v_kept
      WHERE player_id = s.player_id AND subscription_id = s.subscription_id;
      INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
      VALUES (s.player_id, s.subscription_id, v_now, 'paused', v_amount, 'player',
        jsonb_build_object('until', NEW.locked_until));
    END IF;
  END LOOP;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.subscriptions_leave_draw()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE subscription_states SET draw_dates = array_remove(draw_dates, NEW.planned_date),
    paid_left = paid_left - CASE WHEN array_position(draw_dates, NEW.planned_date) <= paid_left THEN 1 ELSE 0 END
  WHERE game = NEW.game AND next_date <= NEW.planned_date AND NEW.planned_date = ANY (draw_dates);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.summarize_new_ranges()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(sum(brin_summarize_new_values(i.oid)), 0)::bigint
  FROM pg_class i JOIN pg_am m ON m.oid = i.relam
  WHERE m.amname = 'brin' AND i.relkind = 'i' AND i.relnamespace = 'public'::regnamespace
$function$;

CREATE OR REPLACE FUNCTION public.syndicate_balance(p_syndicate uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ((SELECT coalesce(sum(stake), 0) FROM syndicate_shares WHERE syndicate_id = p_syndicate)
    - (SELECT coalesce(sum(amount), 0) FROM share_returns r JOIN syndicate_shares s USING (player_id, share_id)
      WHERE s.syndicate_id = p_syndicate)
    + coalesce(sum(CASE WHEN x.coupon_id IS NULL THEN 0 ELSE c.stake END - c.stake
      + CASE WHEN p.coupon_id IS NULL THEN 0 ELSE w.amount + w.side_amount END
      - coalesce(l.amount - l.rest, 0)), 0)
    - coalesce((SELECT rest FROM syndicate_ends WHERE syndicate_id = p_syndicate), 0))::bigint
  FROM syndicate_tickets t
  JOIN coupons c ON c.player_id = 0 AND c.draw_id = t.draw_id AND c.ticket_id = t.ticket_id
  LEFT JOIN cancellations x ON x.player_id = 0 AND x.ticket_id = t.ticket_id AND x.coupon_id = t.coupon_id
  LEFT JOIN coupon_payouts p ON p.player_id = 0 AND p.draw_id = t.draw_id AND p.coupon_id = t.coupon_id
  LEFT JOIN coupon_wins w ON w.player_id = 0 AND w.draw_id = t.draw_id AND w.coupon_id = t.coupon_id
  LEFT JOIN syndicate_splits l ON l.ticket_id = t.ticket_id
  WHERE t.syndicate_id = p_syndicate
$function$;

CREATE OR REPLACE FUNCTION public.syndicate_collected(p_syndicate uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce((SELECT collected FROM syndicate_stops WHERE syndicate_id = p_syndicate),
    (SELECT sum(stake) FROM held_shares WHERE syndicate_id = p_syndicate), 0)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.syndicate_collects(s syndicates, d draws, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT d.state = 'released' AND d.closed_at IS NULL
    AND d.close_date - make_interval(mins => s.minutes_before_close) > p_at
    AND NOT EXISTS (SELECT FROM syndicate_stops p WHERE p.syndicate_id = s.syndicate_id)
    AND NOT EXISTS (SELECT FROM clubs c WHERE c.club_id = s.club_id AND c.closed_at IS NOT NULL)
$function$;

CREATE OR REPLACE FUNCTION public.ticket_of_key(p_player bigint, p_key text)
 RETURNS TABLE(ticket_id uuid, input_hash bytea)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player AND t.ticket_id = (
    SELECT encode(substring(sha256(outer_key || sha256(inner_key || convert_to(p_player || ':' || p_key, 'UTF8'))),
      1, 16), 'hex')::uuid
    FROM ticket_secret)
  UNION ALL
  SELECT t.ticket_id, t.input_hash FROM tickets t WHERE t.player_id = p_player AND t.idempotency_key = p_key
$function$;

CREATE OR REPLACE FUNCTION public.touch_sessions(p_hashes bytea[])
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE sessions SET last_used_at = greatest(last_used_at, domain_now())
  WHERE token_hash IN (SELECT token_hash FROM sessions WHERE token_hash = ANY (p_hashes) FOR UPDATE SKIP LOCKED)
$function$;

CREATE OR REPLACE FUNCTION public.uncount_stakes(p_players bigint[], p_stakes bigint[], p_bought date[], p_today date)
 RETURNS void
 LANGUAGE sql
AS $function$
  UPDATE wallets w SET staked = w.staked - day, staked_week = w.staked_week - week, staked_month = w.staked_month - month
  FROM (
    SELECT player_id, coalesce(sum(stake) FILTER (WHERE bought = p_today), 0)::bigint AS day,
      coalesce(sum(stake) FILTER (WHERE bought >= week_begin(p_today)), 0)::bigint AS week,
      coalesce(sum(stake) FILTER (WHERE bought >= month_begin(p_today)), 0)::bigint AS month
    FROM unnest(p_players, p_stakes, p_bought) s(player_id, stake, bought) GROUP BY player_id
  ) back
  WHERE w.player_id = back.player_id AND (week > 0 OR month > 0)
$function$;

CREATE OR REPLACE FUNCTION public.waiting_carry(p_game text)
 RETURNS TABLE(tier smallint, exact numeric, balance bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.tier, coalesce(last.carry_out_exact, 0) + coalesce(m.opened, 0) * 100000000::numeric,
    coalesce(m.balance, 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN LATERAL (
    SELECT p.carry_out_exact, s.settled_at FROM draw_settlements s
    JOIN draws d USING (draw_id)
    JOIN draw_prizes p ON p.draw_id = s.draw_id AND p.revision = 1 AND p.part = 'main' AND p.tier = a.tier
      AND p.carry_out_exact IS NOT NULL
    WHERE d.game = a.game ORDER BY d.draw_date DESC LIMIT 1
  ) last ON true
  LEFT JOIN LATERAL (
    SELECT sum(signed) AS balance,
      sum(signed) FILTER (WHERE kind = 'opening_carry' AND at > coalesce(last.settled_at, '-infinity')) AS opened
    FROM (
      SELECT t.kind, t.at, CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END AS signed
      FROM ledger_transfers t
      WHERE t.player_id = 0 AND a.account_id IN (t.debit_account, t.credit_account)
    ) moved
  ) m ON true
  WHERE a.kind = 'carry' AND a.game = p_game
$function$;

CREATE OR REPLACE FUNCTION public.week_begin(p_day date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT p_day - (p_day - date '2001-01-01') % 7
$function$;

CREATE OR REPLACE FUNCTION public.write_movement_spans(p_after timestamp with time zone, p_until timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  WITH moved AS MATERIALIZED (
    SELECT DISTINCT player_id FROM ledger_transfers WHERE at > p_after AND at <= p_until AND player_id > 0
  ), long AS MATERIALIZED (
    SELECT m.player_id, coalesce(s.nth, 0) AS spans, coalesce(s.last_at, '-infinity') AS since
    FROM moved m
    LEFT JOIN LATERAL (
      SELECT nth, last_at FROM movement_spans WHERE player_id = m.player_id ORDER BY nth DESC LIMIT 1
    ) s ON true
    CROSS JOIN LATERAL (
      SELECT count(*) AS movements FROM ledger_transfers x
      WHERE x.player_id = m.player_id AND x.at > coalesce(s.last_at, '-infinity') AND x.at <= p_until
    ) n
    WHERE movements > 200
  ), placed AS MATERIALIZED (
    SELECT player_id, spans, x.at, x.kind, x.game, x.moved,
      (rank() OVER (PARTITION BY player_id ORDER BY x.at) - 1) / 200 AS part
    FROM long l CROSS JOIN LATERAL (
      SELECT at, kind, wallet_after - wallet_before AS moved,
        CASE WHEN kind IN ('purchase', 'subscription_coupon') THEN coalesce(
          (SELECT game FROM draws d WHERE d.draw_id = x.draw_id),
          (SELECT game FROM tickets t WHERE t.player_id = x.player_id AND t.ticket_id = x.ticket_id)) END AS game
      FROM ledger_transfers x WHERE x.player_id = l.player_id AND x.at > l.since AND x.at <= p_until
    ) x
  ), summed AS (
    SELECT player_id, spans, part, max(max(at)) OVER (PARTITION BY player_id, part) AS last_at,
      max(part) OVER (PARTITION BY player_id) AS last_part, kind, game,
      count(*) FILTER (WHERE moved IS NOT NULL OR kind = 'subscription_coupon') AS count,
      coalesce(sum(moved), 0) AS moved
    FROM placed GROUP BY player_id, spans, part, kind, game
  ), written AS (
    INSERT INTO movement_spans (player_id, nth, last_at, sums)
    SELECT player_id, spans + dense_rank() OVER (PARTITION BY player_id ORDER BY part), last_at,
      coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'game', game, 'count', count, 'moved', moved)
        ORDER BY kind, game) FILTER (WHERE count > 0), '[]')
    FROM summed WHERE part < last_part
    GROUP BY player_id, spans, part, last_at
    RETURNING 1
  )
  SELECT count(*) FROM written
$function$;

CREATE OR REPLACE FUNCTION public.write_subscription_coupons(p_draw bigint, p_player bigint, p_subscription uuid, p_count integer, OUT written integer, OUT last_player bigint, OUT last_subscription uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  d draws;
  v_now timestamptz;
  v_promotion bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('seal'), p_draw::integer);
  SELECT * INTO STRICT d FROM draws WHERE draw_id = p_draw FOR SHARE;
  written := 0;
  IF d.state <> 'released' OR EXISTS (SELECT FROM seals WHERE draw_id = p_draw) THEN RETURN; END IF;
  v_now := domain_now();
  v_promotion := ledger_account('promotion', NULL, NULL, d.game, NULL);

  WITH due AS MATERIALIZED (
    SELECT s.player_id, s.subscription_id, s.prepaid, s.price, s.paid_left, f.prepaid_account, f.row_masks,
      f.second_masks, f.quick_picks, f.system, f.row_count, f.side, f.affiliate_id
    FROM subscription_states s JOIN subscriptions f USING (player_id, subscription_id)
    WHERE s.game = d.game AND (s.player_id, s.subscription_id) > (p_player, p_subscription)
      AND s.next_date <= d.planned_date AND d.planned_date = ANY (s.draw_dates) AND s.rules_id = d.rules_id
    ORDER BY s.player_id, s.subscription_id LIMIT p_count FOR UPDATE OF s
  ), coupon AS MATERIALIZED (
    SELECT *, gen_random_uuid() AS ticket_id, gen_random_uuid() AS coupon_id, paid_left > 0 AS paid,
      row_count * d.amount_row + CASE WHEN side IS NULL THEN 0 ELSE d.amount_side END AS stake
    FROM due
  ), split AS MATERIALIZED (
    SELECT *, CASE WHEN paid THEN least(stake, price) ELSE 0 END AS from_prepaid FROM coupon
  ), tickets_written AS (
    INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, second_masks, quick_picks, system,
      row_count, side, affiliate_id)
    SELECT player_id, ticket_id, d.game, v_now, stake, row_masks, second_masks, quick_picks, system, row_count, side,
      affiliate_id
    FROM split
  ), coupons_written AS (
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, coupon_id, p_draw, stake FROM split
  ), links_written AS (
    INSERT INTO subscription_coupons (player_id, ticket_id, coupon_id, subscription_id, draw_id, from_prepaid)
    SELECT player_id, ticket_id, coupon_id, subscription_id, p_draw, from_prepaid FROM split
  ), transfers_written AS (
    INSERT INTO ledger_transfers (player_id, at, kind, debit_account, credit_account, amount, draw_id, ticket_id,
      coupon_id, subscription_id)
    SELECT player_id, v_now, 'subscription_promotion', v_promotion, prepaid_account, stake - from_prepaid, NULL::bigint,
      ticket_id, coupon_id, subscription_id
    FROM split WHERE paid AND stake > from_prepaid
    UNION ALL
    SELECT player_id, v_now, 'subscription_coupon', CASE WHEN paid THEN prepaid_account ELSE v_promotion END,
      d.stakes_account, stake, p_draw, ticket_id, coupon_id, subscription_id
    FROM split
  ), states_written AS (
    UPDATE subscription_states s SET prepaid = s.prepaid - from_prepaid,
      paid_left = s.paid_left - CASE WHEN paid THEN 1 ELSE 0 END,
      draw_dates = array_remove(s.draw_dates, d.planned_date)
    FROM split w WHERE s.player_id = w.player_id AND s.subscription_id = w.subscription_id
  )
  SELECT count(*), (array_agg(player_id ORDER BY player_id DESC, subscription_id DESC))[1],
    (array_agg(subscription_id ORDER BY player_id DESC, subscription_id DESC))[1]
  INTO written, last_player, last_subscription FROM split;
END $function$;
