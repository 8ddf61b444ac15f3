/** All that moved on a player's balance and what was agreed, to be saved as a file (must-hold 41, 147). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { allTransactions } from '#server/ledger/transactions.ts';
import { csvField } from '#server/platform/csv.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { securityEvent } from '#server/security/events.ts';
import { accountDetails } from './account.ts';

/** What a player has agreed to pay for again and again; who knows of it says it. */
export type ReadAgreements = (db: Db, playerId: number) => Promise<object[]>;

type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

/**
 * JSON: `{ exportedAt, account, subscriptions, transactions }` in the shapes of the calls. CSV (RFC 4180,
 * UTF-8 with its mark): one line a movement, the same fields.
 */
export async function exportAccount(
  db: Db,
  readAgreements: ReadAgreements,
  { query: { format = 'json' } }: ApiInput<'account.export'>,
  { caller: { playerId }, ip }: CallContext & { caller: Caller },
): Promise<ApiAnswer<'account.export'>> {
  await transaction(db, (tx) => securityEvent(tx, { kind: 'historyExported', playerId, details: { ip } }));
  const at = (await databaseNow(db)).toISOString();
  const name = `hending-${at.slice(0, 10)}.${format}`;
  return format === 'csv'
    ? { name, type: 'text/csv; charset=utf-8', parts: csv(db, playerId) }
    : { name, type: 'application/json; charset=utf-8', parts: json(db, readAgreements, playerId, at) };
}

async function* json(
  db: Db,
  readAgreements: ReadAgreements,
  playerId: number,
  exportedAt: string,
): AsyncGenerator<string> {
  const account = await accountDetails(db, playerId);
  const subscriptions = await readAgreements(db, playerId);
  yield `${JSON.stringify({ exportedAt, account, subscriptions }).slice(0, -1)},"transactions":[`;
  let before = '\n';
  for await (const portion of allTransactions(db, playerId)) {
    yield before + portion.map((each) => JSON.stringify(each)).join(',\n');
    before = ',\n';
  }
  yield '\n]}\n';
}

const columns = [
  ...(['date', 'type', 'amount', 'balanceAfter', 'description', 'gameId', 'ticketId', 'couponId'] as const),
  ...(['subscriptionId', 'cardType', 'cardNumber', 'authId', 'id'] as const),
] satisfies (keyof Transaction)[];

/** Programs that open CSV read UTF-8 by this mark. */
const byteOrderMark = '\ufeff';

async function* csv(db: Db, playerId: number): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(',')}\r\n`;
  for await (const portion of allTransactions(db, playerId)) {
    yield portion.map((each) => `${columns.map((column) => cell(each[column])).join(',')}\r\n`).join('');
  }
}

/** Text that a table program would take for a formula begins with an apostrophe. */
function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  return csvField(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
}
