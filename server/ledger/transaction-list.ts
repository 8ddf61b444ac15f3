/** Movements on a player's balance, newest first. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { isListed, type Listed, movementPage, movementsOf } from './movement-pages.ts';
import { movedSince, rangesOf } from './movement-ranges.ts';
import {
  type Describe,
  type Transaction,
  type TransactionRow,
  transactionCauses,
  transactionColumns,
  viewTransaction,
} from './transactions.ts';
import { shownKinds, summedAs } from './transfer-kinds.ts';

const pageSize = 20;

/** @param pages of `Database` */
export async function listTransactions(
  pages: Db,
  describe: Describe,
  playerId: number,
  { params, query }: ApiInput<'account.transactions'>,
): Promise<ApiAnswer<'account.transactions'>> {
  const { page } = params;
  const kinds = shownKinds(query.transactionType);
  const until = query.first === undefined ? null : await instantOf(pages, playerId, query.first);
  const listed = { kinds, until };
  const { rows, total } = await (query.month === undefined
    ? allMonths(pages, playerId, listed, page)
    : ofMonth(pages, playerId, listed, { page, month: query.month }));
  return {
    transactions: rows.map((row) => viewTransaction(describe, row)),
    page,
    pageCount: Math.ceil(total / pageSize),
    transactionCount: total,
    netDeposits: await netDeposits(pages, playerId),
    ...(query.month !== undefined && { monthSums: await monthSums(pages, playerId, query.month) }),
  };
}

type Page = { rows: TransactionRow[]; total: number };

async function allMonths(pages: Db, playerId: number, listed: Listed, page: number): Promise<Page> {
  const place = await movementPage(pages, playerId, listed, { page, pageSize });
  const columns = sql`x.player_id, x.kind, x.wallet_before, x.wallet_after, x.draw_id, x.ticket_id,
    x.coupon_id, x.subscription_id, x.payment_id, x.syndicate_id`;
  const movements = movementsOf(playerId, listed, place, { columns, order: 'DESC', pageSize });
  const { rows } = await sql<TransactionRow>`
    SELECT ${transactionColumns} FROM (${movements}) x ${transactionCauses}
    ORDER BY x.place`.execute(pages);
  return { rows, total: place.total };
}

type MonthPage = { page: number; month: string };

/** A month is short enough to be read as it is. */
async function ofMonth(
  pages: Db,
  playerId: number,
  listed: Listed,
  { page, month }: MonthPage,
): Promise<Page> {
  const condition = sql`x.player_id = ${playerId} AND ${inMonth(month)} AND ${isListed(listed)}
    AND (x.at <= ${listed.until}::timestamptz) IS NOT FALSE`;
  const { rows } = await sql<TransactionRow>`
    SELECT ${transactionColumns} FROM ledger_transfers x ${transactionCauses}
    WHERE ${condition}
    ORDER BY x.at DESC, x.transfer_id DESC
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(pages);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ledger_transfers x WHERE ${condition}`.execute(pages);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Of a movement of that player, as PostgreSQL writes it; null when there is none. */
async function instantOf(pages: Db, playerId: number, id: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    SELECT at::text FROM ledger_transfers WHERE player_id = ${playerId} AND transfer_id = ${id}::bigint
    ORDER BY at DESC, transfer_id DESC LIMIT 1`.execute(pages);
  return rows[0]?.at ?? null;
}

/** Deposits less withdrawals of all time. */
async function netDeposits(pages: Db, playerId: number): Promise<number> {
  const always = sql`'-infinity'::timestamptz`;
  const moved = movedSince(playerId, always, sql`(${rangesOf(playerId)})`);
  const paid = shownKinds().filter((kind) => ['deposit', 'withdrawal'].includes(summedAs(kind)));
  const { rows } = await sql<{ moved: number }>`
    SELECT coalesce(sum(moved), 0)::bigint AS moved FROM (${moved}) m WHERE kind = ANY (${paid})`.execute(
    pages,
  );
  return rows[0]?.moved ?? 0;
}

const inMonth = (month: string): Sql => sql`x.at >= ${`${month}-01`}::date
  AND x.at < ${`${month}-01`}::date + interval '1 month'`;

async function monthSums(
  pages: Db,
  playerId: number,
  month: string,
): Promise<Partial<Record<Transaction['type'], number>>> {
  const { rows } = await sql<{ kind: string; moved: number }>`
    SELECT kind, sum(wallet_after - wallet_before)::bigint AS moved FROM ledger_transfers x
    WHERE x.player_id = ${playerId} AND ${inMonth(month)} AND ${isListed({ kinds: shownKinds() })}
    GROUP BY kind`.execute(pages);
  const sums: Partial<Record<Transaction['type'], number>> = {};
  for (const { kind, moved } of rows) {
    const type = summedAs(kind);
    sums[type] = (sums[type] ?? 0) + moved;
  }
  return sums;
}
