/** All SQL of limits. Whatever decides holds the lock of the wallet first and reads the time after it. */

import {
  type LimitField,
  type Limits,
  limitFields,
  type Raises,
  systemMaxima,
} from '#rules/values/limits.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { type Sql, sql } from '#server/platform/sql.ts';

/** A player's limits at `now`: those in force, what is used of them, and raises that wait. Whole krónur. */
export type HeldLimits = { now: Date; current: Limits; used: Limits; raises: Raises };

/** Every stake waits for this lock, and for what is written under it. */
export async function lockWallet(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT 1 FROM wallets WHERE player_id = ${playerId} FOR UPDATE`.execute(tx);
}

type Row = {
  at: Date;
  own: Record<LimitField, number | null>;
  used: Limits;
  raises: Partial<Record<LimitField, { value: number; effectiveAt: string }>> | null;
};

export async function readHeld(db: Db, playerId: number): Promise<HeldLimits> {
  const { rows } = await sql<Row>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at), today AS MATERIALIZED (
      SELECT (at AT TIME ZONE 'UTC')::date AS day FROM moment
    )
    SELECT at,
      jsonb_build_object('depositLimitDay', limit_day, 'depositLimitWeek', limit_week,
        'depositLimitMonth', limit_month, 'stakeLimitDay', stake_limit_day,
        'stakeLimitWeek', stake_limit_week, 'stakeLimitMonth', stake_limit_month,
        'lossLimitDay', loss_limit_day, 'lossLimitWeek', loss_limit_week,
        'lossLimitMonth', loss_limit_month) AS own,
      jsonb_build_object('depositLimitDay', ${depositedIn('day')}, 'depositLimitWeek', ${depositedIn('week')},
        'depositLimitMonth', ${depositedIn('month')}, 'stakeLimitDay', ${stakedIn('day')},
        'stakeLimitWeek', ${stakedIn('week')}, 'stakeLimitMonth', ${stakedIn('month')},
        'lossLimitDay', ${lostIn('day')}, 'lossLimitWeek', ${lostIn('week')},
        'lossLimitMonth', ${lostIn('month')}) AS used,
      (SELECT jsonb_object_agg(field, jsonb_build_object('value', after::bigint, 'effectiveAt', effective_at))
        FROM (
          SELECT DISTINCT ON (field) field, step, after, effective_at FROM limit_changes c
          WHERE c.player_id = w.player_id AND field = ANY (${limitFields}) ORDER BY field, change_id DESC
        ) newest WHERE step = 'requested') AS raises
    FROM moment, today, wallets w LEFT JOIN deposit_limits d USING (player_id)
    WHERE w.player_id = ${playerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has no wallet`);
  return viewHeld(row);
}

type Period = 'day' | 'week' | 'month';

/** When a period began, and the counters that hold for it; `day` is today. */
const begin: Record<Period, Sql> = {
  day: sql`day`,
  week: sql`week_begin(day)`,
  month: sql`month_begin(day)`,
};
const counters: Record<Period, { staked: Sql; returned: Sql; deposited: Sql }> = {
  day: { staked: sql`staked`, returned: sql`returned`, deposited: sql`deposited_day` },
  week: { staked: sql`staked_week`, returned: sql`returned_week`, deposited: sql`deposited_week` },
  month: { staked: sql`staked_month`, returned: sql`returned_month`, deposited: sql`deposited_month` },
};
const depositedIn = (period: Period): Sql =>
  sql`CASE WHEN deposited_on >= ${begin[period]} THEN ${counters[period].deposited} ELSE 0 END`;
const stakedIn = (period: Period): Sql =>
  sql`CASE WHEN staked_on >= ${begin[period]} THEN ${counters[period].staked} ELSE 0 END`;
const lostIn = (period: Period): Sql => sql`greatest(0, ${stakedIn(period)}
  - CASE WHEN returned_on >= ${begin[period]} THEN ${counters[period].returned} ELSE 0 END)`;

