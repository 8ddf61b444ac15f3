/** Brings money in and takes it out; what was told of it. */
export type Payer = {
  index: number;
  playerId: number;
  cookie: string;
  /** Who pays by phone has one. */
  msisdn: string | null;
  /** Ids of payments that were told to be in the balance, and of those told to have failed. */
  credited: Set<string>;
  failed: Set<string>;
  /** Amounts of withdrawals that were taken, and those of which nothing was heard. */
  withdrawn: number[];
  perhapsWithdrawn: number[];
  /** Keys under which subscriptions were asked for. */
  subscriptionKeys: Set<string>;
};
