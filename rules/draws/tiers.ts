/** Tiers of a pool game: what differs from game to game is what a tier asks of a row. */

export type PrizeTier = {
  readonly tier: number;
  readonly condition: string;
  /** `common`: shared with other countries, paid by the organiser's figures. */
  readonly scope: 'local' | 'common';
  /** Of the fund, 10000 is 100%; null where the tier is funded in another way or the share is not public. */
  readonly shareBasisPoints: number | null;
};

/** Keyed by the tier's number; a tier that is left out has 0. */
export type PerTier<Value> = { readonly [tier: number]: Value | undefined };
