/**
 * What the pages of everybody show of the player who looks at them. Each request has its own; nothing keeps
 * it.
 */
import type { Matter } from '#rules/values/matters.ts';
import type { ApiAnswer } from './api.ts';

type Details = ApiAnswer<'account.details'>;

export type OwnPage = {
  player: { playerId: string; username: string; firstName: string; lastName: string };
  account: Pick<Details, 'balance' | 'debt' | 'stakeLeft' | 'stakeLeftBy' | 'stakeLimitLowest'> & {
    /** Since the month began; `net` is won less spent. */
    month: { spent: number; won: number; net: number };
    /** Since when this device is signed in, and minutes between two reminders of it; 0: none. */
    signedInAt: string;
    reminderMinutes: number;
    /** In a break: nothing is sold until then. */
    lockedUntil: string | null;
    /** The club that the player's tickets support. */
    club: { number: number; name: string } | null;
  };
  /** The newest: on home and on the first of my pages alone, like all that follows. */
  tickets: ApiAnswer<'tickets.list'>['tickets'];
  /** What came of the last draws. */
  outcomes: readonly NonNullable<ApiAnswer<'tickets.outcome'>['outcome']>[];
  /** The most urgent first. */
  matters: readonly Matter[];
  /**
   * What comes within the next days: the next draw with a ticket, and the day of the next charge. Null on
   * pages that do not ask.
   */
  ahead: { draw: { gameId: string; drawDate: string } | null; chargeOn: string | null } | null;
};
