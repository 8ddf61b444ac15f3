/**
 * Every króna that is booked outside is in a balance or was given back there, never both; nothing is in a
 * balance that nobody outside has. The sandboxes' own files are read, not what the product says of them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { decodeId } from '#server/platform/ids.ts';
import { clockOf, walk } from './clock.ts';
import { runOperator } from './operator.ts';
import { withOwner } from './owner.ts';
import type { Payer } from './payer.ts';
import { expectEqual, type Sim, violate } from './sim.ts';

type Payment = {
  id: string;
  requestId: string;
  playerId: number;
  kind: string;
  status: string;
  sentAt: string | null;
  flag: string | null;
  amount: number;
  /** What it moved on the balance. */
  moved: number;
};

export async function auditPayers(sim: Sim): Promise<void> {
  await walk(sim, 3_600);
  for (const { id, kind, status } of await withOwner(sim.instance, readPayments)) {
    if (open.includes(status))
      violate({ sim, name: `${kind} ${id}` }, `is ${status} after an hour without trouble`);
  }
  const last = await today(sim);
  // What was booked days after it was asked for is found by the reconciliation of the next morning.
  await walk(sim, 30 * 3_600);
  await compareBooks(sim);
  for (const day of [last, await today(sim)]) await reconcile(sim, day);
}

const today = async (sim: Sim): Promise<string> => (await clockOf(sim)).toISOString().slice(0, 10);

export async function compareBooks(sim: Sim): Promise<void> {
  const payments = await withOwner(sim.instance, readPayments);
  const booked = bookedOutside(sim);
  const sum = [...booked.values()].reduce((total, amount) => total + amount, 0);
  const ends = Map.groupBy(payments, ({ kind, status }) => `${kind} ${status}`);
  const said = [...ends].map(([end, { length }]) => `${end} ${length}`).toSorted();
  sim.say(`${payments.length} payments (${said.join(', ')}); outside ${booked.size} are booked, ${sum} kr.`);
  for (const payment of payments) auditPayment(sim, payment, booked);
  for (const id of booked.keys()) {
    violate({ sim, name: 'the outside' }, `${id} is booked there and unknown here`);
  }
  for (const payer of sim.payers) {
    await auditPayer(sim, payer, payments);
    await auditCharges(sim, payer, payments);
  }
}

async function readPayments(client: pg.Client): Promise<Payment[]> {
  const { rows } = await client.query<Payment>(`
    SELECT p.payment_id AS id, p.request_id AS "requestId", p.player_id::int AS "playerId", p.kind, p.status,
      p.sent_at::text AS "sentAt", p.flag, p.amount::int AS amount,
      (SELECT coalesce(sum(wallet_after - wallet_before), 0)::int
        FROM ledger_transfers t WHERE t.payment_id = p.payment_id) AS moved
    FROM payments p`);
  return rows;
}

const open = ['waiting', 'paying', 'unknown', 'paid', 'held', 'accepted'];

/** Takes what it has found out of `booked`. */
function auditPayment(sim: Sim, payment: Payment, booked: Map<string, number>): void {
  const { id, requestId, kind, status, moved, amount } = payment;
  const key = kind === 'aurDeposit' ? id : requestId;
  const there = booked.get(key) ?? 0;
  booked.delete(key);
  const at = { sim, name: `${kind} ${id} (${status})` };
  if (kind === 'withdrawal') {
    if (moved !== -there) violate(at, `took ${-moved} from the balance, and the bank paid ${there}`);
    return;
  }
  if (moved !== there) {
    const said = `${there} is booked outside, and ${moved} is in the balance`;
    violate(at, `${said}; sent ${payment.sentAt}, there: ${linesAbout(sim, requestId)}`);
  }
  if (moved !== 0 && moved !== amount) violate(at, `${amount} was asked for, and ${moved} is in the balance`);
}

/** Whole krónur by the id under which each knows it, refunds taken off; nothing where nothing is left. */
function bookedOutside({ instance }: Sim): Map<string, number> {
  const booked = new Map<string, number>();
  const add = (id: string, amount: number) => booked.set(id, (booked.get(id) ?? 0) + amount);
  const read = <T>(...path: string[]): T[] => linesOf<T>(join(instance.dataDir, ...path));
  type Sale = { kind: string; correlationId: string; acquirerReferenceNumber: string; amount: number };
  const saleOf = new Map<string, string>();
  for (const sale of read<Sale>('card-gateway', 'transactions.jsonl')) {
    const { kind, correlationId, acquirerReferenceNumber: number, amount } = sale;
    if (kind === 'sale') saleOf.set(number, correlationId);
    add(saleOf.get(number) ?? correlationId, (kind === 'sale' ? amount : -amount) / 100);
  }
  type AurLine = {
    purchase?: { token: string; orderid: string; amount: number };
    ending?: { token: string; status: string };
  };
  const asked = new Map<string, { orderid: string; amount: number }>();
  for (const { purchase, ending } of read<AurLine>('aur', 'payments.jsonl')) {
    if (purchase) asked.set(purchase.token, purchase);
    const ended = ending?.status === 'FINISHED' && asked.get(ending.token);
    if (ended) add(ended.orderid, ended.amount);
  }
  type Order = { requestId: string; amount: number; rejected: string | null };
  for (const { requestId, amount, rejected } of read<Order>('bank', 'payments.jsonl'))
    if (rejected === null) add(requestId, amount);
  for (const [id, amount] of booked) if (amount === 0) booked.delete(id);
  return booked;
}

