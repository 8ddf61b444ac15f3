/** When a subscription is charged and for which draws: docs/rules/subscriptions.md. */

import { addDays, type Weekday, weekdayOf } from '../values/weeks.ts';

/** Paid for each chosen day in a period; the fifth draw is free. */
export const drawsPaid = 4;
/** Of the minimum term. */
export const termDays = 28;

/** Draws that one charge is for, in order; those after the first `paid` of them are free. */
export type Period = { readonly dates: readonly string[]; readonly paid: number };

/** The first Monday of a month that lies after the date. */
export function billingDayAfter(date: string): string {
  let day = addDays(date, 1);
  while (weekdayOf(day) !== 'mon' || Number(day.slice(8)) > 7) day = addDays(day, 1);
  return day;
}

/** The draws of the chosen days, of all draws of the period in order: days on which a coupon can be had. */
export function periodOf(drawDates: readonly string[], days: readonly Weekday[]): Period {
  const dates = drawDates.filter((date) => days.includes(weekdayOf(date)));
  const paidOf = new Map<Weekday, number>();
  for (const date of dates) {
    const day = weekdayOf(date);
    paidOf.set(day, Math.min(drawsPaid, (paidOf.get(day) ?? 0) + 1));
  }
  return { dates, paid: [...paidOf.values()].reduce((sum, count) => sum + count, 0) };
}

/** The last day of a subscription that is cancelled today: what is paid is played, and the term is kept. */
export function lastDay(of: { start: string; today: string; paidThrough: string | null }): string {
  const days = [addDays(of.start, termDays), of.today, of.paidThrough ?? of.today];
  return days.sort().at(-1) as string;
}

const isoDays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Monday is 1. */
export const isoDay = (day: Weekday): number => isoDays.indexOf(day) + 1;

export function weekdayOfIso(number: number): Weekday {
  const day = isoDays[number - 1];
  if (!day) throw new RangeError(`no weekday ${number}`);
  return day;
}
