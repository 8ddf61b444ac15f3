/**
 * Every kind of ledger transfer, once. Whatever lists, sums and checks take for a kind derives from here; the
 * constraint of `ledger_transfers` names the same kinds.
 */

import type { ApiAnswer } from '#contract/api.ts';

type Shown = ApiAnswer<'account.transactions'>['transactions'][number]['type'];

/**
 * What a transfer was made for; its id stands in `ticket_id`, `subscription_id`, `payment_id`,
 * `draw_id` or `syndicate_id`.
 * Whatever a player stakes on is a ticket, so that a new kind of game needs no column for its own causes.
 */
export type CauseKind = 'ticket' | 'subscription' | 'payment' | 'draw' | 'syndicate';

type TransferKind = {
  /** Every transfer of the kind names one; without it the kind alone says what happened. */
  cause?: CauseKind;
  /** The type under which a player's transactions show it; those without one are not shown. */
  shownAs?: Shown;
  /** The sum that it counts in, where that is not what it is shown as. */
  summedAs?: Shown;
  /** What a player spends or wins by it; what gives a stake back is spent less. */
  counts?: 'spent' | 'won';
  /**
   * It adds to the stakes of a day, week and month, which are limited, or gives them back: in the periods of
   * the ticket's purchase, or always on the day of the purchase.
   */
  dayStake?: 'adds' | 'returns' | 'returnsToday';
  /** It lowers the loss of the day, week and month in which it comes. */
  lowersLoss?: true;
  /** Of a ticket, or one coupon of it: its stake, the stake back, or its prize. */
  ofTicket?: 'stake' | 'refund' | 'prize';
};

const table = {
  purchase: { cause: 'ticket', shownAs: 'sales', counts: 'spent', dayStake: 'adds', ofTicket: 'stake' },
  cancellation: {
    cause: 'ticket',
    shownAs: 'sales',
    counts: 'spent',
    dayStake: 'returns',
    ofTicket: 'refund',
  },
  draw_cancellation: {
    cause: 'ticket',
    shownAs: 'sales',
    counts: 'spent',
    dayStake: 'returns',
    ofTicket: 'refund',
  },
  winnings: { cause: 'ticket', shownAs: 'winnings', counts: 'won', lowersLoss: true, ofTicket: 'prize' },
  claim: { cause: 'ticket', shownAs: 'winnings', counts: 'won', lowersLoss: true, ofTicket: 'prize' },
  raffle: { cause: 'ticket', shownAs: 'winnings', counts: 'won', lowersLoss: true },
  correction: { shownAs: 'winnings', counts: 'won' },
  sandbox_balance: { shownAs: 'deposit' },
  deposit: { cause: 'payment', shownAs: 'deposit' },
  chargeback: { cause: 'payment', shownAs: 'deposit' },
  chargeback_return: { cause: 'payment', shownAs: 'deposit' },
  debt_payment: { shownAs: 'deposit' },
  withdrawal: { cause: 'payment', shownAs: 'withdrawal' },
  withdrawal_return: { cause: 'payment', shownAs: 'withdrawal' },
  withdrawal_paid: { cause: 'payment' },
  // In sums, what the subscription card paid is deposited.
  subscription_deposit: { cause: 'payment', shownAs: 'subscriptions', summedAs: 'deposit' },
  subscription_charge: { cause: 'subscription', shownAs: 'subscriptions', counts: 'spent', dayStake: 'adds' },
  subscription_return: {
    cause: 'subscription',
    shownAs: 'subscriptions',
    counts: 'spent',
    lowersLoss: true,
  },
  subscription_coupon: { cause: 'ticket', ofTicket: 'stake' },
  subscription_promotion: { cause: 'ticket' },
  subscription_refund: { cause: 'ticket', ofTicket: 'refund' },
  settlement: { cause: 'draw' },
  opening_carry: {},
  lapse: { cause: 'ticket' },
  contribution: { cause: 'draw' },
  club_payment: {},
  league_prize: { shownAs: 'winnings', counts: 'won', lowersLoss: true },
  share_purchase: { cause: 'syndicate', shownAs: 'teamSystem', counts: 'spent', dayStake: 'adds' },
  share_refund: { cause: 'syndicate', shownAs: 'teamSystem', counts: 'spent', dayStake: 'returnsToday' },
  share_return: { cause: 'syndicate', shownAs: 'teamSystem', counts: 'spent', lowersLoss: true },
  share_winnings: { cause: 'syndicate', shownAs: 'teamSystem', counts: 'won', lowersLoss: true },
  syndicate_rest: { cause: 'syndicate' },
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
export const sameDayReturnKinds = kindsWhere(({ dayStake }) => dayStake === 'returnsToday');
export const lossReturnKinds = kindsWhere(({ lowersLoss }) => lowersLoss === true);
export const ticketStakeKinds = kindsWhere(({ ofTicket }) => ofTicket === 'stake');
/** Stakes that were paid before, so that no wallet moves. */
export const prepaidStakeKinds = kindsWhere((kind) => kind.ofTicket === 'stake' && !kind.shownAs);
export const ticketRefundKinds = kindsWhere(({ ofTicket }) => ofTicket === 'refund');
export const ticketPrizeKinds = kindsWhere(({ ofTicket }) => ofTicket === 'prize');

export const kindsOfCause = (of: CauseKind) => kindsWhere(({ cause }) => cause === of);
export const causeOf = (name: string): CauseKind | null => kinds[name]?.cause ?? null;

/** Throws for a kind that transactions do not show. */
export function shownAs(name: string): Shown {
  const type = kinds[name]?.shownAs;
  if (type === undefined) throw new RangeError(`transactions do not show ${name}`);
  return type;
}

export const summedAs = (name: string): Shown => kinds[name]?.summedAs ?? shownAs(name);
