/** The personal part of a page: player, balance, tickets. One statement, read for each request. */

import type { OwnPage } from '#contract/own-page.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { spendingWithin } from '#server/ledger/spending.ts';
import { stakeRoom } from '#server/limits/eligibility.ts';
import { type MatterFacts, matterFacts, mattersOf } from '#server/matters/matters.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import type { Db } from '#server/platform/database.ts';
import { type AsJson, type Sql, sql } from '#server/platform/sql.ts';
import { inOrderOf, touchSessions } from '#server/players/sessions/sessions.ts';
import { type ItemRow, viewItem } from '#server/sales/item.ts';
import { newestItems } from '#server/sales/list.ts';
import { type OutcomeRow, outcomesOf, viewOutcome } from '#server/sales/outcome.ts';

type Row = {
  tokenHash: Buffer;
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  balance: number;
  debt: number;
  stakeLeft: number;
  stakeLeftBy: OwnPage['account']['stakeLeftBy'];
  stakeLimitLowest: number;
  lockedUntil: Date | null;
  clubNumber: number | null;
  clubName: string | null;
  signedInAt: Date;
  reminderMinutes: number;
  spent: number;
  won: number;
  stale: boolean;
  tickets: readonly AsJson<ItemRow>[] | null;
  outcomes: readonly AsJson<OutcomeRow>[] | null;
  matters: MatterFacts | null;
};

const ticketsShown = 4;
const outcomesShown = 2;
const player = sql`s.player_id`;
const atOnceMax = 50;

type Asked = {
  tokenHash: Buffer;
  showsTickets: boolean;
  /** Whether this counts as a visit, which puts off the end of the session. */
  keepsAlive: boolean;
};

/** Null when there is no such session, or it has ended. */
export type ReadOwnPage = (asked: Asked) => Promise<OwnPage | null>;

/** Visits that come together share one statement. @param pages of `Database` */
export function createOwnPageReader(pages: Db, kinds: Kinds): ReadOwnPage {
  const reader = (showsTickets: boolean, keepsAlive: boolean) =>
    createBatcher<Buffer, OwnPage | null>({
      itemsMax: atOnceMax,
      inFlightMax: 2,
      run: async (hashes) => {
        const rows = await readRows(pages, hashes, { showsTickets, keepsAlive });
        const views = inOrderOf(hashes, rows).map((row) => (row ? view(pages, kinds, row) : null));
        return Promise.all(views);
      },
    });
  const visits = { home: reader(true, true), others: reader(false, true) };
  const looks = { home: reader(true, false), others: reader(false, false) };
  return ({ tokenHash, showsTickets, keepsAlive }) => {
    const { home, others } = keepsAlive ? visits : looks;
    return (showsTickets ? home : others)(tokenHash);
  };
}

/** In any order. */
async function readRows(
  pages: Db,
  hashes: readonly Buffer[],
  { showsTickets, keepsAlive }: Omit<Asked, 'tokenHash'>,
): Promise<Row[]> {
  const ifShown = (part: Sql): Sql => (showsTickets ? part : sql`NULL::jsonb`);
  const tickets = ifShown(sql`(SELECT jsonb_agg(i) FROM (${newestItems(player, ticketsShown)}) i)`);
  const outcomes = ifShown(sql`(SELECT jsonb_agg(o) FROM (${outcomesOf(player, outcomesShown)}) o)`);
  const matters = ifShown(sql`(SELECT to_jsonb(m) FROM (${matterFacts(player)}) m)`);
  const { rows } = await sql<Row>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT s.token_hash AS "tokenHash", s.player_id AS "playerId", p.username, p.first_name AS "firstName",
      p.last_name AS "lastName", w.balance, w.debt, room.left AS "stakeLeft", room.by AS "stakeLeftBy",
      room.lowest AS "stakeLimitLowest",
      CASE WHEN w.locked_until > at THEN w.locked_until END AS "lockedUntil",
      p.support_id AS "clubNumber", c.name AS "clubName",
      s.created_at AS "signedInAt", p.reminder_minutes AS "reminderMinutes", m.spent, m.won,
      session_stale(s.last_used_at, at) AS stale, ${tickets} AS tickets, ${outcomes} AS outcomes,
      ${matters} AS matters
    FROM moment, sessions s JOIN players p USING (player_id) JOIN wallets w USING (player_id)
      LEFT JOIN clubs c ON c.club_id = p.support_id,
      LATERAL ${stakeRoom} room,
      LATERAL (${spendingWithin(player, sql`date_trunc('month', moment.at, 'UTC')`)}) m
    WHERE s.token_hash = ANY (${hashes}::bytea[]) AND session_end(s.last_used_at, s.ends_at) > at`.execute(
    pages,
  );
  const stale = rows.filter((row) => row.stale).map(({ tokenHash }) => tokenHash);
  if (keepsAlive && stale.length > 0) await touchSessions(pages, stale);
  return rows;
}

async function view(pages: Db, kinds: Kinds, row: Row): Promise<OwnPage> {
  const { playerId, username, firstName, lastName, balance, debt } = row;
  return {
    player: { playerId: String(playerId), username, firstName, lastName },
    account: {
      balance,
      debt,
      stakeLeft: row.stakeLeft,
      stakeLeftBy: row.stakeLeftBy,
      stakeLimitLowest: row.stakeLimitLowest,
      month: { spent: row.spent, won: row.won, net: row.won - row.spent },
      signedInAt: row.signedInAt.toISOString(),
      reminderMinutes: row.reminderMinutes,
      lockedUntil: row.lockedUntil?.toISOString() ?? null,
      club: row.clubNumber && row.clubName ? { number: row.clubNumber, name: row.clubName } : null,
    },
    tickets: (row.tickets ?? []).map(viewItem(kinds.weekOf)),
    outcomes: (row.outcomes ?? []).map(viewOutcome),
    ...(row.matters ? await mattersOf(pages, kinds, row.matters) : { matters: [], ahead: null }),
  };
}