function viewHeld(row: Row): HeldLimits {
  const each = (amountOf: (field: LimitField) => number) =>
    Object.fromEntries(limitFields.map((field) => [field, amountOf(field)])) as Limits;
  const raises = Object.entries(row.raises ?? {}).map(([field, { value, effectiveAt }]) => [
    field,
    { value, effectiveAt: new Date(effectiveAt) },
  ]);
  return {
    now: row.at,
    current: each((field) => Math.min(row.own[field] ?? Infinity, systemMaxima[field])),
    used: row.used,
    raises: Object.fromEntries(raises) as Raises,
  };
}

/** Puts limits in force; the caller holds the wallet's lock. */
export async function writeLimits(tx: Tx, playerId: number, limits: Limits): Promise<void> {
  const { depositLimitDay, depositLimitWeek, depositLimitMonth, stakeLimitDay } = limits;
  const own = (field: LimitField) => (limits[field] < systemMaxima[field] ? limits[field] : null);
  await sql`
    UPDATE wallets SET stake_limit_day = ${stakeLimitDay}, stake_limit_week = ${own('stakeLimitWeek')},
      stake_limit_month = ${own('stakeLimitMonth')}, loss_limit_day = ${own('lossLimitDay')},
      loss_limit_week = ${own('lossLimitWeek')}, loss_limit_month = ${own('lossLimitMonth')}
    WHERE player_id = ${playerId}`.execute(tx);
  await sql`
    INSERT INTO deposit_limits (player_id, limit_day, limit_week, limit_month)
    VALUES (${playerId}, ${depositLimitDay}, ${depositLimitWeek}, ${depositLimitMonth})
    ON CONFLICT (player_id) DO UPDATE SET limit_day = excluded.limit_day, limit_week = excluded.limit_week,
      limit_month = excluded.limit_month`.execute(tx);
}

/**
 * A stake outside the batch; counters of another day begin anew.
 *
 * @param on the day it counts toward (`YYYY-MM-DD`), today where it is left out
 */
export async function countStake(tx: Tx, playerId: number, amount: number, on?: string): Promise<void> {
  await sql`
    WITH today AS MATERIALIZED (
      SELECT coalesce(${on ?? null}::date, (domain_now() AT TIME ZONE 'UTC')::date) AS day
    )
    UPDATE wallets SET staked_on = day,
      staked = CASE WHEN staked_on = day THEN staked ELSE 0 END + ${amount},
      staked_week = CASE WHEN staked_on >= week_begin(day) THEN staked_week ELSE 0 END + ${amount},
      staked_month = CASE WHEN staked_on >= month_begin(day) THEN staked_month ELSE 0 END + ${amount}
    FROM today WHERE player_id = ${playerId}`.execute(tx);
}

/** A stake that was counted and not made counts no more, in the periods of that day that still run. */
export async function releaseStake(
  tx: Tx,
  { playerId, amount, countedOn }: { playerId: number; amount: number; countedOn: string },
): Promise<void> {
  await sql`
    UPDATE wallets SET
      staked = staked - CASE WHEN staked_on = counted_on THEN ${amount}::bigint ELSE 0 END,
      staked_week = staked_week
        - CASE WHEN week_begin(staked_on) = week_begin(counted_on) THEN ${amount}::bigint ELSE 0 END,
      staked_month = staked_month
        - CASE WHEN month_begin(staked_on) = month_begin(counted_on) THEN ${amount}::bigint ELSE 0 END
    FROM (SELECT ${countedOn}::date AS counted_on) counted WHERE player_id = ${playerId}`.execute(tx);
}

/**
 * A deposit counts from its intent on; counters of another period begin anew.
 *
 * @returns the day toward whose limits it counts
 */
