/** Movements on a player's balance, newest first. */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { pageOffset } from '#server/platform/page-offset.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { isListed, type Listed, movementPage, movementsOf } from './movement-pages.ts';

const pageSize = 20;

type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

/** A movement in words of the reader's language; `isSandbox`: play money, which no payment brought. */
export type Describe = (movement: Omit<Transaction, 'description'> & { isSandbox: boolean }) => string;

/** Which filter word of the contract each kind of transfer goes by; the rest never touches a wallet. */
const typeOfKind: Record<string, Transaction['type']> = {
  purchase: 'sales',
  cancellation: 'sales',
  draw_cancellation: 'sales',
  winnings: 'winnings',
  claim: 'winnings',
  raffle: 'winnings',
  correction: 'winnings',
  sandbox_balance: 'deposit',
  deposit: 'deposit',
  chargeback: 'deposit',
  chargeback_return: 'deposit',
  debt_payment: 'deposit',
  withdrawal: 'withdrawal',
  withdrawal_return: 'withdrawal',
  subscription_deposit: 'subscriptions',
  subscription_charge: 'subscriptions',
  subscription_return: 'subscriptions',
};

/** In sums, what the subscription card paid is deposited. */
const sumOf = (kind: string): Transaction['type'] | undefined =>
  kind === 'subscription_deposit' ? 'deposit' : typeOfKind[kind];

const kinds = Object.keys(typeOfKind);

