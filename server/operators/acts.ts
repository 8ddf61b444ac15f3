/** Rows that operators' commands alone write: each needs the record of a command behind it. */
import type { Db } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

export type UnprovenAct = { table: string; at: Date; actor: string; about: string };

/**
 * SQL: who wrote what when, by which commands, and the game and number of the draw it is about. A step to
 * A row of `results` names the operator who entered it; the command that confirms writes it.
 */
const acts: Sql = sql`
  SELECT 'result_entries' AS "table", actor, at, '{draw enter,draw confirm}'::text[] AS commands,
    '{draws}'::text[] AS roles, draw_id
  FROM result_entries
  UNION ALL SELECT 'draw_results', confirmed_by, confirmed_at, '{draw confirm}', '{draws}', draw_id
  FROM draw_results WHERE origin = 'calendar'
  UNION ALL SELECT 'raffle_entries', actor, at, '{raffle enter,raffle confirm}', '{draws}', draw_id
  FROM raffle_entries
  UNION ALL SELECT 'raffles', confirmed_by, confirmed_at, '{raffle confirm}', '{draws}', draw_id FROM raffles
  UNION ALL SELECT 'draw_figures', actor, at, '{draw import}', '{draws}', draw_id FROM draw_figures
  UNION ALL SELECT 'draw_steps', actor, at,
    '{draw close,draw confirm,draw settle,draw pay,draw cancel,draw move,prize release}',
    '{draws,payments}', draw_id
  FROM draw_steps WHERE from_state IS NOT NULL AND to_state <> 'results'
    AND actor NOT IN ('calendar', 'settlement')
  UNION ALL SELECT 'draw_steps', actor, at, '{history import}', '{draws}', NULL
  FROM draw_steps WHERE from_state IS NULL AND to_state <> 'created'
  UNION ALL SELECT 'prize_claims', claimed_by, claimed_at, '{prize claim}', '{payments}', NULL
  FROM prize_claims
  UNION ALL SELECT 'prize_releases', released_by, released_at, '{prize release}', '{payments}', NULL
  FROM prize_releases r WHERE NOT EXISTS (SELECT FROM prize_approvals a
    WHERE a.player_id = r.player_id AND a.cause_id = r.cause_id)
  UNION ALL SELECT 'prize_approvals', approved_by, approved_at, '{prize release}', '{payments}', NULL
  FROM prize_approvals
  UNION ALL SELECT 'chargebacks', entered_by, entered_at,
    '{payments chargeback,payments chargeback-won}', '{payments}', NULL FROM chargebacks
  UNION ALL SELECT 'chargeback_postings', confirmed_by, posted_at,
    '{payments chargeback,payments chargeback-won}', '{payments}', NULL FROM chargeback_postings
  UNION ALL SELECT 'held_payouts', entered_by, entered_at, '{payments pay-held}', '{payments}', NULL
  FROM held_payouts
  UNION ALL SELECT 'club_accounts', entered_by, entered_at, '{club bank}', '{clubs}', NULL FROM club_accounts
  UNION ALL SELECT 'club_payouts', proposed_by, proposed_at, '{club pay}', '{payments}', NULL
  FROM club_payouts
  UNION ALL SELECT 'club_payouts', approved_by, approved_at, '{club pay}', '{payments}', NULL
  FROM club_payouts WHERE approved_by IS NOT NULL
  UNION ALL SELECT 'refused_team_names', refused_by, refused_at, '{team rename,team hide}', '{clubs}', NULL
  FROM refused_team_names
  UNION ALL SELECT 'league_seasons', proposed_by, proposed_at, '{league close}', '{clubs}', NULL
  FROM league_seasons
  UNION ALL SELECT 'league_seasons', closed_by, closed_at, '{league close}', '{clubs}', NULL
  FROM league_seasons WHERE closed_at IS NOT NULL
  UNION ALL SELECT 'league_seasons', pay_proposed_by, pay_proposed_at, '{league pay}', '{payments}', NULL
  FROM league_seasons WHERE pay_proposed_at IS NOT NULL
  UNION ALL SELECT 'league_seasons', paid_by, paid_at, '{league pay}', '{payments}', NULL
  FROM league_seasons WHERE paid_at IS NOT NULL
  UNION ALL SELECT 'subscription_events', actor, at, '{subscription terminate}', '{players}', NULL
  FROM subscription_events WHERE kind = 'terminated' AND code = 'operator'
  UNION ALL SELECT 'promotions', added_by, added_at, '{promotion add}', '{draws}', NULL FROM promotions
  UNION ALL SELECT 'alarm_views', seen_by, seen_at, '{alarm seen}', '{reads}', NULL FROM alarm_views`;

/** A clock may have been set back between two rows. */
const leap: Sql = sql`interval '10 seconds'`;

/** The first row without a proven command of its actor at that time, about the same draw. */
export async function firstUnprovenAct(db: Db): Promise<UnprovenAct | null> {
  const { rows } = await sql<UnprovenAct>`
    SELECT a."table", a.at, a.actor, coalesce(d.game || ' ' || d.number, '') AS about
    FROM (${acts}) a LEFT JOIN draws d USING (draw_id)
    WHERE a.at >= (SELECT l.at FROM operators o JOIN operator_log l ON l.operator_log_id = o.entered_by
        ORDER BY operator_id LIMIT 1)
      AND NOT EXISTS (
        SELECT FROM operator_log l LEFT JOIN operator_log done ON done.begun_id = l.operator_log_id
        WHERE l.actor = a.actor AND l.proven AND l.outcome = 'begun' AND l.command = ANY (a.commands)
          AND split_part(l.signed_text, E'\n', 3) = ANY (a.roles)
          AND a.at BETWEEN l.at - ${leap} AND coalesce(done.at, l.at + interval '1 hour') + ${leap}
          AND (d.draw_id IS NULL OR l.command LIKE 'prize %' OR (l.arguments->'args'->>0 = d.game
            AND ltrim(l.arguments->'args'->>1, '0') = d.number::text)))
    ORDER BY a.at LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
