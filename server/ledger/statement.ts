/** A player's statement for any moment, recomputed from the entries alone (must-hold 60). */

import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { type CauseKind, causeOf } from './transfer-kinds.ts';

export type StatementLine = {
  at: Date;
  kind: string;
  /** Signed: positive into the wallet. Whole krónur. */
  amount: number;
  /** Recomputed: the sum of the entries up to here. */
  balance: number;
  /** What was written beside the entry when it was made. */
  shown: number;
  /** What it was for, by the id that players see. */
  cause: { kind: CauseKind; id: string } | null;
};

type Ids = Record<'ticketId' | 'subscriptionId' | 'paymentId' | 'syndicateId', string | null>;

export type Statement = {
  at: Date;
  balance: number;
  lines: StatementLine[];
  /** Each recomputed balance is the one that was shown, and, up to now, the wallet's. */
  agrees: boolean;
};

/** Up to and including the moment `at`; null is now. Null when there is no such wallet. */
export async function statementOf(db: Db, playerId: number, at: Date | null): Promise<Statement | null> {
  const { rows: wallets } = await sql<{ account: number; balance: number; now: Date }>`
    SELECT account_id AS account, balance, domain_now() AS now FROM wallets WHERE player_id = ${playerId}
  `.execute(db);
  const wallet = wallets[0];
  if (!wallet) return null;
  const until = at ?? wallet.now;
  const { rows } = await sql<Omit<StatementLine, 'cause'> & Ids>`
    SELECT at, kind, signed.amount, wallet_after AS shown, payment_id AS "paymentId", ticket_id AS "ticketId",
      subscription_id AS "subscriptionId", syndicate_id AS "syndicateId",
      (sum(signed.amount) OVER (ORDER BY at, transfer_id))::bigint AS balance
    FROM ledger_transfers,
      LATERAL (
        SELECT CASE WHEN credit_account = ${wallet.account} THEN amount ELSE -amount END AS amount
      ) AS signed
    WHERE player_id = ${playerId} AND ${wallet.account} IN (debit_account, credit_account) AND at <= ${until}
    ORDER BY at, transfer_id
  `.execute(db);
  const lines = rows.map(({ ticketId, subscriptionId, paymentId, syndicateId, ...line }) => ({
    ...line,
    cause: causeNamed(line.kind, { ticketId, subscriptionId, paymentId, syndicateId }),
  }));
  const balance = lines.at(-1)?.balance ?? 0;
  const agrees =
    lines.every((line) => line.balance === line.shown) && (at !== null || balance === wallet.balance);
  return { at: until, balance, lines, agrees };
}

function causeNamed(kind: string, ids: Ids): StatementLine['cause'] {
  const cause = causeOf(kind);
  const id = cause === null || cause === 'draw' ? null : ids[`${cause}Id`];
  return cause === null || id === null ? null : { kind: cause, id: encodeId(id) };
}
