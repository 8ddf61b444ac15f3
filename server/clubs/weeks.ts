/** Weeks of contributions as they are published: what of each program went to each club. */
import { createHash } from 'node:crypto';
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { clubSaleShareOn, clubShareOn } from '#rules/draws/club-share.ts';
import { addDays, isoWeekOf, weekdayOf, weekdays } from '#rules/values/weeks.ts';
import { canonicalJson } from '#server/draws/seal/rules-hash.ts';
import type { Db } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { findClub } from '#server/players/clubs/clubs.ts';

type WeekFile = ApiAnswer<'club.week'>;
type Program = WeekFile['programs'][number];
type Line = {
  club: number;
  clubName: string;
  programId: string;
  sale: number;
  saleCount: number;
  clubSale: number;
  amount: number;
};

/** Signed, for anybody to recompute from the books; EC_NO_DATA_FOUND while the week is not booked. */
export async function weekFile(
  db: Db,
  { params }: Pick<ApiInput<'club.week'>, 'params'>,
  signingKey: string,
): Promise<WeekFile> {
  const [year, week] = [params.year, params.week].map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0));
  const { rows } = await sql<{ basisPoints: number; clubSaleBasisPoints: number | null; bookedAt: Date }>`
    SELECT basis_points AS "basisPoints", club_sale_basis_points AS "clubSaleBasisPoints",
      booked_at AS "bookedAt" FROM contribution_weeks
    WHERE year = ${year} AND week = ${week}`.execute(db);
  const booked = rows[0] ?? refuse('EC_NO_DATA_FOUND');
  const programs = await sql<Program>`
    SELECT d.game || '-' || d.number AS "programId", p.void, encode(s.merkle_root, 'hex') AS "merkleRoot"
    FROM contribution_programs p JOIN draws d USING (draw_id) LEFT JOIN seals s USING (draw_id)
    WHERE p.year = ${year} AND p.week = ${week} ORDER BY p.draw_id`.execute(db);
  const lines = await sql<Line>`
    SELECT club_id AS club, name AS "clubName", d.game || '-' || d.number AS "programId", c.sale,
      c.sale_count AS "saleCount", c.club_sale AS "clubSale", c.amount
    FROM contribution_programs p JOIN contributions c USING (draw_id) JOIN draws d USING (draw_id)
    JOIN clubs USING (club_id)
    WHERE p.year = ${year} AND p.week = ${week} ORDER BY club_id, draw_id`.execute(db);
  const file = {
    ...{ year: Number(year), week: Number(week), basisPoints: booked.basisPoints },
    ...(booked.clubSaleBasisPoints !== null && { clubSaleBasisPoints: booked.clubSaleBasisPoints }),
    bookedAt: booked.bookedAt.toISOString(),
    programs: programs.rows.map(({ merkleRoot, ...program }) => ({
      ...program,
      ...(merkleRoot && { merkleRoot }),
    })),
    clubs: [...Map.groupBy(lines.rows, ({ club }) => club).values()].map(clubOf),
  };
  const { signature, publicKey } = signed(weekText(file), signingKey);
  return { ...file, signature: signature.toString('base64'), publicKey: publicKey.toString('base64') };
}

function clubOf(lines: readonly Line[]): WeekFile['clubs'][number] {
  const [{ club, clubName }] = lines as [Line];
  const sum = (name: 'sale' | 'saleCount' | 'clubSale' | 'amount') =>
    lines.reduce((total, line) => total + line[name], 0);
  return {
    ...{ club, clubName, sale: sum('sale'), saleCount: sum('saleCount'), amount: sum('amount') },
    ...ofClubSale(sum('clubSale')),
    programs: lines.map(({ programId, sale, saleCount, amount, clubSale }) => ({
      ...{ programId, sale, saleCount, amount },
      ...ofClubSale(clubSale),
    })),
  };
}

/** Left out where there is none. */
const ofClubSale = (clubSale: number) => (clubSale > 0 ? { clubSale } : {});

function weekText(file: { year: number; week: number }): string {
  const digest = createHash('sha256').update(canonicalJson(file)).digest('hex');
  return `contributions 1 ${file.year} ${file.week}\n${digest}\n`;
}

