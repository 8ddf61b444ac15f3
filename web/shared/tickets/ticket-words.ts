/** Names and dates of a ticket, the same wherever it is shown. */
import { time } from '#texts/format.ts';
import type { Text } from '#web/text/text.tsx';

/** @param system how many numbers a system holds; 0 or absent for rows */
export function ticketNameOf(t: Text['t'], game: string, system = 0): string {
  return system > 0 ? t('ticket.ofSystem', { game, size: system }) : game;
}

/** The day of a draw, with its year where it is not the current one. */
export function drawDay(format: Text['format'], drawDate: string, now: string): string {
  const year = drawDate.slice(0, 4);
  const day = format.onDate(drawDate);
  return year === now.slice(0, 4) ? day : `${day} ${year}`;
}

/** Date and time of a draw for a sentence; the date is `í dag` on the day itself. */
export function drawTime({ t, format }: Pick<Text, 't' | 'format'>, drawDate: string, now: string) {
  const isToday = drawDate.slice(0, 10) === now.slice(0, 10);
  return { date: isToday ? t('calendar.onToday') : format.onDate(drawDate), time: time(drawDate) };
}
