/** Tables of football pools: their matches, what was sold for clubs, and what clubs got of it. */
import { sql } from '#server/platform/sql.ts';
import { type Cell, rowsOf, type Table, within } from './table.ts';

export const matches: Table = {
  file: 'matches.csv',
  holds: 'Matches of the programs whose results were confirmed: as released, and what decided them',
  columns: [
    ...['game', 'draw', 'match', 'home', 'away', 'competition', 'country', 'kick_off', 'chances', 'result'],
    'lots_value',
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, m.number AS match, h.name AS home, a.name AS away,
          c.name AS competition, n.name AS country, m.kick_off, array_to_string(m.chances, ' ') AS chances,
          r.outcome->>(m.number::text) AS result,
          CASE WHEN r.outcome->>(m.number::text) LIKE 'lot %' THEN encode(b.value, 'hex') END AS lots_value
        FROM draw_results r JOIN draws d USING (draw_id) JOIN program_matches m USING (draw_id)
        JOIN matches x USING (match_id) JOIN competitions c USING (competition_id)
        JOIN countries n ON n.country_id = c.country_id
        JOIN teams h ON h.team_id = x.home_id JOIN teams a ON a.team_id = x.away_id
        LEFT JOIN program_beacons b ON b.draw_id = r.draw_id AND b.proposer_key IS NOT NULL
        WHERE r.revision = 1 AND r.origin = 'calendar' AND ${within('r.confirmed_at', period)}
        ORDER BY d.planned_date, d.game, d.number, m.number`,
    ),
};

export const clubs: Table = {
  file: 'clubs.csv',
  holds: 'Sales of sealed programs by the club that each ticket supports; empty: none',
  columns: ['game', 'draw', 'club', 'coupons', 'stakes'],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT d.game, d.number AS draw, t.support_id AS club, count(*) AS coupons,
          sum(p.stake)::bigint AS stakes
        FROM seals s JOIN draws d USING (draw_id) JOIN programs USING (draw_id)
        JOIN coupons p USING (draw_id) JOIN tickets t USING (player_id, ticket_id)
        WHERE ${within('s.sealed_at', period)} AND NOT EXISTS (SELECT FROM cancellations x
          WHERE x.player_id = p.player_id AND x.ticket_id = p.ticket_id AND x.coupon_id = p.coupon_id
            AND x.at <= s.sealed_at)
        GROUP BY d.planned_date, d.game, d.number, t.support_id
        ORDER BY d.planned_date, d.game, d.number, t.support_id NULLS LAST`,
    ),
};

export const contributions: Table = {
  file: 'contributions.csv',
  holds: 'What clubs got of the programs of weeks that were booked; a void program gave nothing',
  columns: [
    ...['year', 'week', 'share_basis_points', 'booked_at', 'game', 'draw', 'void', 'club', 'coupons'],
    ...['stakes', 'amount'],
  ],
  read: (tx, period) =>
    rowsOf(
      tx,
      sql<Record<string, Cell>>`
        SELECT w.year, w.week, w.basis_points AS share_basis_points, w.booked_at, d.game, d.number AS draw,
          CASE WHEN p.void THEN 'yes' ELSE 'no' END AS void, c.club_id AS club, c.sale_count AS coupons,
          c.sale AS stakes, c.amount
        FROM contribution_weeks w JOIN contribution_programs p USING (year, week)
        JOIN draws d USING (draw_id) LEFT JOIN contributions c USING (draw_id)
        WHERE ${within('w.booked_at', period)}
        ORDER BY w.year, w.week, p.draw_id, c.club_id`,
    ),
};
