/** The programs that are played in weeks of the league, and whether a week stands. */
import { sql } from '#server/platform/sql.ts';

export const settledStates = ['winsel', 'payout', 'closed', 'settled'];

/** SQL: the Monday of the week in which a draw `d` is played. */
const monday = sql`date_trunc('week', d.draw_date AT TIME ZONE 'UTC')::date`;

/** SQL: programs of English and European matches that were on sale, with the Monday of their week. */
export const leaguePrograms = sql`
  SELECT d.draw_id, d.state, ${monday} AS monday FROM draws d
  WHERE d.game IN ('totoeng', 'totoeur') AND d.origin = 'calendar' AND d.state <> 'created'`;
