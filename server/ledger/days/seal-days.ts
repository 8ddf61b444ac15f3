/**
 * Seals each day that is over: what every account moved, signed. A check since a day and a regulator's export
 * begin there (docs/decisions/058-days-are-sealed.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { balancesAt } from './balances-at.ts';
import { dayText, hashOf } from './day-text.ts';

/** A day is sealed this long after its end, or later, when older transactions have ended. */
const margin = sql`interval '10 minutes'`;
const pollMs = 20;
const patienceMs = 2_000;
const sealWithinMs = 60_000;

/** SQL: the first day that is not sealed; before the first seal, a day with a movement. */
const nextDay = sql`coalesce((SELECT max(day) + 1 FROM ledger_days),
  (SELECT (at AT TIME ZONE 'UTC')::date FROM ledger_transfers LIMIT 1))`;

export function dayDeadline(signingKey: string): Deadline {
  return {
    name: 'ledger days',
    lane: 'ledger days',
    isStop: false,
    due: sql`SELECT (${nextDay} + 1)::timestamp AT TIME ZONE 'UTC' + ${margin}`,
    async run(db) {
      let days = 0;
      while (await transaction(db, (tx) => sealNextDay(tx, signingKey))) days++;
      return days;
    },
  };
}

/** Seals every day up to this one, `2026-12-24`. Refuses while it is not over. */
export async function sealDaysUntil(db: Db, until: string, signingKey: string): Promise<void> {
  const startMs = performance.now();
  while (!(await isSealed(db, until))) {
    if (await transaction(db, (tx) => sealNextDay(tx, signingKey))) continue;
    if (!(await isOver(db, until))) refuseDay(`${until} is not over, or ended less than ten minutes ago.`);
    if (performance.now() - startMs > sealWithinMs)
      refuseDay(`${until} cannot be sealed: what was written then has not ended.`);
    await sleep(pollMs);
  }
}

const refuseDay = (message: string) => refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });

async function isOver(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' + ${margin} <= domain_now() AS is`.execute(db);
  return rows[0]?.is === true;
}

/** True also where the ledger begins later. */
async function isSealed(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT coalesce(${nextDay} > ${day}::date, true) AS is`.execute(
    db,
  );
  return rows[0]?.is === true;
}

/** @returns whether a day was sealed: not while it runs, while another seals it, or while older writes run */
async function sealNextDay(tx: Tx, signingKey: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('ledger days')) AS "isFree"`.execute(tx);
  if (!rows[0]?.isFree) return false;
  const day = await dayToSeal(tx);
  if (day === null || !(await olderWritesEnd(tx))) return false;
  const { accounts, moved, carriedAccounts, carried, ...sealed } = await readDay(tx, day);
  const { signature, publicKey } = signed(dayText({ ...sealed, day }, sealed.before), signingKey);
  await sql`
    INSERT INTO ledger_days (day, accounts, moved, kinds, kind_balances, carried_accounts, carried, sealed_at,
      signature, public_key)
    VALUES (${day}, ${accounts}::text::bigint[], ${moved}::text::bigint[], ${sealed.kinds}::text[],
      ${sealed.kindBalances}::bigint[], ${carriedAccounts}::text::bigint[], ${carried}::text::bigint[],
      domain_now(), ${signature}, ${publicKey})`.execute(tx);
  return true;
}

async function dayToSeal(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    SELECT day FROM (
      SELECT coalesce((SELECT max(day) + 1 FROM ledger_days),
        (SELECT (min(at) AT TIME ZONE 'UTC')::date FROM ledger_transfers)) AS day
    ) next WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' + ${margin} <= domain_now()`.execute(tx);
  return rows[0]?.day ?? null;
}

