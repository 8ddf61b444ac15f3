/** Movements on a player's balance, as the player is shown them. */

import type { ApiAnswer } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { shownAs, shownKinds } from './transfer-kinds.ts';

export type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

/** A movement in words of the reader's language; `isSandbox`: play money, which no payment brought. */
export type Describe = (movement: Omit<Transaction, 'description'> & { isSandbox: boolean }) => string;

export type TransactionRow = {
  transferId: number;
  at: Date;
  kind: string;
  amount: number;
  walletAfter: number;
  game: Transaction['gameId'] | null;
  draw: number | null;
  ticketId: string | null;
  couponId: string | null;
  subscriptionId: string | null;
  club: string | null;
  syndicateId: string | null;
  payment: PaymentRow | null;
};

type PaymentRow = {
  id: string;
  kind: 'cardDeposit' | 'aurDeposit' | 'withdrawal' | 'subscriptionCharge';
  status: string;
  askedAt: string;
  brand: Transaction['cardType'] | null;
  last4: string | null;
  authId: string | null;
  bankAccount: string | null;
  phone: string | null;
  code: string | null;
  chargedBack: boolean;
};

export const transactionColumns = sql`x.transfer_id AS "transferId", x.at, x.kind,
  x.wallet_after - x.wallet_before AS amount, x.wallet_after AS "walletAfter",
  coalesce(d.game, f.game, t.game) AS game, d.number AS draw, x.ticket_id AS "ticketId",
  x.coupon_id AS "couponId", x.subscription_id AS "subscriptionId", t.club,
  x.syndicate_id AS "syndicateId",
  CASE WHEN p.payment_id IS NOT NULL THEN jsonb_build_object('id', p.payment_id, 'kind', p.kind,
    'status', p.status, 'askedAt', p.asked_at, 'brand', p.card_brand, 'last4', p.card_last4,
    'authId', p.authorization_code, 'bankAccount', p.bank_account, 'phone', p.msisdn, 'code', p.code,
    'chargedBack', charged_back(p.payment_id) > 0)
  END AS payment`;

/** What a movement was for. */
export const transactionCauses = sql`LEFT JOIN draws d USING (draw_id)
  LEFT JOIN payments p ON p.player_id = x.player_id AND p.payment_id = x.payment_id
  LEFT JOIN subscriptions f ON f.player_id = x.player_id AND f.subscription_id = x.subscription_id
  LEFT JOIN LATERAL (
    SELECT game, (SELECT name FROM clubs WHERE club_id = t.support_id) AS club FROM tickets t
    WHERE t.player_id = x.player_id AND t.ticket_id = x.ticket_id OFFSET 0) t ON true`;

const exportedAtOnce = 5_000;

/** Every movement on the balance, oldest first, in portions; no connection is held between them. */
export async function* allTransactions(
  db: Db,
  describe: Describe,
  playerId: number,
): AsyncGenerator<Transaction[]> {
  let last: { at: string; id: number } | undefined;
  do {
    const { rows } = await portionAfter(db, playerId, last);
    if (rows.length > 0) yield rows.map((row) => viewTransaction(describe, row));
    const final = rows.at(-1);
    last = final && rows.length === exportedAtOnce ? { at: final.exact, id: final.transferId } : undefined;
  } while (last);
}

/** `exact`: the instant with its microseconds, which a `Date` lacks. */
function portionAfter(db: Db, playerId: number, last: { at: string; id: number } | undefined) {
  return sql<TransactionRow & { exact: string }>`
    SELECT ${transactionColumns}, x.at::text AS exact FROM ledger_transfers x ${transactionCauses}
    WHERE x.player_id = ${playerId} AND x.wallet_after IS NOT NULL AND x.kind = ANY (${shownKinds()})
      AND (x.at, x.transfer_id) > (${last?.at ?? '-infinity'}::timestamptz, ${last?.id ?? 0}::bigint)
    ORDER BY x.at, x.transfer_id LIMIT ${exportedAtOnce}`.execute(db);
}

/** Of kinds that the type alone does not tell apart. */
const causeOf: Record<string, Transaction['cause']> = {
  debt_payment: 'debtPayment',
  chargeback_return: 'chargebackReturned',
  share_refund: 'shareReturned',
  share_return: 'shareReturned',
  share_winnings: 'shareWon',
};

export function viewTransaction(describe: Describe, row: TransactionRow): Transaction {
  const movement = viewMovement(row);
  const isSandbox = row.kind === 'sandbox_balance';
  return { ...movement, description: describe({ ...movement, isSandbox }) };
}

function viewMovement(row: TransactionRow): Omit<Transaction, 'description'> {
  const cause = causeOf[row.kind];
  return {
    id: String(row.transferId),
    date: row.at.toISOString(),
    amount: row.amount,
    type: shownAs(row.kind),
    hasDetails: [row.ticketId, row.subscriptionId, row.syndicateId, row.payment].some(
      (cause) => cause !== null,
    ),
    // The ticket of a syndicate is not the player's own.
    ...(row.ticketId && !row.syndicateId && { ticketId: encodeId(row.ticketId) }),
    ...(row.syndicateId && { poolId: encodeId(row.syndicateId) }),
    ...(row.couponId && { couponId: encodeId(row.couponId) }),
    ...(row.game && { gameId: row.game }),
    ...(row.kind === 'purchase' && row.club && { club: row.club }),
    ...(row.subscriptionId && { subscriptionId: encodeId(row.subscriptionId) }),
    balanceAfter: row.walletAfter,
    ...(cause && { cause }),
    ...(row.payment && viewPayment(row.payment)),
  };
}

const methodOf = {
  cardDeposit: 'creditCard',
  subscriptionCharge: 'creditCard',
  aurDeposit: 'aur',
  withdrawal: 'bank',
} as const;

function viewPayment(row: PaymentRow): Partial<Omit<Transaction, 'description'>> {
  const { brand, last4, authId, bankAccount, phone, code } = row;
  return {
    ...(last4 && { cardNumber: `**** **** **** ${last4}` }),
    ...(brand && { cardType: brand }),
    ...(authId && { authId }),
    payment: {
      paymentId: encodeId(row.id),
      method: methodOf[row.kind],
      status: statusOf(row),
      askedAt: new Date(row.askedAt).toISOString(),
      ...(bankAccount && { bankAccount: maskAccount(bankAccount) }),
      ...(phone && { phone: `***${phone.slice(-4)}` }),
      ...(code && { code }),
    },
  };
}

function statusOf({ status, chargedBack }: PaymentRow): NonNullable<Transaction['payment']>['status'] {
  if (chargedBack) return 'chargedBack';
  if (status === 'settled') return 'done';
  return status === 'rejected' ? 'returned' : 'underWay';
}

const maskAccount = (account: string): string => `****-**-***${account.slice(-3)}`;
