/**
 * What is left in a closed account is its player's: it goes to the bank account by itself, whatever the least
 * withdrawal is, and prizes that come later follow. Where no account is known, or the bank refused it, one
 * person names where it goes and another pays.
 */

import { lockWallet } from '#server/limits/store.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { personKey, requireOther } from '#server/platform/two-persons.ts';
import { holdForBank } from './withdraw.ts';

type Closed = { playerId: number; balance: number; account: string | null; ownerNationalId: string | null };

/** Closed, with money, and nothing that speaks against the account it would go to. */
const payable = sql`
  SELECT w.player_id AS "playerId", w.balance, p.bank_account AS account, p.national_id AS "ownerNationalId"
  FROM wallets w JOIN players p USING (player_id)
  WHERE w.closed_at IS NOT NULL AND w.balance > 0 AND w.debt = 0 AND p.bank_account IS NOT NULL
    AND NOT EXISTS (SELECT FROM payments x WHERE x.player_id = w.player_id AND x.kind = 'withdrawal'
      AND x.status = 'rejected' AND x.bank_account = p.bank_account AND x.asked_at >= w.closed_at)`;

export const closedDeadline: Deadline = {
  name: 'closed accounts',
  due: sql`SELECT domain_now() FROM (${payable}) p LIMIT 1`,
  async run(db) {
    const { rows } = await sql<Closed>`${payable} LIMIT 100`.execute(db);
    for (const { playerId } of rows) await transaction(db, (tx) => payOut(tx, playerId));
    return rows.length;
  },
};

async function payOut(tx: Tx, playerId: number): Promise<void> {
  await lockWallet(tx, playerId);
  const { rows } = await sql<Closed>`${payable} AND w.player_id = ${playerId}`.execute(tx);
  const [closed] = rows;
  if (!closed?.account) return;
  const { balance: amount, account, ownerNationalId } = closed;
  await holdForBank(tx, { playerId, amount, bank: { account, ownerNationalId } });
}

export type HeldBalance = {
  playerId: number;
  balance: number;
  closedAt: Date;
  /** Why it does not go by itself. */
  why: 'noAccount' | 'rejected' | 'debt';
  /** Where one person said it goes. */
  account: string | null;
  enteredBy: string | null;
};

const held = sql`
  SELECT w.player_id AS "playerId", w.balance, w.closed_at AS "closedAt", h.bank_account AS account,
    h.entered_by AS "enteredBy",
    CASE WHEN w.debt > 0 THEN 'debt' WHEN p.bank_account IS NULL THEN 'noAccount' ELSE 'rejected' END AS why
  FROM wallets w JOIN players p USING (player_id) LEFT JOIN held_payouts h USING (player_id)
  WHERE w.closed_at IS NOT NULL AND w.balance > 0
    AND NOT EXISTS (SELECT FROM (${payable}) q WHERE q."playerId" = w.player_id)`;

/** Money of closed accounts that waits for people. */
export async function heldBalances(db: Db): Promise<HeldBalance[]> {
  const { rows } = await sql<HeldBalance>`${held} ORDER BY w.closed_at`.execute(db);
  return rows;
}

export type HeldPayout = { step: 'entered' | 'paid'; playerId: number; amount: number; account: string };

/** Throws EC_NO_DATA_FOUND, and EC_ACTION_NOT_ALLOWED with a message for one person twice. */
export async function payHeld(
  tx: Tx,
  { playerId, account, actor }: { playerId: number; account: string; actor: string },
): Promise<HeldPayout> {
  await lockWallet(tx, playerId);
  const { rows } = await sql<HeldBalance>`${held} AND p.player_id = ${playerId}`.execute(tx);
  const { balance: amount, account: named, enteredBy } = rows[0] ?? refuse('EC_NO_DATA_FOUND');
  if (named !== account || enteredBy === null) {
    await sql`
      INSERT INTO held_payouts (player_id, bank_account, entered_by, entered_by_key, entered_at)
      VALUES (${playerId}, ${account}, ${actor}, ${personKey(actor)}, domain_now())
      ON CONFLICT (player_id) DO UPDATE SET bank_account = excluded.bank_account,
        entered_by = excluded.entered_by, entered_by_key = excluded.entered_by_key,
        entered_at = excluded.entered_at`.execute(tx);
    return { step: 'entered', playerId, amount, account };
  }
  const message = `${actor} named the account; another person pays.`;
  const { secondKey } = requireOther(enteredBy, actor, message);
  const taken = await sql`
    DELETE FROM held_payouts
    WHERE player_id = ${playerId} AND is_other_person(entered_by_key, ${secondKey}) RETURNING 1`.execute(tx);
  if (taken.rows.length === 0) refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
  const owner = await sql<{ nationalId: string | null }>`
    SELECT national_id AS "nationalId" FROM players WHERE player_id = ${playerId}`.execute(tx);
  const bank = { account, ownerNationalId: owner.rows[0]?.nationalId ?? null };
  await holdForBank(tx, { playerId, amount, bank });
  return { step: 'paid', playerId, amount, account };
}
