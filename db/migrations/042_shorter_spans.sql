-- Spans of a hundred movements instead of two hundred: what a player spent since a moment reads the span in which the
-- moment lies, row by row. Spans that are written stay as they are.
CREATE OR REPLACE FUNCTION write_movement_spans(p_after timestamp with time zone, p_until timestamp with time zone)
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
    WHERE movements > 100
  ), placed AS MATERIALIZED (
    SELECT player_id, spans, x.at, x.kind, x.game, x.moved,
      (rank() OVER (PARTITION BY player_id ORDER BY x.at) - 1) / 100 AS part
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
$function$;
