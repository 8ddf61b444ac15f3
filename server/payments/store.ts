/** All SQL of payments. */
import type { AuthenticationForm } from '#integrations/card-gateway/face.ts';
import { lockWallet } from '#server/limits/store.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { newId, uuidOfName } from '#server/platform/ids.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

export type PaymentKind = 'cardDeposit' | 'aurDeposit' | 'withdrawal' | 'subscriptionCharge';

/** Which moves there are stands in the table `payment_transitions`. */
export type PaymentStatus =
  | 'waiting'
  | 'paying'
  | 'paid'
  | 'settled'
  | 'failed'
  | 'cancelled'
  | 'unknown'
  | 'reversed'
  | 'notBooked'
  | 'held'
  | 'accepted'
  | 'rejected';

export type PaymentFlag =
  | 'late'
  | 'aboveLimit'
  | 'locked'
  | 'closed'
  | 'otherAmount'
  | 'stuck'
  | 'noAnswer'
  | 'unused';

export type Payment = {
  playerId: number;
  paymentId: string;
  kind: PaymentKind;
  /** Whole krónur. */
  amount: number;
  askedAt: Date;
  reentryUrl: string | null;
  reference: string | null;
  virtualCard: string | null;
  msisdn: string | null;
  bankAccount: string | null;
  ownerNationalId: string | null;
  status: PaymentStatus;
  code: string | null;
  aurErrorId: string | null;
  requestId: string;
  sentAt: Date | null;
  round: number;
  form: AuthenticationForm | null;
  countedOn: string | null;
  outsideToken: string | null;
  transactionId: string | null;
  authorizationCode: string | null;
  looks: number;
  flag: PaymentFlag | null;
};

const columns = sql`player_id AS "playerId", payment_id AS "paymentId", kind, amount, asked_at AS "askedAt",
  reentry_url AS "reentryUrl", reference, virtual_card AS "virtualCard", msisdn,
  bank_account AS "bankAccount",
  owner_national_id AS "ownerNationalId", status, code, aur_error_id AS "aurErrorId",
  request_id AS "requestId", sent_at AS "sentAt", round, form, counted_on::text AS "countedOn",
  outside_token AS "outsideToken", transaction_id AS "transactionId",
  authorization_code AS "authorizationCode", looks, flag`;

export async function paymentById(db: Db, paymentId: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    SELECT ${columns} FROM payments WHERE payment_id = ${paymentId}`.execute(db);
  return rows[0] ?? null;
}

/** As it stands until the end of the transaction; the wallet's lock is taken first, always. */
export async function heldPayment(tx: Tx, { playerId, paymentId }: PaymentId): Promise<Payment> {
  await lockWallet(tx, playerId);
  const { rows } = await sql<Payment>`
    SELECT ${columns} FROM payments WHERE player_id = ${playerId} AND payment_id = ${paymentId}
    FOR UPDATE`.execute(tx);
  const [payment] = rows;
  if (!payment) throw new Error(`there is no payment ${paymentId}`);
  return payment;
}

export type PaymentId = Pick<Payment, 'playerId' | 'paymentId'>;

/** What a call's key has made: keys are good once for each call of a player. */
export type CallKey = { call: string; key: string | null; inputHash: string | null };

/** Null where the key is new; `same`: whether it stood for the same input. */
export async function paymentOfKey(
  tx: Tx,
  playerId: number,
  { call, key, inputHash }: CallKey,
): Promise<{ payment: Payment; same: boolean } | null> {
  if (key === null) return null;
  const { rows } = await sql<Payment & { same: boolean }>`
    SELECT ${columns}, input_hash = decode(${inputHash ?? ''}, 'hex') AS same FROM payments
    WHERE player_id = ${playerId} AND call = ${call} AND idempotency_key = ${key}
      AND kind <> 'subscriptionCharge'`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { same, ...payment } = row;
  return { payment, same };
}

export type NewPayment = {
  playerId: number;
  kind: PaymentKind;
  amount: number;
  status: PaymentStatus;
  madeBy?: CallKey;
  /** Under which it is known outside, where that was decided before. */
  requestId?: string;
  reentryUrl?: string;
  reference?: string;
  card?: { virtualCard: string; brand: string; last4: string };
  msisdn?: string;
  bank?: { account: string; ownerNationalId: string | null };
  countedOn?: string | null;
  /** When it is looked at from outside, in seconds from now. */
  lookInSeconds: number;
};

/** Before anybody outside is asked: what is lost on the way is found again by this row. */
export async function insertPayment(tx: Tx, wanted: NewPayment): Promise<Payment> {
  const { playerId, kind, amount, status, madeBy, card, bank } = wanted;
  const name = wanted.requestId ?? outsideName(wanted);
  const { rows } = await sql<Payment>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    INSERT INTO payments (player_id, payment_id, kind, amount, asked_at, reentry_url, call, idempotency_key,
      input_hash, reference, virtual_card, card_brand, card_last4, msisdn, bank_account, owner_national_id,
      status, changed_at, request_id, sent_at, counted_on, look_at)
    SELECT ${playerId}, ${newId()}::uuid, ${kind}, ${amount}, at, ${wanted.reentryUrl ?? null}::text,
      ${madeBy?.call ?? null}::text, ${madeBy?.key ?? null}::text,
      decode(${(madeBy?.key && madeBy.inputHash) ?? null}::text, 'hex'),
      ${wanted.reference ?? null}::text, ${card?.virtualCard ?? null}::text, ${card?.brand ?? null}::text,
      ${card?.last4 ?? null}::text, ${wanted.msisdn ?? null}::text, ${bank?.account ?? null}::text,
      ${bank?.ownerNationalId ?? null}::text, ${status}, at,
      coalesce(${name}::uuid, gen_random_uuid()), CASE WHEN ${status} = 'paying' THEN at END,
      ${wanted.countedOn ?? null}::date,
      at + make_interval(secs => ${wanted.lookInSeconds}::double precision)
    FROM moment RETURNING ${columns}`.execute(tx);
  return rows[0] as Payment;
}

