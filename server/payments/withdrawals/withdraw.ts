/**
 * `POST /user/account/withdraw`: the amount leaves the balance and waits for the bank
 * (docs/rules/payments.md, Withdrawals). The worker orders it; what the bank refuses returns.
 */
import type { ApiInput } from '#contract/api.ts';
import { debitWallet } from '#server/ledger/outside.ts';
import { admit, requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { refuseInQuarantine } from '#server/players/account/bank-quarantine.ts';
import { systemLimits } from '#server/players/limits/system-limits.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';
import { amountIssue, requireAmount } from '../deposits/amount.ts';
import { balanceOf, tell } from '../messages.ts';
import { silenceSeconds } from '../parts.ts';
import { type CallKey, insertPayment, type Payment, paymentOfKey } from '../store.ts';

/** Limits of one player: orders that the bank has not settled, and the sum a day in whole krónur. */
const openOrders = 3;
const dayMax = 2_000_000;

export async function withdraw(
  db: Db,
  { body: { amount } }: ApiInput<'account.withdraw'>,
  { caller, key, inputHash, markReplay }: CallContext & { caller: Caller },
): Promise<undefined> {
  const { withdrawMin: min, withdrawMax: max } = systemLimits;
  requireAmount(amount, { min, max, tooHigh: 'EC_PLAYER_TAKEOUT_LIMIT' });
  const madeBy = { call: 'withdraw', key, inputHash };
  const isReplay = await transaction(db, (tx) => order(tx, caller, amount, madeBy));
  if (isReplay) markReplay();
}

async function order(tx: Tx, caller: Caller, amount: number, madeBy: CallKey): Promise<boolean> {
  const { playerId } = caller;
  await lockWallet(tx, playerId);
  const known = await paymentOfKey(tx, playerId, madeBy);
  if (known) return known.same || refuse('EC_DUPLICATE_VALUE');
  await requireActive(tx, playerId);
  await requireFresh(tx, caller);
  const bank = (await bankAccountOf(tx, playerId)) ?? refuse('EC_BANK_INFO_MISSING');
  await refuseInQuarantine(tx, playerId);
  await refuseTooMuch(tx, playerId, amount);
  if (amount > (await balanceOf(tx, playerId))) refuse('EC_BALANCE_TOO_LOW', amountIssue('amountTooHigh'));
  const eligibility = await admit(tx, { playerId, flow: 'withdrawal', amount });
  eligibility.use(tx);
  await holdForBank(tx, { playerId, amount, bank, madeBy });
  return false;
}

export type BankAccount = { account: string; ownerNationalId: string | null };

export async function bankAccountOf(tx: Tx, playerId: number): Promise<BankAccount | null> {
  const { rows } = await sql<{ account: string | null; ownerNationalId: string | null }>`
    SELECT bank_account AS account, national_id AS "ownerNationalId" FROM players
    WHERE player_id = ${playerId}`.execute(tx);
  const { account = null, ownerNationalId = null } = rows[0] ?? {};
  return account === null ? null : { account, ownerNationalId };
}

/** An order of which the bank has said nothing for a day counts no more as open. */
async function refuseTooMuch(tx: Tx, playerId: number, amount: number): Promise<void> {
  const own = sql`player_id = ${playerId} AND kind = 'withdrawal' AND call IS NOT NULL`;
  const { rows } = await sql<{ open: number; today: number }>`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at)
    SELECT (
        SELECT count(*)::integer FROM payments WHERE ${own} AND status IN ('held', 'accepted')
          AND (status = 'accepted' OR asked_at > at - make_interval(secs => ${silenceSeconds}))
      ) AS open, (
        SELECT coalesce(sum(amount), 0)::bigint FROM payments
        WHERE ${own} AND status <> 'rejected' AND asked_at >= date_trunc('day', at, 'UTC')
      ) AS today
    FROM moment`.execute(tx);
  const { open = 0, today = 0 } = rows[0] ?? {};
  if (open >= openOrders || today + amount > dayMax) refuse('EC_PLAYER_TAKEOUT_LIMIT');
}

export type Held = { playerId: number; amount: number; bank: BankAccount; madeBy?: CallKey };

/** The caller holds the wallet's lock and knows that the amount may go. */
export async function holdForBank(tx: Tx, { playerId, amount, bank, madeBy }: Held): Promise<Payment> {
  const payment = await insertPayment(tx, {
    playerId,
    amount,
    bank,
    kind: 'withdrawal',
    status: 'held',
    lookInSeconds: 0,
    ...(madeBy && { madeBy }),
  });
  await debitWallet(tx, payment, 'withdrawals', 'withdrawal');
  await tell(tx, playerId, 'withdrawal', { amount, balance: await balanceOf(tx, playerId) });
  return payment;
}
