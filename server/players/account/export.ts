/** All that moved on a player's balance and what was agreed, to be saved as a file (must-hold 41, 147). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Words } from '#contract/described.ts';
import { allTransactions, type Describe } from '#server/ledger/transactions.ts';
import { readLimits } from '#server/limits/limits.ts';
import { sayer } from '#server/messages/compose.ts';
import { csvField } from '#server/platform/csv.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { ownTeams } from '#server/players/clubs/teams.ts';
import { securityEvent } from '#server/security/events.ts';
import type { Locale } from '#texts/evaluate.ts';
import { type Translate, timeWithSeconds } from '#texts/format.ts';
import { descriptionOf, kindOf } from '#texts/movement.ts';
import { accountDetails } from './account.ts';
import { listContacts } from './contact-at.ts';
import { listSavedRows } from './saved-rows.ts';

/** What a player has agreed to pay for again and again; who knows of it says it. */
export type ReadAgreements = (db: Db, playerId: number) => Promise<object[]>;

/** Names of games that the texts of the product do not name; null for those that they do. */
export type NameOfGame = (gameId: string) => Words | null;

/** Movements in words of a language, the same in the call, both exports and on the page. */
export const describeIn =
  (locale: Locale, nameOf: NameOfGame): Describe =>
  (movement) => {
    const name = movement.gameId === undefined ? null : nameOf(movement.gameId);
    return descriptionOf(sayer(locale), { ...movement, ...(name && { gameName: name[locale] }) });
  };

/** Reads of other parts of the product, for the export. */
export type ExportParts = { db: Db; readAgreements: ReadAgreements; nameOf: NameOfGame };

type Transaction = ApiAnswer<'account.transactions'>['transactions'][number];

/**
 * JSON: `{ exportedAt, account, contacts, subscriptions, limits, savedRows, teams, transactions }` in the
 * shapes of the calls, for programs; `contacts` are present and earlier addresses. CSV is for people: one
 * line a movement in words of their language (RFC 4180 but for the semicolons, by which table programs in
 * Iceland take columns apart; UTF-8 with its mark).
 */
export async function exportAccount(
  parts: ExportParts,
  { query: { format = 'json', locale = 'is' } }: ApiInput<'account.export'>,
  { caller: { playerId }, ip }: CallContext & { caller: Caller },
): Promise<ApiAnswer<'account.export'>> {
  const { db } = parts;
  await transaction(db, (tx) => securityEvent(tx, { kind: 'historyExported', playerId, details: { ip } }));
  const at = (await databaseNow(db)).toISOString();
  const name = `hending-${at.slice(0, 10)}.${format}`;
  return format === 'csv'
    ? { name, type: 'text/csv; charset=utf-8', parts: csv(parts, locale, playerId) }
    : {
        name,
        type: 'application/json; charset=utf-8',
        parts: json(parts, locale, { playerId, at }),
      };
}

async function* json(
  { db, readAgreements, nameOf }: ExportParts,
  locale: Locale,
  { playerId, at: exportedAt }: { playerId: number; at: string },
): AsyncGenerator<string> {
  const account = await accountDetails(db, playerId);
  const contacts = await listContacts(db, playerId);
  const subscriptions = await readAgreements(db, playerId);
  const limits = await readLimits(db, playerId);
  const savedRows = await listSavedRows(db, playerId);
  const teams = await ownTeams(db, playerId);
  const head = { exportedAt, account, contacts, subscriptions, limits, savedRows, teams };
  yield `${JSON.stringify(head).slice(0, -1)},"transactions":[`;
  let before = '\n';
  for await (const portion of allTransactions(db, describeIn(locale, nameOf), playerId)) {
    yield before + portion.map((each) => JSON.stringify(each)).join(',\n');
    before = ',\n';
  }
  yield '\n]}\n';
}

type Column = { name: string; cell: (t: Translate, movement: Transaction) => string | number };

const columns = (t: Translate): Column[] => [
  {
    name: t('myPages.transactions.date'),
    cell: (_, { date }) => `${date.slice(0, 10)} ${timeWithSeconds(date)}`,
  },
  { name: t('myPages.transactions.type'), cell: kindOf },
  { name: t('myPages.transactions.description'), cell: (_, { description }) => description },
  { name: t('myPages.transactions.amount'), cell: (_, { amount }) => amount },
  { name: t('myPages.transactions.balanceAfter'), cell: (_, { balanceAfter }) => balanceAfter },
  {
    name: t('myPages.transactions.state'),
    cell: (_, { payment }) => (payment ? t(`status.payment.${payment.status}`) : ''),
  },
  { name: t('myPages.transactions.authId'), cell: (_, { authId = '' }) => authId },
  { name: t('myPages.transactions.paymentId'), cell: (_, { payment }) => payment?.paymentId ?? '' },
  { name: t('myPages.transactions.number'), cell: (_, { id }) => id },
];

/** Programs that open CSV read UTF-8 by this mark. */
const byteOrderMark = '\ufeff';

async function* csv({ db, nameOf }: ExportParts, locale: Locale, playerId: number): AsyncGenerator<string> {
  const t = sayer(locale);
  const all = columns(t);
  yield byteOrderMark + line(all.map(({ name }) => name));
  for await (const portion of allTransactions(db, describeIn(locale, nameOf), playerId)) {
    yield portion.map((each) => line(all.map(({ cell }) => cell(t, each)))).join('');
  }
}

const separator = ';';

const line = (cells: readonly (string | number)[]): string => `${cells.map(field).join(separator)}\r\n`;

/** Text that a table program would take for a formula begins with an apostrophe. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return csvField(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value, separator);
}
