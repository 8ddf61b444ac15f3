/**
 * What the pages of everybody show of the player who looks at them. Each request has its own; nothing keeps
 * it.
 */
import type { ApiAnswer } from './api.ts';

type Details = ApiAnswer<'account.details'>;

export type OwnPage = {
  player: { playerId: string; username: string; firstName: string; lastName: string };
  account: Pick<Details, 'balance' | 'debt' | 'stakeLeft' | 'stakeLeftBy' | 'stakeLimitLowest'> & {
    /** Spent, and won less spent, since the month began. */
    month: { spent: number; net: number };
    /** Since when this device is signed in, and minutes between two reminders of it; 0: none. */
    signedInAt: string;
    reminderMinutes: number;
    /** In a break: nothing is sold until then. */
    lockedUntil: string | null;
  };
  /** The newest, and what came of the last draw: on home alone. */
  tickets: ApiAnswer<'tickets.list'>['tickets'];
  outcome: NonNullable<ApiAnswer<'tickets.outcome'>['outcome']> | null;
};
