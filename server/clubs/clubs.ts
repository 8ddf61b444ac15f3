/** Clubs and what they get from sales. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Issue } from '#contract/errors.ts';
import type { Db } from '#server/platform/database.ts';
import { icelandicOrder } from '#server/platform/icelandic-order.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

/** Every club that can be supported, by name. */
export async function listClubs(db: Db): Promise<ApiAnswer<'club.list'>['clubs']> {
  const { rows } = await sql<{ id: string; number: number; name: string }>`
    SELECT club_id::text AS id, club_id AS number, name FROM clubs WHERE closed_at IS NULL
    ORDER BY club_id
  `.execute(db);
  return rows.toSorted((a, b) => icelandicOrder(a.name, b.name));
}

const firstYear = 2016;
const weeksMax = 53;

/**
 * The largest sale first. Without a week, or with `all`, of the whole year. `saleTotal` runs from the first
 * week of the year to the end of the week asked for.
 */
export async function listContributions(
  db: Db,
  query: ApiInput<'system.contributions'>['query'],
): Promise<ApiAnswer<'system.contributions'>['contributions']> {
  const year = wholeNumber(query.year);
  const week = query.week === undefined || query.week === 'all' ? null : wholeNumber(query.week);
  const issues: Issue[] = [];
  if (year < firstYear || year > (await yearNow(db))) issues.push({ path: ['year'], message: 'invalidDate' });
  if (week !== null && (week < 1 || week > weeksMax)) issues.push({ path: ['week'], message: 'invalidWeek' });
  if (issues.length > 0) refuse('EC_INVALID_INPUT', { issues: { query: issues } });
  const { rows } = await sql<Row>`
    SELECT club_id AS club, name AS "clubName", sum(sale) FILTER (WHERE asked)::bigint AS sale,
      sum(sale)::bigint AS "saleTotal", sum(sale_count) FILTER (WHERE asked)::int AS "saleCount",
      sum(amount) FILTER (WHERE asked)::bigint AS amount,
      bool_or(origin = 'sample') FILTER (WHERE asked) AS sample
    FROM (
      SELECT *, ${week}::int IS NULL OR week = ${week}::int AS asked FROM club_sales
      WHERE year = ${year} AND week <= ${week ?? weeksMax}
    ) sales
    JOIN clubs USING (club_id)
    GROUP BY club_id, name HAVING bool_or(asked)
    ORDER BY club_id
  `.execute(db);
  const all = rows.reduce((sum, { sale }) => sum + sale, 0);
  const ordered = rows.toSorted((a, b) => b.sale - a.sale || icelandicOrder(a.clubName, b.clubName));
  return ordered.map(({ sample, ...row }) => ({
    ...row,
    percent: Math.round((row.sale / all) * 10_000) / 100,
    ...(sample && { sample }),
  }));
}

type Row = Omit<ApiAnswer<'system.contributions'>['contributions'][number], 'percent'>;

/** Around new year the ISO week may belong to another year than the day: both can be asked for. */
async function yearNow(db: Db): Promise<number> {
  const { rows } = await sql<{ year: number }>`
    SELECT greatest(extract(year FROM now), extract(isoyear FROM now))::int AS year
    FROM (SELECT domain_now() AT TIME ZONE 'UTC' AS now) clock
  `.execute(db);
  return rows[0]?.year ?? firstYear;
}

function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
