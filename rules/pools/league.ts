/** The betting league: its seasons, its divisions, and who stands where (docs/rules/league.md). */
import { type Dated, rowAt } from '../draws/dated.ts';
import { type Isk, isk } from '../values/money.ts';
import { addDays, datesOfWeek, type GameWeek, isoWeekOf } from '../values/weeks.ts';

/** Rules of a division: tickets of so many rows count in it, and its first places have these prizes. */
export type Division = { readonly id: number; readonly maxRows: number; readonly prizes: readonly Isk[] };

type LeagueRules = Dated & {
  /** First and last ISO week of each season of a year. The last season is for the best of the others. */
  readonly seasons: readonly (readonly [first: number, last: number])[];
  /** From the one with the largest tickets. */
  readonly divisions: readonly Division[];
  readonly finalPrizes: readonly Isk[];
};

const rules: readonly LeagueRules[] = [
  {
    from: '2026-01-01',
    seasons: [
      [1, 10],
      [11, 20],
      [21, 30],
      [31, 40],
      [42, 51],
    ],
    divisions: [
      { id: 1, maxRows: 1_653, prizes: [isk(70_000), isk(60_000), isk(50_000)] },
      { id: 2, maxRows: 512, prizes: [isk(60_000), isk(50_000), isk(40_000)] },
      { id: 3, maxRows: 128, prizes: [isk(50_000), isk(40_000), isk(30_000)] },
    ],
    finalPrizes: [isk(100_000)],
  },
];

/** The best so many weeks count. */
export const countedWeeks = 8;
/** Prizes, and in the first seasons a place in the last one, go to so many. */
export const placesFixed = 3;
/** The play-off lasts at most this many weeks. Teams that are still equal share the prizes. */
export const playOffWeeksMax = 10;

export type Season = {
  /** `2026-4` */
  readonly id: string;
  readonly year: number;
  readonly nth: number;
  readonly isFinal: boolean;
  /** ISO weeks, and their Mondays `YYYY-MM-DD`. */
  readonly weeks: readonly (GameWeek & { readonly monday: string })[];
  /** Mondays of the weeks in which equal teams play on. */
  readonly playOffMondays: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly divisions: readonly Division[];
};

/** The seasons of a year; none before the league began. */
export function seasonsOf(year: number): Season[] {
  const row = rowAt(rules, `${year}-12-31`);
  if (!row) return [];
  return row.seasons.map(([first, last], index) => {
    const weeks = Array.from({ length: last - first + 1 }, (_, nth) => {
      const week = { year, week: first + nth };
      return { ...week, monday: mondayOf(week) };
    });
    const [from, isFinal] = [mondayOf({ year, week: first }), index === row.seasons.length - 1];
    const to = addDays(mondayOf({ year, week: last }), 6);
    return {
      ...{ id: `${year}-${index + 1}`, year, nth: index + 1, isFinal, weeks, from, to },
      playOffMondays: Array.from({ length: playOffWeeksMax }, (_, nth) => addDays(to, 1 + 7 * nth)),
      divisions: row.divisions.map((each) => (isFinal ? { ...each, prizes: row.finalPrizes } : each)),
    };
  });
}

const mondayOf = (week: GameWeek): string => datesOfWeek(week)[1] as string;

export function seasonOf(id: string): Season | null {
  const [, year, nth] = /^(\d{4})-(\d)$/.exec(id) ?? [];
  return seasonsOf(Number(year ?? 0)).find((season) => season.nth === Number(nth)) ?? null;
}

/** The season of the day; between two seasons the one to come. */
export function seasonAt(day: string): Season {
  const { year } = isoWeekOf(day);
  const seasons = [...seasonsOf(year), ...seasonsOf(year + 1)];
  const found = seasons.find(({ to }) => to >= day);
  if (!found) throw new RangeError(`there is no season from ${day} on`);
  return found;
}

/** Right matches of a team's best rows: of each week of the season so far, and of each week played on. */
export type Played = {
  readonly teamId: string;
  readonly weeks: readonly number[];
  readonly playOff: readonly number[];
};

export type Standing = {
  readonly teamId: string;
  /** Equal teams share one. */
  readonly place: number;
  /** Of the best eight weeks. */
  readonly total: number;
  /** Weeks that do not count, by their index. */
  readonly dropped: readonly number[];
  /** The place for which it was equal to others, when that is one of the first; they play on. */
  readonly playsOffFor: number | null;
  /** Equal still. */
  readonly isTied: boolean;
};

/** By the sum of the best eight weeks, then by most of them with 13, 12, 11 and 10 right. */
export function standingsOf(teams: readonly Played[]): Standing[] {
  const keyed = teams.map((team) => ({ team, ...keyOf(team.weeks) }));
  return groupsOf(keyed, ({ key }) => key).flatMap(({ place, group }) => {
    const playsOff = group.length > 1 && place <= placesFixed && (group[0]?.total ?? 0) > 0;
    const groups = playsOff ? groupsOf(group, ({ team }) => team.playOff) : [{ place: 1, group }];
    return groups.flatMap(({ place: within, group: equal }) =>
      equal.map(({ team, total, dropped }) => ({
        ...{ teamId: team.teamId, place: place + within - 1, total, dropped },
        playsOffFor: playsOff ? place : null,
        isTied: playsOff && equal.length > 1 && place + within - 1 <= placesFixed,
      })),
    );
  });
}

/** The worst weeks fall away; of equal ones the later. */
function keyOf(weeks: readonly number[]): { key: number[]; total: number; dropped: number[] } {
  const worstFirst = weeks
    .map((_, index) => index)
    .sort((a, b) => (weeks[a] as number) - (weeks[b] as number) || b - a);
  const dropped = worstFirst.slice(0, Math.max(0, weeks.length - countedWeeks));
  const counted = weeks.filter((_, index) => !dropped.includes(index));
  const total = counted.reduce((sum, right) => sum + right, 0);
  const withRight = (right: number) => counted.filter((each) => each === right).length;
  return { key: [total, ...[13, 12, 11, 10].map(withRight)], total, dropped: dropped.sort((a, b) => a - b) };
}

/** Highest key first, each group of equal ones with the place of its first. */
function groupsOf<T>(all: readonly T[], keyOf: (each: T) => readonly number[]) {
  const sorted = all.toSorted((a, b) => compare(keyOf(b), keyOf(a)));
  const groups: { place: number; group: T[] }[] = [];
  sorted.forEach((each, index) => {
    const last = groups.at(-1);
    if (last && compare(keyOf(last.group[0] as T), keyOf(each)) === 0) last.group.push(each);
    else groups.push({ place: index + 1, group: [each] });
  });
  return groups;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((each, at) => each !== b[at]);
  return index < 0 ? 0 : (a[index] as number) - (b[index] as number);
}

export type Prize = { readonly teamId: string; readonly place: number; readonly amount: Isk };

/** Of the first places; equal teams share the prizes of their places, rounded down. */
export function prizesOf(standings: readonly Standing[], prizes: readonly Isk[]): Prize[] {
  return standings
    .filter(({ place, total }) => place <= placesFixed && total > 0)
    .map(({ teamId, place }) => {
      const equal = standings.filter((each) => each.place === place).length;
      const shared = prizes.slice(place - 1, place - 1 + equal).reduce((sum, prize) => sum + prize, 0);
      return { teamId, place, amount: isk(Math.floor(shared / equal)) };
    });
}
