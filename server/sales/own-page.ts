/** What a page shows of its player beside what it shows to all: one statement, asked for each request. */

import type { OwnPage } from '#contract/own-page.ts';
import { spendingWithin } from '#server/ledger/spending.ts';
import type { Db } from '#server/platform/database.ts';
import { type AsJson, sql } from '#server/platform/sql.ts';
import { touchSession } from '#server/players/sessions/sessions.ts';
import { type ItemRow, newestItems, viewItem } from './list.ts';
import { type OutcomeRow, outcomeOf, viewOutcome } from './outcome.ts';

type Row = {
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  balance: number;
  stakedToday: number;
  stakeLimitDay: number;
  lockedUntil: Date | null;
  signedInAt: Date;
  reminderMinutes: number;
  spent: number;
  won: number;
  stale: boolean;
  tickets: readonly AsJson<ItemRow>[] | null;
  outcome: AsJson<OutcomeRow> | null;
};

const ticketsShown = 4;
const player = sql`s.player_id`;

/** Null when there is no such session, or it has ended. @param pages of `Database` */
export async function readOwnPage(
  pages: Db,
  { tokenHash, showsTickets }: { tokenHash: Buffer; showsTickets: boolean },
): Promise<OwnPage | null> {
  const tickets = showsTickets
    ? sql`(SELECT jsonb_agg(i) FROM (${newestItems(player, ticketsShown)}) i)`
    : sql`NULL::jsonb`;
  const outcome = showsTickets ? sql`(SELECT to_jsonb(o) FROM (${outcomeOf(player)}) o)` : sql`NULL::jsonb`;
  const { rows } = await sql<Row>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT s.player_id AS "playerId", p.username, p.first_name AS "firstName", p.last_name AS "lastName",
      w.balance, w.stake_limit_day AS "stakeLimitDay",
      CASE WHEN w.staked_on = (at AT TIME ZONE 'UTC')::date THEN w.staked ELSE 0 END AS "stakedToday",
      CASE WHEN w.locked_until > at THEN w.locked_until END AS "lockedUntil",
      s.created_at AS "signedInAt", p.reminder_minutes AS "reminderMinutes", m.spent, m.won,
      session_stale(s.last_used_at, at) AS stale, ${tickets} AS tickets, ${outcome} AS outcome
    FROM moment, sessions s JOIN players p USING (player_id) JOIN wallets w USING (player_id),
      LATERAL (${spendingWithin(player, sql`date_trunc('month', moment.at, 'UTC')`)}) m
    WHERE s.token_hash = ${tokenHash} AND session_end(s.last_used_at, s.ends_at) > at`.execute(
    pages,
    showsTickets ? 'own_home' : 'own_page',
  );
  const [row] = rows;
  if (!row) return null;
  if (row.stale) await touchSession(pages, tokenHash);
  return view(row);
}

function view(row: Row): OwnPage {
  const { playerId, username, firstName, lastName, balance, stakedToday, stakeLimitDay } = row;
  return {
    player: { playerId: String(playerId), username, firstName, lastName },
    account: {
      balance,
      stakedToday,
      stakeLimitDay,
      month: { spent: row.spent, net: row.won - row.spent },
      signedInAt: row.signedInAt.toISOString(),
      reminderMinutes: row.reminderMinutes,
      lockedUntil: row.lockedUntil?.toISOString() ?? null,
    },
    tickets: (row.tickets ?? []).map(viewItem),
    outcome: row.outcome && viewOutcome(row.outcome),
  };
}
