/**
 * What waits for a player, and which of it comes first. Amounts are whole krónur, days `YYYY-MM-DD`,
 * instants ISO 8601.
 */
import { addDays } from './weeks.ts';

/** A large prize; `isClaimed` once its owner has claimed it and it is being paid. */
export type PrizeMatter = {
  kind: 'prize';
  gameId: string;
  /** Null on a ticket without a draw. */
  drawDate: string | null;
  ticketId: string;
  couponId: string | null;
  amount: number;
  claimBy: string;
  isClaimed: boolean;
};

/** The electronic ID, in its last month or past its last day. */
export type CertificateMatter = { kind: 'certificate'; lastDay: string };

/** The card of the subscriptions, in its last month or past its last day. */
export type CardMatter = {
  kind: 'card';
  last4: string;
  lastDay: string;
  nextCharge: { at: string; amount: number } | null;
};

/** Charges of subscriptions today or tomorrow. */
export type ChargeMatter = {
  kind: 'charge';
  at: string;
  amount: number;
  games: readonly { gameId: string; amount: number }[];
  /** Of the balance, where it covers all of them. */
  balanceAfter: number | null;
};

/** Tickets in a draw of today that has no result yet. */
export type TicketMatter = {
  kind: 'ticket';
  gameId: string;
  drawDate: string;
  ticketId: string;
  couponId: string;
  tickets: number;
  /** Of the newest ticket. */
  rowCount: number;
  hasSideGame: boolean;
};

/** A raise of a limit that may be confirmed now. */
export type RaiseMatter = { kind: 'raise'; field: string; from: number; to: number };

export type Matter = PrizeMatter | CertificateMatter | CardMatter | ChargeMatter | TicketMatter | RaiseMatter;

/** Days before its last one on which a certificate, a card or the claim of a prize becomes urgent. */
export const lastDays = 30;

type Rank = readonly (number | string)[];

/** The most urgent first. */
export function byUrgency(matters: readonly Matter[], today: string): Matter[] {
  return matters.toSorted((a, b) => compare(rankOf(a, today), rankOf(b, today)));
}

/** Money of the player first, then what stops working, then what happens by itself. */
function rankOf(matter: Matter, today: string): Rank {
  switch (matter.kind) {
    case 'prize':
      return matter.isClaimed ? [2, -matter.amount] : [0, ...prizeRank(matter, today)];
    case 'certificate':
    case 'card':
      return [1, matter.lastDay, matter.kind];
    case 'charge':
      return [3, matter.at];
    case 'ticket':
      return [4, matter.drawDate, matter.gameId];
    case 'raise':
      return [5, matter.field];
  }
}

/** A prize that is about to lapse goes before a larger one. */
function prizeRank({ claimBy, amount }: PrizeMatter, today: string): Rank {
  return claimBy <= addDays(today, lastDays) ? [0, claimBy, -amount] : [1, -amount];
}

/** Ranks of one kind have parts of the same types. */
function compare(a: Rank, b: Rank): number {
  for (const [place, part] of a.entries()) {
    const other = b[place];
    if (other === undefined || part === other) continue;
    return part < other ? -1 : 1;
  }
  return 0;
}
