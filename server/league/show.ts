/** A season as operators see it. */
import type { Db } from '#server/platform/database.ts';
import { type ClosedSeason, namedSeason, type Place, placesIn, placesOf, stateOfSeason } from './close.ts';
import { seasonTable } from './played.ts';

export type ShownSeason = {
  season: string;
  state: ClosedSeason['state'] | 'open';
  from: string;
  to: string;
  /** Weeks of the season that may change yet. */
  openWeeks: number[];
  places: Place[];
};

/** Places as they are fixed, or as they would be now. */
export async function showSeason(db: Db, id: string): Promise<ShownSeason> {
  const season = namedSeason(id);
  const table = await seasonTable(db, season);
  const state = await stateOfSeason(db, id);
  const isFixed = state !== 'open' && state !== 'proposed';
  const openWeeks = season.weeks.filter((_, index) => !table.weeks[index]?.stands).map(({ week }) => week);
  const places = isFixed ? await placesOf(db, id) : placesIn(table);
  return { season: id, state, from: season.from, to: season.to, openWeeks, places };
}
