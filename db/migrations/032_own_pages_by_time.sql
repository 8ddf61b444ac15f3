-- A player's movements are read from the newest end.
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_pkey, ADD PRIMARY KEY (player_id, at, transfer_id);

-- A draw's coupons of one player are one look-up, and a ticket is in a draw once.
ALTER TABLE coupons DROP CONSTRAINT coupons_pkey, ADD PRIMARY KEY (draw_id, player_id, ticket_id);
-- The ticket first: nobody is to look for one draw among all that a player bought.
CREATE INDEX coupons_ticket ON coupons (ticket_id, player_id);
DROP INDEX coupons_draw;

CREATE INDEX coupon_wins_high_of ON coupon_wins (player_id) WHERE high;
CREATE INDEX draws_undecided ON draws (draw_id) WHERE state NOT IN ('payout', 'closed', 'settled');
CREATE INDEX draws_decided ON draws (draw_date, draw_id) WHERE state IN ('payout', 'closed');

-- The last draw that a player's coupons took part in: draws are few, coupons are not.
CREATE OR REPLACE FUNCTION last_drawn(p_player bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT d.draw_id
  FROM (SELECT draw_id, draw_date FROM draws WHERE state IN ('payout', 'closed')
        ORDER BY draw_date DESC, draw_id DESC OFFSET 0) d
  WHERE EXISTS (
    SELECT FROM (SELECT ticket_id, coupon_id FROM coupons
                 WHERE draw_id = d.draw_id AND player_id = p_player OFFSET 0) c
    WHERE NOT EXISTS (
      SELECT FROM cancellations x
      WHERE x.player_id = p_player AND x.ticket_id = c.ticket_id AND x.coupon_id = c.coupon_id))
  ORDER BY d.draw_date DESC, d.draw_id DESC LIMIT 1
$$;

-- Where each 200 or so movements of a player end, and what they are by kind and game: with them a list is counted and
-- its pages are found without reading all of it. What follows the last span is read as it is.
CREATE TABLE movement_spans (
  player_id bigint NOT NULL,
  nth integer NOT NULL,
  -- All movements up to this instant, and after that of the span before. None of one instant are parted.
  last_at timestamptz NOT NULL,
  -- [{kind, game, count, moved}]: `game` of stakes on draws, `moved` on the balance.
  sums jsonb NOT NULL,
  PRIMARY KEY (player_id, nth)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON movement_spans
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- Spans are written up to `complete_at` once every transaction before `complete_after` has ended.
CREATE TABLE movement_spans_cursor (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  reached_at timestamptz NOT NULL,
  complete_at timestamptz NOT NULL,
  complete_after bigint NOT NULL
);

-- Of players who moved in that time. The last span of each waits, since more may come to it.
CREATE FUNCTION write_movement_spans(p_after timestamptz, p_until timestamptz) RETURNS bigint LANGUAGE sql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
        CASE WHEN kind IN ('purchase', 'subscription_coupon') THEN (
          SELECT game FROM draws d WHERE d.draw_id = x.draw_id) END AS game
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
$$;

SELECT write_movement_spans('-infinity', 'infinity');
INSERT INTO movement_spans_cursor (reached_at, complete_at, complete_after)
SELECT last_at, last_at, pg_current_xact_id()::text::bigint
FROM (SELECT coalesce(max(at), '2000-01-01') AS last_at FROM ledger_transfers) moved;
