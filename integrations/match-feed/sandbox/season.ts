/**
 * Sample seasons without an end: each week an English program on Saturday, with its goals in xg, and European
 * ones on Wednesday and Sunday. Everything follows from the week, so nothing is stored.
 */
import { isoWeekOf } from '#rules/values/weeks.ts';
import type { WireNews } from '../wire.ts';
import { newsOf, predictionsOf, type SampleMatch } from './match.ts';
import { type League, leagues } from './teams.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** A Monday; weeks are counted from it. */
const firstMonday = Date.parse('2020-01-06T00:00:00Z');
/** Programs come so many days before they are played: the next is on sale before the last one closes. */
const publishedDaysBefore = 8;
const publishedAtHour = 10;

type Round = {
  group: 'wed' | 'sat' | 'sun';
  /** Days after Monday. */
  day: number;
  games: readonly ('totoeng' | 'totoeur' | 'xg')[];
  leagues: readonly (readonly [league: League, matches: number])[];
  /** Of the thirteen matches. */
  kickOffs: readonly (readonly [time: string, matches: number])[];
};

const rounds: readonly Round[] = [
  {
    ...{ group: 'wed', day: 2, games: ['totoeur'], leagues: [[leagues.champions, 13]] },
    kickOffs: [
      ['17:45', 5],
      ['20:00', 8],
    ],
  },
  {
    ...{ group: 'sat', day: 5, games: ['totoeng', 'xg'] },
    leagues: [
      [leagues.premier, 8],
      [leagues.championship, 5],
    ],
    kickOffs: [
      ['12:30', 1],
      ['15:00', 10],
      ['17:30', 2],
    ],
  },
  {
    ...{ group: 'sun', day: 6, games: ['totoeur'] },
    leagues: [
      [leagues.spain, 5],
      [leagues.italy, 5],
      [leagues.germany, 3],
    ],
    kickOffs: [
      ['13:00', 4],
      ['15:30', 6],
      ['18:00', 3],
    ],
  },
];

/** Each team meets each other at home and away: the circle method. */
function fixtures({ teams }: League, round: number): [home: string, away: string][] {
  const others = teams.length - 1;
  const turn = round % others;
  const isReturn = Math.floor(round / others) % 2 === 1;
  const place = (index: number) => teams[index === 0 ? 0 : ((index - 1 + turn) % others) + 1] as string;
  return Array.from({ length: teams.length / 2 }, (_, index) => {
    const pair: [string, string] = [place(index), place(others - index)];
    return (turn + index) % 2 === (isReturn ? 0 : 1) ? [pair[1], pair[0]] : pair;
  });
}

function matchesOf(round: Round, week: number): SampleMatch[] {
  const day = new Date(firstMonday + week * weekMs + round.day * dayMs).toISOString().slice(0, 10);
  const times = round.kickOffs.flatMap(([time, count]) => new Array<string>(count).fill(time));
  const all = round.leagues.flatMap(([league, count]) =>
    fixtures(league, week)
      .slice(0, count)
      .map(([home, away]) => ({ league, home, away })),
  );
  return all.map(({ league, home, away }, index) => ({
    id: `${league.id}-${week}-${index + 1}`,
    ...{ country: league.country, league: league.name, home, away },
    kickOff: new Date(`${day}T${times[index]}:00Z`),
  }));
}

/** European programs are two a week. */
const numberOf = (game: string, group: string, week: number) =>
  game === 'totoeur' ? 2 * week + (group === 'sun' ? 1 : 0) : week;

function programsOf(round: Round, week: number, matches: readonly SampleMatch[]): WireNews[] {
  const monday = firstMonday + week * weekMs;
  const at = new Date(monday + (round.day - publishedDaysBefore) * dayMs + publishedAtHour * 3_600_000);
  const { week: isoWeek } = isoWeekOf(new Date(monday).toISOString().slice(0, 10));
  const events = matches.map((match, index) => {
    const { id, home, away, country, league, kickOff } = match;
    return {
      ...{ number: index + 1, home, away, country, league, kickOff: kickOff.toISOString() },
      ...{ predictions: predictionsOf(match), sources: { feed: id } },
    };
  });
  return round.games.map((game) => ({
    ...{ kind: 'program', at: at.toISOString(), game },
    file: JSON.stringify({
      ...{ product: game, drawNumber: numberOf(game, round.group, week) },
      comment: `Vika ${isoWeek} (sýnishorn)`,
      isSample: true,
      ...(game !== 'xg' && { group: round.group }),
      events: events.map(({ predictions: { odds, tenNewspapers, goalOdds }, ...event }) => ({
        ...event,
        ...(game === 'xg' ? { goalOdds } : { odds, tenNewspapers }),
      })),
    }),
  }));
}

const newsOfWeek = (week: number): WireNews[] =>
  rounds.flatMap((round) => {
    const matches = matchesOf(round, week);
    return [...programsOf(round, week, matches), ...matches.flatMap(newsOf)];
  });

const weeksKept = 12;

/** @returns everything said after one instant, up to another, in order */
export function createSeason(): (after: Date, until: Date) => WireNews[] {
  const kept = new Map<number, WireNews[]>();
  const ofWeek = (week: number): WireNews[] => {
    const news = kept.get(week) ?? newsOfWeek(week);
    kept.delete(week);
    kept.set(week, news);
    const [oldest] = kept.keys();
    if (kept.size > weeksKept && oldest !== undefined) kept.delete(oldest);
    return news;
  };
  return (after, until) => {
    // A program comes in the week before its own, and a Sunday match may end on Monday.
    const first = Math.floor((after.getTime() - firstMonday) / weekMs) - 1;
    const last = Math.floor((until.getTime() - firstMonday) / weekMs) + 2;
    const weeks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return weeks
      .flatMap(ofWeek)
      .filter(({ at }) => at > after.toISOString() && at <= until.toISOString())
      .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  };
}
