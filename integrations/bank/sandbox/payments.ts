/** Payments that the bank has been told to make, and whose accounts it knows. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { people } from '#integrations/people.ts';
import { openRecord } from '../../sandbox-record.ts';
import type { WireOrder, WireOwnership, WirePayment } from '../wire.ts';

type Reason = Extract<WirePayment, { state: 'rejected' }>['reason'];

export type Payment = WireOrder & {
  requestId: string;
  paymentId: string;
  atMs: number;
  /** When it is booked, unless it is rejected. */
  settlesMs: number;
  rejected: Reason | null;
};

/** What the end of an account's number stands for. */
export const magicEndings = {
  declined: '000000',
  pending: '111111',
  errorOnce: '222222',
  somebodyElses: '333333',
  noAccount: '444444',
} as const;

const pendingMs = 5_000;

/**
 * Each invented person has the account 9999-26 with the day of birth as its number. Other accounts belong to
 * whoever asks.
 */
export const accounts = people.map(({ nationalId, firstName, lastName }) => {
  return { account: `999926${nationalId.slice(0, 6)}`, nationalId, name: `${firstName} ${lastName}` };
});

export type Payments = {
  find(requestId: string): Payment | undefined;
  /** What the bank makes of an order that it does not have yet. */
  add(requestId: string, order: WireOrder, wished: Reason | 'pending' | null): Payment;
  /** Oldest first. */
  all(): readonly Payment[];
  stateOf(payment: Payment): WirePayment;
  /** On a day, `YYYY-MM-DD`. */
  booked(day: string): Payment[];
};

export function openPayments({ dataDir, now }: { dataDir: string; now: () => Date }): Payments {
  const folder = join(dataDir, 'bank');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const record = openRecord<Payment>(join(folder, 'payments.jsonl'));
  const byId = new Map(record.entries.map((payment) => [payment.requestId, payment]));
  const isSettled = ({ rejected, settlesMs }: Payment) => rejected === null && settlesMs <= now().getTime();
  return {
    find: (requestId) => byId.get(requestId),
    add(requestId, order, wished) {
      const atMs = now().getTime();
      const isPending = wished === 'pending' || order.account.endsWith(magicEndings.pending);
      const payment: Payment = {
        ...order,
        requestId,
        paymentId: randomUUID(),
        atMs,
        settlesMs: atMs + (isPending ? pendingMs : 0),
        rejected: wished === 'pending' ? null : (wished ?? reasonAgainst(order)),
      };
      record.add(payment);
      byId.set(requestId, payment);
      return payment;
    },
    all: () => record.entries,
    stateOf(payment) {
      const { requestId, paymentId, amount, rejected } = payment;
      if (rejected !== null) return { requestId, amount, state: 'rejected', reason: rejected };
      if (isSettled(payment)) return { requestId, amount, state: 'settled', paymentId };
      return { requestId, amount, state: 'accepted' };
    },
    booked: (day) =>
      record.entries.filter(
        (payment) => isSettled(payment) && new Date(payment.settlesMs).toISOString().startsWith(day),
      ),
  };
}

function reasonAgainst(order: WireOrder): Reason | null {
  if (order.account.endsWith(magicEndings.declined)) return 'declined';
  const ownership = ownershipOf(order);
  return ownership === 'own' ? null : ownership;
}

export function ownershipOf({
  account,
  ownerNationalId,
}: Pick<WireOrder, 'account' | 'ownerNationalId'>): WireOwnership['ownership'] {
  const ends = (ending: keyof typeof magicEndings) => account.endsWith(magicEndings[ending]);
  if (ends('noAccount')) return 'no-account';
  const owner = accounts.find((one) => one.account === account)?.nationalId ?? ownerNationalId;
  return ends('somebodyElses') || owner !== ownerNationalId ? 'owner-mismatch' : 'own';
}