type Row = {
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

const shown = sql`x.transfer_id AS "transferId", x.at, x.kind, x.wallet_after - x.wallet_before AS amount,
  x.wallet_after AS "walletAfter", coalesce(d.game, f.game) AS game, d.number AS draw,
  x.ticket_id AS "ticketId", x.coupon_id AS "couponId", x.subscription_id AS "subscriptionId",
  CASE WHEN p.payment_id IS NOT NULL THEN jsonb_build_object('id', p.payment_id, 'kind', p.kind,
    'status', p.status, 'askedAt', p.asked_at, 'brand', p.card_brand, 'last4', p.card_last4,
    'authId', p.authorization_code, 'bankAccount', p.bank_account, 'phone', p.msisdn, 'code', p.code,
    'chargedBack', charged_back(p.payment_id) > 0)
  END AS payment`;

/** What a movement was for. */
const of = sql`LEFT JOIN draws d USING (draw_id)
  LEFT JOIN payments p ON p.player_id = x.player_id AND p.payment_id = x.payment_id
  LEFT JOIN subscriptions f ON f.player_id = x.player_id AND f.subscription_id = x.subscription_id`;

/** @param pages of `Database` */
export async function listTransactions(
  pages: Db,
  describe: Describe,
  playerId: number,
  { params, query }: ApiInput<'account.transactions'>,
): Promise<ApiAnswer<'account.transactions'>> {
  const { page } = params;
  const asked = kinds.filter(
    (kind) => query.transactionType === undefined || typeOfKind[kind] === query.transactionType,
  );
  const until = query.first === undefined ? null : await instantOf(pages, playerId, query.first);
  const listed = { kinds: asked, until };
  const { rows, total } = await (query.month === undefined
    ? allMonths(pages, playerId, listed, page)
    : ofMonth(pages, playerId, listed, { page, month: query.month }));
  return {
    transactions: rows.map((row) => view(describe, row)),
    page,
    pageCount: Math.ceil(total / pageSize),
    transactionCount: total,
    netDeposits: await netDeposits(pages, playerId),
    ...(query.month !== undefined && { monthSums: await monthSums(pages, playerId, query.month) }),
  };
}

type Page = { rows: Row[]; total: number };

async function allMonths(pages: Db, playerId: number, listed: Listed, page: number): Promise<Page> {
  const place = await movementPage(pages, playerId, listed, { page, pageSize });
  const columns = sql`x.player_id, x.kind, x.wallet_before, x.wallet_after, x.draw_id, x.ticket_id, x.coupon_id,
    x.subscription_id, x.payment_id`;
  const { rows } = await sql<Row>`
    SELECT ${shown} FROM (${movementsOf(playerId, listed, place, { columns, order: 'DESC', pageSize })}) x ${of}
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
  const wanted = sql`x.player_id = ${playerId} AND ${inMonth(month)} AND ${isListed(listed)}
    AND (x.at <= ${listed.until}::timestamptz) IS NOT FALSE`;
  const { rows } = await sql<Row>`
    SELECT ${shown} FROM ledger_transfers x ${of}
    WHERE ${wanted}
    ORDER BY x.at DESC, x.transfer_id DESC
    LIMIT ${pageSize} OFFSET ${pageOffset(page, pageSize)}`.execute(pages);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ledger_transfers x WHERE ${wanted}`.execute(pages);
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
  const paid = kinds.filter((kind) => ['deposit', 'withdrawal'].includes(sumOf(kind) ?? ''));
  const { rows } = await sql<{ moved: number }>`
    SELECT (coalesce((
      SELECT sum(moved) FROM movement_spans s, jsonb_to_recordset(s.sums) AS e(kind text, moved bigint)
      WHERE s.player_id = ${playerId} AND kind = ANY (${paid})), 0)
    + coalesce((
      SELECT sum(wallet_after - wallet_before) FROM ledger_transfers
      WHERE player_id = ${playerId} AND kind = ANY (${paid}) AND at > coalesce((
        SELECT last_at FROM movement_spans WHERE player_id = ${playerId} ORDER BY nth DESC LIMIT 1), '-infinity')),
      0))::bigint AS moved`.execute(pages);
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
    WHERE x.player_id = ${playerId} AND ${inMonth(month)} AND ${isListed({ kinds })} GROUP BY kind`.execute(
    pages,
  );
  const sums: Partial<Record<Transaction['type'], number>> = {};
  for (const { kind, moved } of rows) {
    const type = sumOf(kind);
    if (type) sums[type] = (sums[type] ?? 0) + moved;
  }
  return sums;
}

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
    if (rows.length > 0) yield rows.map((row) => view(describe, row));
    const final = rows.at(-1);
    last = final && rows.length === exportedAtOnce ? { at: final.exact, id: final.transferId } : undefined;
  } while (last);
}

/** `exact`: the instant with its microseconds, which a `Date` lacks. */
function portionAfter(db: Db, playerId: number, last: { at: string; id: number } | undefined) {
  return sql<Row & { exact: string }>`
    SELECT ${shown}, x.at::text AS exact FROM ledger_transfers x ${of}
    WHERE x.player_id = ${playerId} AND x.wallet_after IS NOT NULL AND x.kind = ANY (${kinds})
      AND (x.at, x.transfer_id) > (${last?.at ?? '-infinity'}::timestamptz, ${last?.id ?? 0}::bigint)
    ORDER BY x.at, x.transfer_id LIMIT ${exportedAtOnce}`.execute(db);
}

/** Of kinds that the type alone does not tell apart. */
const causeOf: Record<string, Transaction['cause']> = {
  debt_payment: 'debtPayment',
  chargeback_return: 'chargebackReturned',
};

function view(describe: Describe, row: Row): Transaction {
  const movement = viewMovement(row);
  const isSandbox = row.kind === 'sandbox_balance';
  return { ...movement, description: describe({ ...movement, isSandbox }) };
}

function viewMovement(row: Row): Omit<Transaction, 'description'> {
  const cause = causeOf[row.kind];
  return {
    id: String(row.transferId),
    date: row.at.toISOString(),
    amount: row.amount,
    type: typeOfKind[row.kind] ?? 'sales',
    hasDetails: row.ticketId !== null || row.subscriptionId !== null || row.payment !== null,
    ...(row.ticketId && { ticketId: encodeId(row.ticketId) }),
    ...(row.couponId && { couponId: encodeId(row.couponId) }),
    ...(row.game && { gameId: row.game }),
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