/** A club's weeks of a year, newest first, each with its programs; samples have none. */
export async function clubWeeks(
  db: Db,
  { params, query }: Pick<ApiInput<'club.weeks'>, 'params' | 'query'>,
): Promise<ApiAnswer<'club.weeks'>> {
  const clubId = /^[1-9]\d{0,4}$/.test(params.clubId) ? Number(params.clubId) : 0;
  const year = /^\d{4}$/.test(query.year) ? Number(query.year) : refuseYear();
  const club = (await findClub(db, clubId)) ?? refuse('EC_NO_DATA_FOUND');
  // A payment takes all that is owed when it is proposed.
  const { rows } = await sql<ClubWeek>`
    SELECT week, sale, sale_count AS "saleCount", s.amount, origin = 'sample' AS sample,
      coalesce(s.booked_at < paid.until, false) AS "isPaid", (
        SELECT jsonb_agg(jsonb_build_object('programId', d.game || '-' || d.number, 'gameId', d.game,
          'playDate', d.draw_date, 'void', p.void, 'sale', coalesce(c.sale, 0),
          'saleCount', coalesce(c.sale_count, 0), 'amount', coalesce(c.amount, 0),
          'clubSale', nullif(c.club_sale, 0)) ORDER BY p.draw_id)
        FROM contribution_programs p JOIN draws d USING (draw_id)
        LEFT JOIN contributions c ON c.draw_id = p.draw_id AND c.club_id = s.club_id
        WHERE p.year = s.year AND p.week = s.week) AS programs
    FROM club_sales s, LATERAL (
      SELECT max(proposed_at) AS until FROM club_payouts
      WHERE club_id = s.club_id AND status = 'settled') paid
    WHERE club_id = ${clubId} AND year = ${year} ORDER BY week DESC`.execute(db);
  return {
    club: { id: String(clubId), number: clubId, name: club.name, isClosed: club.closedAt !== null },
    year,
    weeks: rows.map(({ sample, programs, ...week }) => ({
      ...week,
      ...(sample && { sample }),
      programs: (programs ?? []).map(({ clubSale, ...program }) => ({
        ...program,
        ...ofClubSale(clubSale ?? 0),
        playDate: new Date(program.playDate).toISOString(),
      })),
    })),
  };
}

type Week = ApiAnswer<'club.weeks'>['weeks'][number];
type ClubWeek = Omit<Week, 'programs' | 'clubSale'> & {
  programs: (Omit<Week['programs'][number], 'clubSale'> & { clubSale: number | null })[] | null;
};

const refuseYear = (): never =>
  refuse('EC_INVALID_INPUT', { issues: { query: [{ path: ['year'], message: 'invalidDate' }] } });

export type ContributionWeek = {
  year: number;
  week: number;
  basisPoints: number;
  bookedAt: Date | null;
  paidAt: Date | null;
};
type PlayedWeek = Pick<ContributionWeek, 'bookedAt' | 'paidAt'> & {
  playedOn: string;
  player: number | null;
  clubSale: number | null;
};

/** The week in which the sale of a draw goes to clubs, the share, and how far the money of a club is. */
export async function contributionWeekOf(
  db: Db,
  drawId: number,
  clubId: number,
  sale: 'player' | 'clubSale' = 'player',
): Promise<ContributionWeek> {
  // A payment is of all that the club is owed when it is proposed.
  const { rows } = await sql<PlayedWeek>`
    SELECT (d.draw_date AT TIME ZONE 'UTC')::date::text AS "playedOn", w.basis_points AS player,
      w.club_sale_basis_points AS "clubSale", w.booked_at AS "bookedAt", (SELECT min(changed_at)
        FROM club_sales s JOIN club_payouts o USING (club_id)
        WHERE (s.year, s.week, s.club_id) = (w.year, w.week, ${clubId}::int)
          AND o.status = 'settled' AND o.proposed_at > s.booked_at) AS "paidAt"
    FROM draws d LEFT JOIN contribution_programs p USING (draw_id)
    LEFT JOIN contribution_weeks w USING (year, week) WHERE d.draw_id = ${drawId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no draw ${drawId}`);
  const { playedOn, bookedAt, paidAt } = row;
  const sinceMonday = (weekdays.indexOf(weekdayOf(playedOn)) + 6) % 7;
  const shareOn = { player: clubShareOn, clubSale: clubSaleShareOn }[sale];
  const share = row[sale] ?? shareOn(addDays(playedOn, -sinceMonday));
  return { ...isoWeekOf(playedOn), basisPoints: share, bookedAt, paidAt };
}
