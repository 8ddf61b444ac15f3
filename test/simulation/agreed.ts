/** What players agree to: a wager, and what a subscription has paid for. */
import type { GameId } from './arithmetic.ts';

export type Row = { numbers: number[]; bonusNumbers?: number[]; isQuickPick?: boolean };
export type Wager = {
  gameId: string;
  draw?: number;
  rows: Row[];
  joker?: number[];
  system?: number;
  drawCount?: number;
  stake: number;
  channel?: 'web' | 'mobile';
  affiliateId?: number;
};

export type Subscription = {
  id: string;
  game: GameId;
  wager: Wager;
  perDraw: number;
  /** Monday is 1. */
  days: readonly number[];
  bought: string;
  /** Coming draws of what was charged; the first `paidLeft` of them are paid, the others free. */
  dates: string[];
  paidLeft: number;
  paidThrough: string | null;
  /** Once it is cancelled, its last day. */
  endsOn: string | null;
};
