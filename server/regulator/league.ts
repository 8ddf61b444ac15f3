/** The betting league for a regulator: places and prizes, by whom they were fixed and paid. */
import { sql } from '#server/platform/sql.ts';
import { type Cell, rowsOf, type Table, within } from './table.ts';

export const league: Table = {
  file: 'league.csv',
  holds: 'Places of seasons of the betting league that were fixed or paid: teams, prizes, and by whom',
  columns: [
    ...['season', 'division', 'place', 'team', 'name', 'club', 'right', 'prize', 'closed_at', 'closed_by'],
    ...['paid_at', 'paid_by', 'movement'],
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT p.season_id AS season, p.division, p.place, p.team_id AS team, t.name, t.club_id AS club,
          p.total AS "right", p.prize, s.closed_at, s.closed_by,
          CASE WHEN s.paid_at < ${period.end} THEN s.paid_at END AS paid_at,
          CASE WHEN s.paid_at < ${period.end} THEN s.paid_by END AS paid_by,
          CASE WHEN y.paid_at < ${period.end} THEN y.transfer_id END AS movement
        FROM league_seasons s JOIN league_places p USING (season_id) JOIN club_teams t USING (team_id)
        LEFT JOIN league_payouts y USING (season_id, division, team_id)
        WHERE s.closed_at < ${period.end}
          AND (${within('s.closed_at', period)} OR ${within('s.paid_at', period)})
        ORDER BY p.season_id, p.division, p.place, p.team_id`,
    ),
};
