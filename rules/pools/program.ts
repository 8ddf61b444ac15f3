/** When a program closes, when its round ends, and which matches have no result of their own. */

import { addDays, weekdayOf } from '../values/weeks.ts';
import { type GroupId, groups, type PoolId } from './games.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Sale ends so long before the first match: nobody may guess one that has begun. */
const closesBeforeMs = minuteMs;
/** A match is over so long after its kick-off. */
const matchMs = 3 * hourMs;

/** The first of the matches. */
export const playDateOf = (kickOffs: readonly Date[]): Date =>
  new Date(Math.min(...kickOffs.map((each) => each.getTime())));

export const closeDateOf = (firstKickOff: Date): Date => new Date(firstKickOff.getTime() - closesBeforeMs);

/** When all results are expected: for information. */
export function resultDateOf(kickOffs: readonly Date[]): Date {
  const last = Math.max(...kickOffs.map((each) => each.getTime()));
  return new Date(Math.ceil((last + matchMs) / hourMs) * hourMs);
}

/**
 * Matches that begin later are decided by lot: noon on the Friday after programs that begin on Tuesday to
 * Thursday, on the Monday after all others.
 */
export function roundEndOf(playDate: Date): Date {
  const day = playDate.toISOString().slice(0, 10);
  const lastDay = ['tue', 'wed', 'thu'].includes(weekdayOf(day)) ? 'fri' : 'mon';
  let end = addDays(day, 1);
  while (weekdayOf(end) !== lastDay) end = addDays(end, 1);
  return new Date(`${end}T12:00:00.000Z`);
}

/** The group of a program by its weekday, where the game has one on that day; of xg none. */
export function groupOf(game: PoolId, playDate: Date): GroupId | null {
  const day = weekdayOf(playDate.toISOString().slice(0, 10));
  const own = groups.filter((group) => group.game === game);
  return (own.find(({ id }) => id === day) ?? (own.length === 1 ? own[0] : undefined))?.id ?? null;
}

export type MatchTimes = { kickOff: Date; closedAt: Date; roundEnds: Date };

/** Why a match that was played is decided by lot all the same; null where its result stands. */
export function lotReason({ kickOff, closedAt, roundEnds }: MatchTimes): 'early' | 'late' | null {
  if (kickOff < closedAt) return 'early';
  return kickOff > roundEnds ? 'late' : null;
}
