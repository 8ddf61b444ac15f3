import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';
import { prepaidStakeKinds, ticketStakeKinds } from './transfer-kinds.ts';

/** What lists show without counting it anew. */
export const lists: Invariant = {
  name: 'movement spans',
  means: 'what is counted ahead of a player’s movements is what they are',
  breaks: sql`
      WITH movement AS (
        SELECT x.player_id, x.at, 0 AS ends, x.kind, x.wallet_after - x.wallet_before AS moved,
          CASE WHEN x.kind = ANY (${ticketStakeKinds}) THEN coalesce(d.game, t.game) END AS game
        FROM ledger_transfers x LEFT JOIN draws d USING (draw_id)
        LEFT JOIN tickets t ON t.row_masks IS NULL AND t.player_id = x.player_id
          AND t.ticket_id = x.ticket_id
        WHERE x.player_id IN (SELECT player_id FROM movement_spans)
        UNION ALL SELECT player_id, last_at, 1, NULL, NULL, NULL FROM movement_spans
      ), placed AS (
        SELECT *, 1 + sum(ends) OVER before - ends AS nth FROM movement
        WINDOW before AS (PARTITION BY player_id ORDER BY at, ends ROWS UNBOUNDED PRECEDING)
      ), counted AS (
        SELECT player_id, nth, kind, game, coalesce(sum(moved), 0) AS moved,
          count(*) FILTER (WHERE moved IS NOT NULL OR kind = ANY (${prepaidStakeKinds})) AS count
        FROM placed WHERE ends = 0 GROUP BY player_id, nth, kind, game
      )
      SELECT player_id, nth, s.sums AS written, c.sums AS counted
      FROM movement_spans s LEFT JOIN (
        SELECT player_id, nth, coalesce(jsonb_agg(
          jsonb_build_object('kind', kind, 'game', game, 'count', count, 'moved', moved) ORDER BY kind, game
        ) FILTER (WHERE count > 0), '[]') AS sums
        FROM counted GROUP BY player_id, nth
      ) c USING (player_id, nth)
      WHERE s.sums IS DISTINCT FROM c.sums`,
};
