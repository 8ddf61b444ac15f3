/**
 * Wall-clock times abroad as UTC instants. Needs the time-zone database, so it is for the server only: the
 * browser has no Temporal everywhere, and gets the instants with the draws.
 */

export type WallTime = { readonly time: string; readonly zone: string };

/**
 * `2026-01-07` at 19:00 Europe/Oslo is `2026-01-07T18:00:00Z`. Clocks change on Sundays, never a draw day.
 */
export function instantOf(date: string, { time, zone }: WallTime): string {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).toInstant().toString();
}
