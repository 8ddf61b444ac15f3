/** What sections and blocks show beside their own words, as the loader of the page read it. */
import type { ApiAnswer } from '#contract/api.ts';
import type { Contribution, Order } from './contribution-order.ts';
import type { GameLine } from './game-lines.tsx';
import type { ShownResult } from './result-line.tsx';

export type NewsTeaser = ApiAnswer<'content.news'>['articles'][number];
export type Club = ApiAnswer<'club.list'>['clubs'][number];

export type ContributionsData = {
  year: number;
  /** Null: every week of the year. */
  week: number | null;
  years: number[];
  /** Weeks that the year has had so far. */
  weeks: number;
  order: Order;
  /** Null when they could not be read. */
  contributions: Contribution[] | null;
};

/** The first teams of a season of the betting league. */
export type CompetitionTop = {
  name: string;
  teams: Pick<
    ApiAnswer<'league.competition'>['divisions'][number]['standings'][number],
    'teamId' | 'place' | 'name' | 'clubName' | 'total'
  >[];
};

/** A part is absent when nothing on the page asks for it, and null when it could not be read. */
export type SectionData = {
  games?: GameLine[] | null;
  results?: Readonly<Record<string, ShownResult>> | null;
  /** By the id of the section. */
  news?: Readonly<Record<string, NewsTeaser[] | null>>;
  /** By the id of the competition. */
  competitions?: Readonly<Record<string, CompetitionTop | null>>;
  clubs?: Club[] | null;
  contributions?: ContributionsData;
};