/** What the gateway wrote of it: the run's folder is gone when somebody wants to know why. */
function linesAbout({ instance }: Sim, requestId: string): string {
  const lines = wholeLines(join(instance.dataDir, 'card-gateway', 'transactions.jsonl'));
  return lines.filter((line) => line.includes(requestId)).join();
}

const linesOf = <T>(file: string): T[] => wholeLines(file).map((line) => JSON.parse(line) as T);

function wholeLines(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'));
}

/** What was told to one of them is so. */
async function auditPayer(sim: Sim, payer: Payer, payments: readonly Payment[]): Promise<void> {
  const at = { sim, name: `audit of payer ${payer.index}` };
  const own = payments.filter(({ playerId }) => playerId === payer.playerId);
  const found = (told: string) => own.find(({ id }) => id === decodeId(told));
  for (const id of payer.credited) {
    const payment = found(id);
    // A card that was kept is none.
    if (payment && payment.moved !== payment.amount)
      violate(at, `${payment.id} was told to be in the balance`);
  }
  for (const id of payer.failed) {
    const payment = found(id);
    if (payment && payment.moved !== 0 && payment.flag === null)
      violate(at, `${payment.id} was told to have failed, and is in the balance`);
  }
  const ordered = own.filter(({ kind }) => kind === 'withdrawal').map(({ amount }) => amount);
  for (const amount of payer.withdrawn) {
    const place = ordered.indexOf(amount);
    if (place < 0) violate(at, `a withdrawal of ${amount} was taken, and is nowhere`);
    else ordered.splice(place, 1);
  }
  const unsaid = ordered.filter((amount) => !payer.perhapsWithdrawn.includes(amount));
  if (unsaid.length > 0) violate(at, `withdrawals that nobody was told of: ${unsaid.join()}`);
  const { rows } = await withOwner(sim.instance, (client) =>
    client.query<{ balance: number; besides: number }>(
      `SELECT balance::int AS balance, (SELECT coalesce(sum(wallet_after - wallet_before), 0)::int
         FROM ledger_transfers t WHERE t.player_id = w.player_id AND payment_id IS NULL) AS besides
       FROM wallets w WHERE player_id = $1`,
      [payer.playerId],
    ),
  );
  const moved = own.reduce((sum, payment) => sum + payment.moved, 0);
  expectEqual(at, 'balance', rows[0]?.balance, moved + (rows[0]?.besides ?? 0));
}

/** A key buys at most one subscription. Every card payment without a flag is a charge of one of these. */
async function auditCharges(sim: Sim, payer: Payer, payments: readonly Payment[]): Promise<void> {
  const at = { sim, name: `card charges of payer ${payer.index}` };
  const { rows } = await withOwner(sim.instance, (client) =>
    client.query<{ id: string; charged: number[] }>(
      `SELECT subscription_id AS id, ARRAY(SELECT amount::int FROM subscription_events e
         WHERE e.subscription_id = s.subscription_id AND kind = 'charged' AND amount > 0) AS charged
       FROM subscriptions s WHERE player_id = $1`,
      [payer.playerId],
    ),
  );
  const keys = payer.subscriptionKeys.size;
  if (rows.length > keys) violate(at, `${keys} keys bought ${rows.length} subscriptions`);
  const charged = rows.flatMap((row) => row.charged);
  for (const { playerId, kind, moved, flag, id } of payments) {
    if (playerId !== payer.playerId || kind !== 'subscriptionCharge' || moved === 0 || flag !== null)
      continue;
    const place = charged.indexOf(moved);
    if (place < 0)
      violate(at, `${id} took ${moved} from the card, and no charge of a subscription was paid by it`);
    else charged.splice(place, 1);
  }
}

async function reconcile(sim: Sim, day: string): Promise<void> {
  const { code, said } = await runOperator(sim.instance.env, ['payments', 'reconcile', day, '--as', 'gunna']);
  if (code !== 0) violate({ sim, name: `reconciliation of ${day}` }, said);
}
