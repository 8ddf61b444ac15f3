/** The subscription card, which pays what the balance does not cover. */
import type { ErrorCode } from '#contract/errors.ts';
import type { Tx } from '#server/platform/database.ts';

export type CardCharge = {
  playerId: number;
  /** Whole krónur. */
  amount: number;
  /** Of this charge alone: asked again under the same reference, the card is not charged twice. */
  reference: string;
};

/** Why nothing was paid, or how the answer is posted: card → balance, in the transaction of the charge. */
export type CardAnswer = { code: ErrorCode } | { post: (tx: Tx) => Promise<void> };

/** Asked outside of every transaction. */
export type ChargeCard = (charge: CardCharge) => Promise<CardAnswer>;

/** While no cards are kept. */
export const noCard: ChargeCard = async () => ({ code: 'EC_CREDITCARD_MISSING' });
