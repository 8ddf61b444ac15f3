import { clubShareOn } from '#rules/draws/club-share.ts';
import { gameIdsOf } from '#rules/games.ts';
import { basisPointsOf, isk } from '#rules/values/money.ts';
import { addDays, type GameWeek, isoWeekOf } from '#rules/values/weeks.ts';
import type { Tx } from '#server/platform/database.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';

/** The club that the demo players support. */
export const demoClub = 101;

/** Invented clubs by number, the largest first in each kind. */
const clubs: Readonly<Record<number, string>> = {
  101: 'Ungmennafélagið Hafbjörg',
  104: 'Knattspyrnufélagið Brimfaxi',
  107: 'Íþróttafélagið Sólborg',
  110: 'Ungmennafélagið Hvítserkur',
  112: 'Knattspyrnufélagið Stálhamar',
  115: 'Íþróttafélagið Norðurljós',
  118: 'Ungmennafélagið Jökulsá',
  121: 'Knattspyrnufélag Hamravíkur',
  124: 'Íþróttafélagið Fálkinn',
  127: 'Ungmennafélagið Vorhugur',
  130: 'Knattspyrnufélagið Fossbúinn',
  133: 'Íþróttafélag Ljósavíkur',
  136: 'Ungmennafélagið Heiðarbrún',
  139: 'Handknattleiksfélagið Járnsíða',
  142: 'Körfuknattleiksfélagið Himinbjörg',
  145: 'Golfklúbburinn Grænahlíð',
  148: 'Ungmennafélagið Eldborg',
  151: 'Knattspyrnufélagið Öldufaldur',
  154: 'Íþróttafélagið Klettafjall',
  157: 'Ungmennafélagið Silfurtún',
  160: 'Sundfélagið Hrönn í Djúpuvík',
  163: 'Skíðafélagið Mjöllin',
  166: 'Fimleikafélagið Fjöðrin',
  169: 'Ungmennafélagið Kolbeinsey',
  172: 'Knattspyrnufélagið Vesturbrún',
  175: 'Íþróttafélagið Austankaldi',
  178: 'Hestamannafélagið Fákaborg',
  181: 'Ungmennafélagið Árroði',
  184: 'Siglingafélagið Byr í seglin',
  187: 'Knattspyrnufélagið Gullfaxi',
  190: 'Blakfélagið Snerpa',
  193: 'Íþróttafélagið Sæúlfur',
  196: 'Ungmennafélagið Bláfell',
  199: 'Frjálsíþróttafélagið Þytur',
  202: 'Knattspyrnufélagið Steinbogi',
  205: 'Badmintonfélagið Flugan',
  208: 'Ungmennafélagið Hraunprýði',
  211: 'Íshokkífélagið Skautaborg',
  214: 'Knattspyrnufélagið Miðnætursól',
  217: 'Íþróttafélagið Öndvegi',
};

export async function seedClubs(tx: Tx): Promise<void> {
  await sql`
    INSERT INTO clubs (club_id, name)
    SELECT * FROM unnest(${Object.keys(clubs).map(Number)}::int[], ${Object.values(clubs)}::text[])
    ON CONFLICT DO NOTHING
  `.execute(tx);
}

/**
 * From the first week of 2016 to the last that was over before the first program of our own was sold; a later
 * start adds the weeks since. Marked as samples: real weeks are booked by the worker.
 */
export async function seedClubSales(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('seed club sales'))`.execute(tx);
  const { rows } = await sql<{ until: string; last: number | null }>`
    SELECT least((domain_now() AT TIME ZONE 'UTC')::date, (
        SELECT date_trunc('week', min(draw_date) AT TIME ZONE 'UTC')::date FROM draws
        WHERE game = ANY (${gameIdsOf('pools')}) AND origin = 'calendar' AND state <> 'created')) AS until,
      max(year * 100 + week) AS last
    FROM club_sales WHERE origin = 'sample'
  `.execute(tx);
  const { until, last } = rows[0] ?? { until: '2016-01-04', last: null };
  const sales = [...weeksUntil(until)]
    .filter(({ year, week }) => year * 100 + week > (last ?? 0))
    .flatMap((week) => salesOf(week));
  const column = (name: keyof Sale) => sales.map((sale) => sale[name]);
  await sql`
    INSERT INTO club_sales (club_id, year, week, sale, sale_count, amount, origin)
    SELECT *, 'sample' FROM unnest(${column('club')}::int[], ${column('year')}::int[],
      ${column('week')}::int[], ${column('sale')}::bigint[], ${column('count')}::int[],
      ${column('amount')}::bigint[])
  `.execute(tx);
}

/** Every ISO week that ended before `today`, beginning with the first of 2016. */
function* weeksUntil(today: string) {
  for (let monday = '2016-01-04'; addDays(monday, 7) <= today; monday = addDays(monday, 7))
    yield { ...isoWeekOf(monday), basisPoints: clubShareOn(monday) };
}

type Sale = { club: number; year: number; week: number; sale: number; count: number; amount: number };

/** Always the same for a week: football in winter, quiet summers, and a little more every year. */
function salesOf({ year, week, basisPoints }: GameWeek & { basisPoints: number }): Sale[] {
  const random = seededUint32(`club sales of ${year} week ${week}`, { mode: 'embedded' });
  const share = () => random() / 2 ** 32;
  const season = week >= 21 && week <= 31 ? 0.35 : 1;
  return Object.keys(clubs).flatMap((club, rank) => {
    const usual = ((420 * 1.03 ** (year - 2016)) / (1 + rank * 0.35)) * season;
    const count = Math.round(usual * (0.7 + 0.6 * share()));
    const sale = Math.round(count * (900 + 500 * share()));
    const amount = basisPointsOf(isk(sale), basisPoints);
    return count > 0 ? [{ club: Number(club), year, week, sale, count, amount }] : [];
  });
}
