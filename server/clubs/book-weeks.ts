/**
 * Books what clubs get. An ISO week is booked when it is over and every program played in it is settled or
 * void. A club gets its share of all stakes that supported it, rounded down once (docs/rules/clubs.md).
 */
import { type ClubShare, clubSaleShareOn, clubShareOn } from '#rules/draws/club-share.ts';
import { gameIdsOf } from '#rules/games.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { scannedBytesPerCoupon } from '#server/draws/settle/live-tickets.ts';
import { type Contribution, postContributions } from '#server/ledger/contributions.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';

const decided = ['winsel', 'payout', 'closed', 'settled', 'cancelled'];

const monday = sql`date_trunc('week', d.draw_date AT TIME ZONE 'UTC')`;

/** Programs of a week that was not booked; one that was never on sale has no tickets. */
const open = sql`
  draws d WHERE d.game = ANY (${gameIdsOf('pools')}) AND d.origin = 'calendar' AND d.state <> 'created'
    AND NOT EXISTS (SELECT FROM contribution_programs p WHERE p.draw_id = d.draw_id)
    AND NOT EXISTS (SELECT FROM contribution_weeks w
      WHERE w.year = extract(isoyear FROM ${monday}) AND w.week = extract(week FROM ${monday}))`;

/** Weeks that wait for nothing but their end. */
const ready = sql`
  SELECT ${monday} AS monday, (${monday} + interval '7 days') AT TIME ZONE 'UTC' AS ends FROM ${open}
  GROUP BY ${monday} HAVING bool_and(d.state = ANY (${decided}))`;

/** @param shares others than those in force, for tests */
export const contributionDeadline = (shares?: readonly ClubShare[]): Deadline => ({
  name: 'contributions',
  due: sql`SELECT min(ends) FROM (${ready}) AS ready`,
  run: async (db) => {
    const weeks = await readyWeeks(db);
    for (const monday of weeks) {
      const week = { basisPoints: clubShareOn(monday, shares), clubSaleBasisPoints: clubSaleShareOn(monday) };
      await transaction(db, (tx) => bookWeek(tx, monday, { ...isoWeekOf(monday), ...week }));
    }
    return weeks.length;
  },
});

/** Mondays, `YYYY-MM-DD`. */
async function readyWeeks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ monday: string }>`
    SELECT monday::date::text AS monday FROM (${ready}) AS ready
    WHERE ends <= domain_now() ORDER BY monday`.execute(db);
  return rows.map((row) => row.monday);
}

/** Once, whoever else tries: the row of the week decides, and all of it is one transaction. */
async function bookWeek(tx: Tx, day: string, booking: Week): Promise<void> {
  const { year, week, basisPoints, clubSaleBasisPoints } = booking;
  const { rowCount } = await sql`
    INSERT INTO contribution_weeks (year, week, basis_points, club_sale_basis_points)
    VALUES (${year}, ${week}, ${basisPoints}, ${clubSaleBasisPoints}) ON CONFLICT DO NOTHING`.execute(tx);
  if (rowCount === 0) return;
  await readByScan(tx, day);
  await sql`
    INSERT INTO contribution_programs (draw_id, year, week, void)
    SELECT d.draw_id, ${year}, ${week}, d.state = 'cancelled' FROM draws d
    WHERE d.game = ANY (${gameIdsOf('pools')}) AND d.origin = 'calendar' AND d.state <> 'created'
      AND ${monday} = ${day}::date`.execute(tx);
  await postContributions(tx, await writeContributions(tx, booking));
  await sql`
    INSERT INTO club_sales (club_id, year, week, sale, sale_count, origin, amount, booked_at)
    SELECT club_id, year, week, sum(sale)::bigint, sum(sale_count)::int, 'booked', sum(amount)::bigint,
      domain_now()
    FROM contributions JOIN contribution_programs USING (draw_id)
    WHERE year = ${year} AND week = ${week} GROUP BY club_id, year, week`.execute(tx);
}

/**
 * The planner knows nothing of programs that were written a moment ago and would look up each ticket by its
 * key. Where the week is a large part of all tickets, a scan and a hash cost a tenth of that. Settings last
 * until the end of the transaction.
 */
async function readByScan(tx: Tx, day: string): Promise<void> {
  const { rows } = await sql<{ isLarge: boolean }>`
    SELECT pg_relation_size('tickets') <= sum(coupons::bigint) * ${scannedBytesPerCoupon} AS "isLarge"
    FROM seals JOIN draws d USING (draw_id)
    WHERE d.game = ANY (${gameIdsOf('pools')}) AND ${monday} = ${day}::date`.execute(tx);
  if (!rows[0]?.isLarge) return;
  await sql`SET LOCAL work_mem = '256MB'`.execute(tx);
  await sql`SET LOCAL enable_nestloop = off`.execute(tx);
}

type Week = { year: number; week: number; basisPoints: number; clubSaleBasisPoints: number };

/**
 * Program after program, each gets the share of all stakes so far less what the programs before it got. So
 * the amounts add up to the share of the week's sum, rounded down.
 */
async function writeContributions(
  tx: Tx,
  { year, week, basisPoints, clubSaleBasisPoints }: Week,
): Promise<Contribution[]> {
  const { rows } = await sql<Contribution>`
    WITH sold AS (
      SELECT k.support_id AS club_id, c.draw_id, sum(c.stake)::bigint AS sale, count(*)::int AS sale_count,
        coalesce(sum(c.stake) FILTER (WHERE k.channel = 'clubSale'), 0)::bigint AS club_sale
      FROM contribution_programs p JOIN coupons c USING (draw_id) JOIN tickets k USING (player_id, ticket_id)
      LEFT JOIN cancellations x USING (player_id, ticket_id, coupon_id)
      WHERE p.year = ${year} AND p.week = ${week} AND NOT p.void AND k.support_id IS NOT NULL
        AND x.coupon_id IS NULL
      GROUP BY k.support_id, c.draw_id
    ), summed AS (
      SELECT *, sum(share) OVER (PARTITION BY club_id ORDER BY draw_id) AS until
      FROM sold, LATERAL (
        SELECT (sale - club_sale) * ${basisPoints}::int + club_sale * ${clubSaleBasisPoints}::int AS share
      ) of_stakes
    ), written AS (
      INSERT INTO contributions (club_id, draw_id, sale, sale_count, club_sale, amount)
      SELECT club_id, draw_id, sale, sale_count, club_sale,
        (div(until, 10000) - div(until - share, 10000))::bigint
      FROM summed RETURNING *
    )
    SELECT club_id AS "clubId", draw_id AS "drawId", game, amount FROM written JOIN draws USING (draw_id)
    ORDER BY club_id, draw_id`.execute(tx);
  return rows;
}