export async function countDeposit(tx: Tx, playerId: number, amount: number): Promise<string> {
  const still = (period: 'day' | 'week' | 'month') => sql`CASE
    WHEN d.deposited_on >= date_trunc(${sql.lit(period)}, excluded.deposited_on)::date
    THEN ${sql.ref(`d.deposited_${period}`)} ELSE 0 END`;
  const { rows } = await sql<{ day: string }>`
    WITH today AS MATERIALIZED (SELECT (domain_now() AT TIME ZONE 'UTC')::date AS day)
    INSERT INTO deposit_limits AS d (player_id, deposited_on, deposited_day, deposited_week, deposited_month)
    SELECT ${playerId}::bigint, day, ${amount}::bigint, ${amount}::bigint, ${amount}::bigint FROM today
    ON CONFLICT (player_id) DO UPDATE SET deposited_on = excluded.deposited_on,
      deposited_day = excluded.deposited_day + ${still('day')},
      deposited_week = excluded.deposited_week + ${still('week')},
      deposited_month = excluded.deposited_month + ${still('month')}
    RETURNING deposited_on::text AS day`.execute(tx);
  return (rows[0] as { day: string }).day;
}

/** What was not deposited after all counts no more, where the periods it counted in are still running. */
export async function releaseDeposit(
  tx: Tx,
  { playerId, amount, countedOn }: { playerId: number; amount: number; countedOn: string },
): Promise<void> {
  const same = (period: 'day' | 'week' | 'month') => sql`CASE
    WHEN date_trunc(${sql.lit(period)}, deposited_on) = date_trunc(${sql.lit(period)}, ${countedOn}::date)
    THEN ${amount}::bigint ELSE 0 END`;
  await sql`
    UPDATE deposit_limits SET deposited_day = deposited_day - ${same('day')},
      deposited_week = deposited_week - ${same('week')}, deposited_month = deposited_month - ${same('month')}
    WHERE player_id = ${playerId}`.execute(tx);
}

export type NotedChange = {
  field: LimitField | 'lockedUntil' | 'closedAt' | 'certificateExpires';
  step: 'set' | 'requested' | 'withdrawn';
  before: string | null;
  after: string;
  effectiveAt?: Date;
};

/** Facts for ever (must-hold 44). `origin`: who caused them, `player` or an operator's command. */
export async function noteChanges(
  tx: Tx,
  playerId: number,
  changes: readonly NotedChange[],
  origin: string,
): Promise<void> {
  const column = <K extends keyof NotedChange>(name: K) => changes.map((change) => change[name] ?? null);
  await sql`
    INSERT INTO limit_changes (player_id, field, step, before, after, effective_at, at, origin)
    SELECT ${playerId}, field, step, before, after, effective_at, domain_now(), ${origin}
    FROM unnest(${column('field')}::text[], ${column('step')}::text[], ${column('before')}::text[],
      ${column('after')}::text[], ${column('effectiveAt')}::timestamptz[])
      c(field, step, before, after, effective_at)`.execute(tx);
}

export type ShownChange = Omit<NotedChange, 'effectiveAt'> & { at: Date };

/** The player's newest changes of limits and locks, newest first. */
export async function listChanges(db: Db, playerId: number, count: number): Promise<ShownChange[]> {
  const { rows } = await sql<ShownChange>`
    SELECT field, step, before, after, at FROM limit_changes
    WHERE player_id = ${playerId} AND field = ANY (${[...limitFields, 'lockedUntil']})
    ORDER BY change_id DESC LIMIT ${count}`.execute(db);
  return rows;
}

/** The end of the lock in force, its former end, and whether this call moved it. It is never shortened. */
export async function writeLock(tx: Tx, playerId: number, days: number) {
  const { rows } = await sql<{ before: Date | null; until: Date; moved: boolean }>`
    WITH held AS MATERIALIZED (
      SELECT locked_until AS former, domain_now() + make_interval(days => ${days}::int) AS asked
      FROM wallets WHERE player_id = ${playerId}
    )
    UPDATE wallets SET locked_until = greatest(former, asked) FROM held WHERE player_id = ${playerId}
    RETURNING CASE WHEN isfinite(former) THEN former END AS before, greatest(former, asked) AS until,
      asked > former AS moved`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has no wallet`);
  return row;
}

/** @returns when, and the balance then */
export async function writeClosed(tx: Tx, playerId: number): Promise<{ at: Date; balance: number }> {
  const { rows } = await sql<{ at: Date; balance: number }>`
    UPDATE wallets SET closed_at = domain_now() WHERE player_id = ${playerId}
    RETURNING closed_at AS at, balance`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`player ${playerId} has no wallet`);
  return row;
}
