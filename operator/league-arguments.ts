import { namedSeason, type Place } from '#server/league/close.ts';
import type { Input } from './command.ts';
import { table } from './table.ts';

/** `SEASON`, the first argument: `2026-4`. Refuses one that there is not. */
export const seasonArgument = ({ args: [season = ''] }: Input): string => namedSeason(season).id;

export function placeTable(places: readonly Place[]): string {
  const rows = places.map(({ division, place, teamId, name, clubName, total, prize }) => [
    ...[String(division), String(place), teamId, name, clubName, total, prize],
  ]);
  const heads = ['division', 'place', 'team', 'name', 'club', 'right', 'kr.'];
  return rows.length === 0 ? 'No team has a place.' : table(heads, rows);
}
