/**
 * The one check before a player's money moves or the account changes. Stakes that a balance pays are decided
 * by the same SQL rule inside `decide_stake`; every other flow asks here, in its own transaction, and what
 * writes the money takes the answer as a parameter (docs/decisions/027).
 */

import type { ErrorCode } from '#contract/errors.ts';
import type { LimitField } from '#rules/values/limits.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { countDeposit, countStake, lockWallet, readHeld } from './store.ts';

/**
 * Whether a player may change the account or move money at all: throws EC_ACCOUNT_CLOSED or
 * EC_ELOGIN_AUTH_REQUIRED (403). Within a transaction it also keeps the account as it is until the end. A
 * player in a lock is active: only stakes and deposits are refused then.
 */
export async function requireActive(db: Db, playerId: number): Promise<void> {
  if (db.isTransaction) {
    await sql`SELECT 1 FROM wallets WHERE player_id = ${playerId} FOR SHARE`.execute(db);
  }
  const refusal = await inactiveCode(db, playerId);
  if (refusal) refuse(refusal);
}

/** Null, or EC_ACCOUNT_CLOSED or EC_ELOGIN_AUTH_REQUIRED, for who answers otherwise than by a refusal. */
export async function inactiveCode(db: Db, playerId: number): Promise<ErrorCode | null> {
  const { rows } = await sql<{ refusal: ErrorCode | null }>`
    SELECT limits_inactive(closed_at, certificate_expires, domain_now()) AS refusal
    FROM wallets WHERE player_id = ${playerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has no wallet`);
  return row.refusal;
}

/** `cardStake`: a card pays for a stake, so that the amount is both deposited and staked. */
export type Flow = 'stake' | 'deposit' | 'withdrawal' | 'cardStake';

/** Amount in whole krónur, above 0. */
export type MoneyMove<F extends Flow = Flow> = { playerId: number; flow: F; amount: number };

const madeHere = Symbol('made by admit');

/** That a player may move this amount now; made by `admit` alone, good once and in its own transaction. */
export class Eligibility<F extends Flow = Flow> {
  readonly #move: MoneyMove<F>;
  readonly #tx: Tx;
  #isUsed = false;
  /** The day (`YYYY-MM-DD`) toward whose limits a deposit or card stake counts; its release names it. */
  readonly countedOn: string | null;

  constructor(proof: typeof madeHere, tx: Tx, move: MoneyMove<F>, countedOn: string | null) {
    if (proof !== madeHere) throw new Error('Eligibility comes from admit() alone.');
    this.#tx = tx;
    this.#move = move;
    this.countedOn = countedOn;
  }

