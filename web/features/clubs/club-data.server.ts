/** Reads a club for its page: the weeks of a year (`ar`), and the programs of one of them (`vika`). */
import type { ApiAnswer } from '#contract/api.ts';
import { clubSaleShareOn, clubShareOn } from '#rules/draws/club-share.ts';
import { datesOfWeek, isoWeekOf, weeksInYear } from '#rules/values/weeks.ts';
import type { Api } from '#web/api/client.ts';
import { askedContributions } from '#web/blocks/contribution-weeks.ts';
import { orNull } from '#web/blocks/section-data.server.ts';

type Answer = ApiAnswer<'club.weeks'>;
export type ClubWeek = Answer['weeks'][number];

export type Shares = { tickets: number; clubSale: number };

export type ClubData = {
  club: Answer['club'];
  year: number;
  years: number[];
  /** Weeks of the year. */
  weekCount: number;
  /** The current week, where it is of this year. */
  running: number | null;
  /** Newest first. */
  weeks: ClubWeek[];
  /** Of programs on sale; null where they could not be read. */
  pools: ApiAnswer<'clubsale.pools'>['pools'] | null;
  /** What clubs get of the stakes now, of tickets and of club pools; 10000 are all. */
  shares: Shares;
  /** Whether all weeks are listed, or the newest alone. */
  showsAll: boolean;
  /** The week whose programs are listed, with the share that it was booked by. */
  detail: { week: ClubWeek; shares: Shares } | null;
};

export async function loadClub(
  api: Api,
  clubId: string,
  { query, today }: { query: URLSearchParams; today: string },
): Promise<ClubData> {
  const current = isoWeekOf(today);
  const { years } = askedContributions(null, null, today);
  const asked = Number(query.get('ar'));
  const year = years.includes(asked) ? asked : current.year;
  const [{ club, weeks }, open] = await Promise.all([
    api('club.weeks', { params: { clubId }, query: { year: String(year) } }),
    // Without them the page stands.
    orNull(api('clubsale.pools', { query: { clubId } })),
  ]);
  const listed = weeks.filter(({ programs }) => programs.length > 0);
  const week = listed.find((one) => String(one.week) === query.get('vika')) ?? listed[0];
  return {
    ...{ club, year, years, weeks, pools: open?.pools ?? null },
    weekCount: weeksInYear(year),
    running: year === current.year ? current.week : null,
    shares: sharesOn(today),
    showsAll: query.get('allt') === 'true',
    detail: week ? { week, shares: sharesOn(mondayOf(year, week.week)) } : null,
  };
}

const sharesOn = (date: string): Shares => ({ tickets: clubShareOn(date), clubSale: clubSaleShareOn(date) });

const mondayOf = (year: number, week: number): string => datesOfWeek({ year, week })[1] as string;
