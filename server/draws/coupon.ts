/** One coupon of a ticket as it is read for its owner. */
import type { CouponStatus } from '#contract/draws.ts';
import type { Outcome } from './outcome.ts';

export type Coupon = {
  ticketId: string;
  couponId: string;
  game: string;
  drawId: number;
  draw: number;
  rulesId: string;
  drawDate: Date;
  plannedDate: string;
  closeDate: Date;
  purchasedAt: Date;
  channel: 'web' | 'mobile' | null;
  stakeTotal: number;
  stake: number;
  /** Words of 64 bits, in decimal digits. */
  rowMasks: string[];
  secondMasks: string[] | null;
  quickPicks: number;
  system: number;
  /** All rows that it plays, those of a system counted. */
  rowCount: number;
  /** Five digits of the game beside the rows. */
  side: string | null;
  status: CouponStatus;
  amountWin: number;
  sideAmountWin: number;
  amountLapsed: number | null;
  claimBy: string | null;
  heldUntil: string | null;
  cancelledAt: Date | null;
  cancelledBy: 'player' | 'draw' | null;
  cancellable: boolean;
  /** The end of its day of purchase, or the first close of its draws where that comes before. */
  cancelUntil: Date;
  subscriptionId: string | null;
};

export type CouponResult = {
  outcome: Outcome;
  /** kr. per winning row by tier, null until the draw is settled. */
  amounts: Record<string, number> | null;
};
