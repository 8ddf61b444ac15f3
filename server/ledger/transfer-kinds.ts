/**
 * Every kind of ledger transfer, once. Whatever lists, sums and checks take for a kind derives from here; the
 * constraint of `ledger_transfers` names the same kinds.
 */

import type { ApiAnswer } from '#contract/api.ts';

type Shown = ApiAnswer<'account.transactions'>['transactions'][number]['type'];

type TransferKind = {
  /** The type under which a player's transactions show it; those without one are not shown. */
  shownAs?: Shown;
  /** The sum that it counts in, where that is not what it is shown as. */
  summedAs?: Shown;
  /** What a player spends or wins by it; what gives a stake back is spent less. */
  counts?: 'spent' | 'won';
  /** It adds to the stakes of the day, which are limited, or gives them back. */
  dayStake?: 'adds' | 'returns';
  /** Of one coupon: its stake, the stake back, or its prize. */
  ofCoupon?: 'stake' | 'refund' | 'prize';
};

const table = {
  purchase: { shownAs: 'sales', counts: 'spent', dayStake: 'adds', ofCoupon: 'stake' },
  cancellation: { shownAs: 'sales', counts: 'spent', dayStake: 'returns', ofCoupon: 'refund' },
  draw_cancellation: { shownAs: 'sales', counts: 'spent', dayStake: 'returns', ofCoupon: 'refund' },
  winnings: { shownAs: 'winnings', counts: 'won', ofCoupon: 'prize' },
  claim: { shownAs: 'winnings', counts: 'won', ofCoupon: 'prize' },
  raffle: { shownAs: 'winnings', counts: 'won' },
  correction: { shownAs: 'winnings', counts: 'won' },
  sandbox_balance: { shownAs: 'deposit' },
  deposit: { shownAs: 'deposit' },
  chargeback: { shownAs: 'deposit' },
  chargeback_return: { shownAs: 'deposit' },
  debt_payment: { shownAs: 'deposit' },
  withdrawal: { shownAs: 'withdrawal' },
  withdrawal_return: { shownAs: 'withdrawal' },
  withdrawal_paid: {},
  // In sums, what the subscription card paid is deposited.
  subscription_deposit: { shownAs: 'subscriptions', summedAs: 'deposit' },
  subscription_charge: { shownAs: 'subscriptions', counts: 'spent', dayStake: 'adds' },
  subscription_return: { shownAs: 'subscriptions', counts: 'spent' },
  subscription_coupon: { ofCoupon: 'stake' },
  subscription_promotion: {},
  subscription_refund: { ofCoupon: 'refund' },
  settlement: {},
  opening_carry: {},
  lapse: {},
} as const satisfies Record<string, TransferKind>;

const kinds: Readonly<Record<string, TransferKind>> = table;

const kindsWhere = (is: (kind: TransferKind) => boolean): string[] =>
  Object.entries(kinds).flatMap(([name, kind]) => (is(kind) ? [name] : []));

export const transferKinds = kindsWhere(() => true);
export const shownKinds = (type?: Shown) =>
  kindsWhere(({ shownAs }) => shownAs !== undefined && (type === undefined || shownAs === type));
export const spentKinds = kindsWhere(({ counts }) => counts === 'spent');
export const wonKinds = kindsWhere(({ counts }) => counts === 'won');
export const dayStakeKinds = kindsWhere(({ dayStake }) => dayStake === 'adds');
export const dayReturnKinds = kindsWhere(({ dayStake }) => dayStake === 'returns');
export const couponStakeKinds = kindsWhere(({ ofCoupon }) => ofCoupon === 'stake');
export const couponRefundKinds = kindsWhere(({ ofCoupon }) => ofCoupon === 'refund');
export const couponPrizeKinds = kindsWhere(({ ofCoupon }) => ofCoupon === 'prize');

/** Throws for a kind that transactions do not show. */
export function shownAs(name: string): Shown {
  const type = kinds[name]?.shownAs;
  if (type === undefined) throw new RangeError(`transactions do not show ${name}`);
  return type;
}

export const summedAs = (name: string): Shown => kinds[name]?.summedAs ?? shownAs(name);
