/** A payment as the back office sees it: nothing of the card but its last digits. */
import type { Db } from '#server/platform/database.ts';
import { readId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export type ShownPayment = {
  paymentId: string;
  playerId: number;
  kind: string;
  amount: number;
  status: string;
  code: string | null;
  flag: string | null;
  askedAt: Date;
  card: string | null;
  msisdn: string | null;
  bankAccount: string | null;
  requestId: string;
  transactionId: string | null;
  lookAt: Date | null;
  steps: { at: Date; from: string; to: string; code: string | null }[];
};

/** By the id that players see or that of the table. Throws EC_NO_DATA_FOUND. */
export async function showPayment(db: Db, text: string): Promise<ShownPayment> {
  const id = readId(text);
  const { rows } = await sql<Omit<ShownPayment, 'steps'>>`
    SELECT payment_id AS "paymentId", player_id AS "playerId", kind, amount, status, code, flag,
      asked_at AS "askedAt", card_brand || ' ' || card_last4 AS card, msisdn, bank_account AS "bankAccount",
      request_id AS "requestId", transaction_id AS "transactionId", look_at AS "lookAt"
    FROM payments WHERE payment_id = ${id}`.execute(db);
  const payment = rows[0] ?? refuse('EC_NO_DATA_FOUND');
  const { rows: steps } = await sql<ShownPayment['steps'][number]>`
    SELECT at, from_status AS from, to_status AS to, code FROM payment_steps
    WHERE payment_id = ${payment.paymentId} ORDER BY step_id`.execute(db);
  return { ...payment, steps };
}
