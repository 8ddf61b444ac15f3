/** What a player is told of money that came or went. */
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import type { Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import type { Payment } from './store.ts';

type PaymentLetter =
  | 'deposit'
  | 'withdrawal'
  | 'withdrawalRejected'
  | 'cardAdded'
  | 'cardRemoved'
  | 'cardEnds'
  | 'chargeback'
  | 'chargebackWon';

/** By letter and as a notice. */
export async function tell(
  tx: Tx,
  playerId: number,
  kind: PaymentLetter,
  more: Record<string, string | number>,
): Promise<void> {
  const at = (await databaseNow(tx)).toISOString();
  const values = { date: at, time: at, ...more };
  await queueMessage(tx, { channel: 'email', kind, playerId, locale: 'is', values });
  await addNotice(tx, { playerId, kind, values });
}

export async function tellDeposit(tx: Tx, { playerId, amount }: Payment): Promise<void> {
  await tell(tx, playerId, 'deposit', { amount, balance: await balanceOf(tx, playerId) });
}

export async function balanceOf(tx: Tx, playerId: number): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM wallets WHERE player_id = ${playerId}`.execute(tx);
  return (rows[0] as { balance: number }).balance;
}