/** Derives the outside id from the call's key or the charge's reference, so that a retry has the same id. */
function outsideName({ playerId, reference, madeBy }: NewPayment): string | null {
  if (reference !== undefined) return uuidOfName(`${playerId} charge ${reference}`);
  if (madeBy === undefined || madeBy.key === null) return null;
  return uuidOfName(`${playerId} ${madeBy.call} ${madeBy.key}`);
}

export type PaymentChange = {
  code?: string;
  aurErrorId?: string;
  /** A new attempt, under a name of its own. */
  attempt?: { round: number };
  /** The attempt is sent now. */
  sent?: true;
  countedOn?: string | null;
  outsideToken?: string;
  transactionId?: string;
  authorizationCode?: string;
  flag?: PaymentFlag;
  /** Null: nobody looks any more. */
  lookInSeconds: number | null;
};

/** Moves a payment, or changes what is known of it; its form goes with the state in which it waits. */
export async function movePayment(
  tx: Tx,
  { playerId, paymentId, status: from }: Payment,
  to: PaymentStatus,
  change: PaymentChange,
): Promise<Payment> {
  const { attempt, lookInSeconds } = change;
  const keeps = from === to && !attempt;
  const sets: Sql[] = [
    sql`status = ${to}`,
    sql`look_at = CASE WHEN ${lookInSeconds}::double precision IS NOT NULL
      THEN domain_now() + make_interval(secs => ${lookInSeconds}::double precision) END`,
    ...(from === to ? [] : [sql`changed_at = domain_now(), looks = 0`]),
    ...(keeps ? [] : [sql`form = NULL`]),
    ...(attempt ? [sql`round = ${attempt.round}, request_id = gen_random_uuid()`] : []),
    ...(change.sent ? [sql`sent_at = domain_now()`] : []),
    ...(change.countedOn === undefined ? [] : [sql`counted_on = ${change.countedOn}::date`]),
    ...set('code', change.code),
    ...set('aur_error_id', change.aurErrorId),
    ...set('outside_token', change.outsideToken),
    ...set('transaction_id', change.transactionId),
    ...set('authorization_code', change.authorizationCode),
    ...set('flag', change.flag),
  ];
  const { rows } = await sql<Payment>`
    UPDATE payments SET ${sql.join(sets)}
    WHERE player_id = ${playerId} AND payment_id = ${paymentId} AND status = ${from}
    RETURNING ${columns}`.execute(tx);
  const [payment] = rows;
  if (!payment) throw new Error(`payment ${paymentId} is not ${from} any more`);
  return payment;
}

function set(column: string, value: string | undefined): Sql[] {
  return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
}