/** A movement bears the instant at which it was decided, and is committed later. */
async function olderWritesEnd(tx: Tx): Promise<boolean> {
  await sql`SELECT pg_current_xact_id()`.execute(tx);
  const startMs = performance.now();
  for (;;) {
    // The oldest that runs is this transaction itself.
    const { rows } = await sql<{ isOldest: boolean }>`
      SELECT pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id() AS "isOldest"`.execute(tx);
    if (rows[0]?.isOldest) return true;
    if (performance.now() - startMs > patienceMs) return false;
    await sleep(pollMs);
  }
}

type ReadDay = {
  /** Arrays as PostgreSQL writes them. */
  accounts: string;
  moved: string;
  carriedAccounts: string | null;
  carried: string | null;
  kinds: string[];
  kindBalances: number[];
  movedHash: string;
  carriedHash: string | null;
  /** The signature of the day before. */
  before: Buffer | null;
};

/**
 * Balances are carried on the first day, and when three times as many accounts have moved since as were
 * carried: so a day costs in the end little more than what moved on it.
 */
async function readDay(tx: Tx, day: string): Promise<ReadDay> {
  const { rows } = await sql<ReadDay>`
    WITH bounds AS (
      SELECT ${day}::date AS day, ${day}::timestamp AT TIME ZONE 'UTC' AS begins,
        (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends
    ), today AS MATERIALIZED (
      SELECT account_id, sum(amount)::bigint AS amount FROM bounds, LATERAL (
        SELECT debit_account AS account_id, -amount AS amount FROM ledger_transfers
        WHERE at >= begins AND at < ends
        UNION ALL SELECT credit_account, amount FROM ledger_transfers WHERE at >= begins AND at < ends
      ) entries GROUP BY account_id HAVING sum(amount) <> 0
    ), moved AS (
      SELECT coalesce(array_agg(account_id ORDER BY account_id), '{}') AS accounts,
        coalesce(array_agg(amount ORDER BY account_id), '{}') AS amounts FROM today
    ), former AS (
      SELECT * FROM bounds JOIN ledger_days d ON d.day = bounds.day - 1
    ), kind_sums AS (
      SELECT kind, sum(amount)::bigint AS balance FROM (
        SELECT a.kind, amount FROM today JOIN ledger_accounts a USING (account_id)
        UNION ALL SELECT u.* FROM former, unnest(kinds, kind_balances) u
      ) sums GROUP BY kind
    ), by_kind AS (
      SELECT coalesce(array_agg(kind ORDER BY kind), '{}') AS kinds,
        coalesce(array_agg(balance ORDER BY kind), '{}') AS balances FROM kind_sums
    ), due AS (
      SELECT coalesce(3 * base.size <= base.since + cardinality(moved.accounts), true) AS is_due
      FROM moved LEFT JOIN (
        SELECT cardinality(d.carried) AS size, (
          SELECT coalesce(sum(cardinality(moved)), 0) FROM ledger_days l WHERE l.day > d.day
        ) AS since
        FROM ledger_days d WHERE d.carried IS NOT NULL ORDER BY d.day DESC LIMIT 1
      ) base ON true
    ), carry AS (
      SELECT array_agg(account_id ORDER BY account_id) AS accounts,
        array_agg(balance ORDER BY account_id) AS balances
      FROM due, LATERAL (
        SELECT account_id, sum(balance)::bigint AS balance FROM (
          SELECT * FROM (${balancesAt(sql`${day}::date - 1`)}) yesterday UNION ALL SELECT * FROM today
        ) sums GROUP BY account_id HAVING sum(balance) <> 0
      ) balances WHERE is_due
    )
    SELECT moved.accounts::text, moved.amounts::text AS moved, carry.accounts::text AS "carriedAccounts",
      carry.balances::text AS carried, by_kind.kinds, by_kind.balances AS "kindBalances",
      ${hashOf(sql`moved.accounts`, sql`moved.amounts`)} AS "movedHash",
      ${hashOf(sql`carry.accounts`, sql`carry.balances`)} AS "carriedHash",
      (SELECT signature FROM former) AS before
    FROM moved, by_kind, carry`.execute(tx);
  const [read] = rows;
  if (!read) throw new Error(`${day} was not read`);
  return read;
}