  /** What was admitted, for the statement that writes it. */
  use(tx: Tx): MoneyMove<F> {
    if (tx !== this.#tx) throw new Error('Eligibility is good in its own transaction alone.');
    if (this.#isUsed) throw new Error('Eligibility is good once.');
    this.#isUsed = true;
    return this.#move;
  }
}

/**
 * Locks the player's wallet and decides by what holds at this moment; what is admitted counts toward the
 * limits at once. Refuses with EC_ACCOUNT_CLOSED, EC_ELOGIN_AUTH_REQUIRED, EC_ACTION_NOT_ALLOWED (locked),
 * EC_PLAYER_SALES_LIMIT, EC_DEPOSIT_LIMIT or EC_BALANCE_TOO_LOW.
 */
export async function admit<F extends Flow>(tx: Tx, move: MoneyMove<F>): Promise<Eligibility<F>> {
  const { playerId, amount } = move;
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`not an amount to move: ${amount}`);
  await lockWallet(tx, playerId);
  const refusal = await refusalOf[move.flow](tx, playerId, amount);
  if (refusal) await refuseStake(tx, playerId, refusal);
  if (move.flow === 'stake') await countStake(tx, playerId, amount);
  const isDeposit = move.flow === 'deposit' || move.flow === 'cardStake';
  const countedOn = isDeposit ? await countDeposit(tx, playerId, amount) : null;
  if (move.flow === 'cardStake') await countStake(tx, playerId, amount, countedOn ?? undefined);
  return new Eligibility(madeHere, tx, move, countedOn);
}

/**
 * Whether a deposit that was admitted may still be taken, by what holds now: null, or EC_ACCOUNT_CLOSED,
 * EC_ELOGIN_AUTH_REQUIRED, EC_ACTION_NOT_ALLOWED (locked) or EC_DEPOSIT_LIMIT. Its own amount counts already.
 */
export async function depositStillAdmitted(tx: Tx, playerId: number): Promise<ErrorCode | null> {
  await lockWallet(tx, playerId);
  return refusalOf.deposit(tx, playerId, 0);
}

type Decision = { at: Date; refusal: ErrorCode | null };

/**
 * Whether a player may agree to stakes of this amount a month, whatever was staked in the running periods.
 * The refusal is null, EC_ACCOUNT_CLOSED, EC_ELOGIN_AUTH_REQUIRED, EC_ACTION_NOT_ALLOWED (locked) or
 * EC_PLAYER_SALES_LIMIT. The balance refuses nothing: `isCovered` says whether it covers a month. The
 * caller holds the wallet's lock. `at` is the moment of the decision.
 */
export async function decideAgreement(
  tx: Tx,
  playerId: number,
  monthly: number,
): Promise<Decision & { isCovered: boolean }> {
  const rule = sql`limits_refusal(closed_at, certificate_expires, locked_until, debt,
    (SELECT amount FROM stake_room(wallets, ${roomDay.later})), balance, ${monthly}::bigint, at)`;
  const { at, refusal } = await decide(tx, playerId, rule);
  if (refusal === 'EC_BALANCE_TOO_LOW') return { at, refusal: null, isCovered: false };
  return { at, refusal, isCovered: refusal === null };
}

type Decide = (tx: Tx, playerId: number, amount: number) => Promise<ErrorCode | null>;

const refusalOf: Record<Flow, Decide> = {
  stake: (tx, playerId, amount) => refusalOfStake(tx, playerId, amount, sql`balance`),
  deposit: async (tx, playerId, amount) => {
    const locked = sql`CASE WHEN locked_until > at THEN 'EC_ACTION_NOT_ALLOWED' END`;
    const { refusal } = await decide(tx, playerId, sql`coalesce(${inactive}, ${locked})`);
    return refusal ?? ((await depositLeft(tx, playerId)) < amount ? 'EC_DEPOSIT_LIMIT' : null);
  },
  withdrawal: async (tx, playerId, amount) => {
    const low = sql`CASE WHEN debt > 0 OR ${amount}::bigint > balance THEN 'EC_BALANCE_TOO_LOW' END`;
    return (await decide(tx, playerId, sql`coalesce(${inactive}, ${low})`)).refusal;
  },
  cardStake: async (tx, playerId, amount) =>
    (await refusalOf.deposit(tx, playerId, amount)) ??
    refusalOfStake(tx, playerId, amount, sql`${amount}::bigint`),
};

/** @param available money that can pay the stake, whole krónur */
async function refusalOfStake(
  tx: Tx,
  playerId: number,
  amount: number,
  available: Sql,
): Promise<ErrorCode | null> {
  const room = sql`(SELECT amount FROM stake_room(wallets, ${roomDay.today}))`;
  const rule = sql`limits_refusal(closed_at, certificate_expires, locked_until, debt, ${room}, ${available},
    ${amount}::bigint, at)`;
  return (await decide(tx, playerId, rule)).refusal;
}

/** Days for `stake_room`: today, and a day on which all periods that run now are over. */
const roomDay = {
  today: sql`(domain_now() AT TIME ZONE 'UTC')::date`,
  later: sql`(domain_now() AT TIME ZONE 'UTC' + interval '2 months')::date`,
};

/**
 * SQL: the amount that a wallet `w` may still stake under all purchase and loss limits. `left` and `by` hold
 * now, `lowest` in a period without stakes.
 */
export const stakeRoom = sql`(
  SELECT greatest(0, now.amount) AS "left", now.field AS by, later.amount AS lowest
  FROM stake_room(w, ${roomDay.today}) now, stake_room(w, ${roomDay.later}) later)`;

/** Refuses, and names the limit that a stake would have passed. The caller holds the wallet's lock. */
export async function refuseStake(
  tx: Tx,
  playerId: number,
  code: ErrorCode,
  when: keyof typeof roomDay = 'today',
): Promise<never> {
  if (code !== 'EC_PLAYER_SALES_LIMIT') refuse(code);
  const { rows } = await sql<{ field: LimitField }>`
    SELECT r.field FROM wallets w, stake_room(w, ${roomDay[when]}) r WHERE w.player_id = ${playerId}`.execute(
    tx,
  );
  return refuse(code, { details: { limit: rows[0]?.field } });
}

const inactive = sql`limits_inactive(closed_at, certificate_expires, at)`;

async function decide(tx: Tx, playerId: number, rule: Sql): Promise<Decision> {
  const { rows } = await sql<Decision>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT at, ${rule} AS refusal FROM wallets, moment WHERE player_id = ${playerId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has no wallet`);
  return row;
}

/** The lowest of what day, week and month leave (must-hold 27). */
async function depositLeft(tx: Tx, playerId: number): Promise<number> {
  const { current, used } = await readHeld(tx, playerId);
  return Math.min(
    current.depositLimitDay - used.depositLimitDay,
    current.depositLimitWeek - used.depositLimitWeek,
    current.depositLimitMonth - used.depositLimitMonth,
  );
}
