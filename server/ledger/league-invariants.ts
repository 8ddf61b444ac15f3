/** What must hold of the betting league: prizes went to the owners of the first teams, once. */
import { sql } from '#server/platform/sql.ts';
import type { Invariant } from './invariant.ts';

export const league: readonly Invariant[] = [
  {
    name: 'league prizes',
    means: 'every prize of the league went once to the owner of its team, from the account of the league',
    breaks: sql`
      SELECT transfer_id, p.player_id, p.prize, t.player_id AS credited, t.amount FROM (
        SELECT y.transfer_id, y.player_id, c.player_id AS owner, l.prize
        FROM checked_league_payouts y LEFT JOIN league_places l USING (season_id, division, team_id)
        LEFT JOIN club_teams c USING (team_id)
      ) p FULL JOIN (
        SELECT x.transfer_id, x.player_id, x.amount, a.kind
        FROM other_transfers x JOIN ledger_accounts a ON a.account_id = x.debit_account
        WHERE x.kind = 'league_prize'
      ) t USING (transfer_id)
      WHERE (p.player_id, p.owner, p.prize, 'league_prizes')
        IS DISTINCT FROM (t.player_id, t.player_id, t.amount, t.kind)`,
  },
  {
    name: 'seasons paid',
    means: 'a season that is paid has a payout for every prize of a player who is not erased, others none',
    breaks: sql`
      SELECT season_id, division, team_id, l.prize, s.paid_at, y.transfer_id
      FROM league_places l JOIN league_seasons s USING (season_id) JOIN club_teams t USING (team_id)
      JOIN players u ON u.player_id = t.player_id
      LEFT JOIN league_payouts y USING (season_id, division, team_id)
      WHERE y.transfer_id IS NOT NULL AND (s.paid_at IS NULL OR l.prize = 0)
        OR y.transfer_id IS NULL AND s.paid_at IS NOT NULL AND l.prize > 0
          AND (u.erased_at IS NULL OR u.erased_at > s.paid_at)`,
  },
];