/** The page of the issuer, for whom waits: shown again when the same call is repeated. */
export async function keepForm(tx: Tx, payment: Payment, form: AuthenticationForm): Promise<boolean> {
  const { rowCount } = await sql`
    UPDATE payments SET form = ${JSON.stringify(form)}::jsonb
    WHERE player_id = ${payment.playerId} AND payment_id = ${payment.paymentId} AND status = 'waiting'
      AND round = ${payment.round}`.execute(tx);
  return rowCount === 1;
}

/** `ageSeconds`: since it was asked for. */
export type DuePayment = Payment & { ageSeconds: number };

/** What a look found unchanged. */
export type LookLater = { lookInSeconds: number };

/** The newest charge of a call's key, the open one first, and how many charges the key has had. */
export async function chargeOfKey(
  tx: Tx,
  playerId: number,
  { call, key, inputHash }: CallKey,
): Promise<{ payment: Payment; same: boolean; attempts: number } | null> {
  const { rows } = await sql<Payment & { same: boolean; attempts: number }>`
    SELECT ${columns}, input_hash = decode(${inputHash ?? ''}, 'hex') AS same,
      count(*) OVER ()::integer AS attempts
    FROM payments WHERE player_id = ${playerId} AND kind = 'subscriptionCharge' AND call = ${call}
      AND idempotency_key = ${key}
    ORDER BY (status IN (${openCharge})) DESC, asked_at DESC LIMIT 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { same, attempts, ...payment } = row;
  return { payment, same, attempts };
}

/** States of a charge of which the end is not known yet. */
export const openCharge = sql`'paying', 'unknown', 'paid'`;

/** Nothing is planned so far ahead: beyond it, the machine's clock has jumped back since. */
const isDue = sql`(look_at <= (SELECT domain_now())
  OR look_at > (SELECT domain_now()) + interval '1 day')`;

/** When the first payment of these kinds is due; null where none is planned. */
export const nextLookAt = (kinds: readonly PaymentKind[]): Sql => sql`
  SELECT CASE WHEN EXISTS (SELECT FROM payments WHERE ${isDue} AND kind = ANY (${kinds}))
    THEN least(domain_now(), min(look_at)) ELSE min(look_at) END
  FROM payments WHERE look_at IS NOT NULL AND kind = ANY (${kinds})`;

/** Payments that somebody outside has to be asked about now, oldest first. */
export async function duePayments(
  db: Db,
  kinds: readonly PaymentKind[],
  count: number,
): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    SELECT ${columns}, extract(epoch FROM domain_now() - asked_at)::double precision AS "ageSeconds"
    FROM payments WHERE ${isDue} AND kind = ANY (${kinds})
    ORDER BY look_at LIMIT ${count}`.execute(db);
  return rows;
}

/**
 * Those that are still as they were are looked at again, counted from when this look was due; from now where
 * it was pulled forward.
 */
export async function lookLater(db: Db, looked: readonly (DuePayment & LookLater)[]): Promise<void> {
  if (looked.length === 0) return;
  await sql`
    UPDATE payments p SET looks = p.looks + 1,
      look_at = CASE WHEN p.look_at <= p.asked_at OR p.look_at > domain_now()
        THEN domain_now() + make_interval(secs => l.seconds)
        ELSE greatest(domain_now(), p.look_at + make_interval(secs => l.seconds)) END
    FROM unnest(${looked.map(({ playerId }) => playerId)}::bigint[],
      ${looked.map(({ paymentId }) => paymentId)}::uuid[], ${looked.map(({ status }) => status)}::text[],
      ${looked.map(({ looks }) => looks)}::integer[],
      ${looked.map(({ lookInSeconds }) => lookInSeconds)}::double precision[])
      l(player, id, status, looks, seconds)
    WHERE p.player_id = l.player AND p.payment_id = l.id AND p.status = l.status AND p.looks = l.looks
      AND p.look_at IS NOT NULL`.execute(db);
}

/** The next look comes later, unless the payment moved meanwhile. */
export async function lookAgain(tx: Tx, payment: Payment, inSeconds: number): Promise<void> {
  await sql`
    UPDATE payments SET looks = looks + 1,
      look_at = domain_now() + make_interval(secs => ${inSeconds}::double precision)
    WHERE player_id = ${payment.playerId} AND payment_id = ${payment.paymentId}
      AND status = ${payment.status}`.execute(tx);
}
