/** A word of 64 bits; a bigint where it is above what a number holds exactly. */
export type Word = number | bigint;

/** One priced purchase. Masks and counts as in table `tickets`; `stake` is one coupon's, in whole krónur. */
export type Purchase = {
  playerId: number;
  game: string;
  /** Random where there is no key; null with a key: the sale then makes it of player and key. */
  ticketId: string | null;
  /** One coupon a draw, in the order of the draws; the first draw must be on sale. */
  coupons: readonly { couponId: string; drawId: number }[];
  stake: number;
  rowMasks: readonly Word[];
  secondMasks: readonly Word[] | null;
  quickPicks: number;
  system: number;
  rowCount: number;
  /** Five digits of the game beside the rows. */
  side: string | null;
  /** The number of the club that the ticket supports, where its kind of game knows clubs. */
  supportId?: number | null;
  channel: string | null;
  ip: string | null;
  affiliateId: number | null;
  key: string | null;
  /** In hexadecimal. */
  inputHash: string | null;
  /** Hash of the session that must be alive when the sale is decided; null where no person buys. */
  session: Buffer | null;
};
