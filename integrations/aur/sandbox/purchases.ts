/** Payments that phones are asked for, and how they end: by a thumb, by their number's habit, by time. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRecord } from '../../sandbox-record.ts';
import type { WirePurchase } from '../wire.ts';

export type Outcome = 'approve' | 'cancel' | 'never';

/** What a phone does by itself, and when. */
export type Habit = { outcome: Outcome; afterMs: number };

const seconds = 1_000;

/** The numbers that act by themselves; `refused` and `error` answer the request itself. */
export const magicNumbers: Readonly<Record<string, Habit | 'refused' | 'error'>> = {
  '6110001': { outcome: 'approve', afterMs: 3 * seconds },
  '6110002': { outcome: 'cancel', afterMs: 3 * seconds },
  '6110003': { outcome: 'never', afterMs: 0 },
  '6110004': 'refused',
  '6110005': 'error',
  /** The product gives up after three minutes. */
  '6110006': { outcome: 'approve', afterMs: 240 * seconds },
};

/** Unless the request says `timeout`. */
const expiresAfterMs = 600 * seconds;

export type Purchase = {
  token: string;
  orderid: string;
  msisdn: string;
  amount: number;
  description: string;
  callbackUrl?: string | undefined;
  habit: Habit | null;
  atMs: number;
  expiresMs: number;
};

export type Ending = {
  token: string;
  status: 'FINISHED' | 'CANCELLED';
  transactionid?: string;
  /** Why it was cancelled. */
  errorcode?: 'user' | 'expired';
  atMs: number;
};

type Entry = { purchase: Purchase } | { ending: Ending };

export type Purchases = {
  /** Null: there has been an order of that id. */
  open(wanted: WirePurchase, habit: Habit | null): Purchase | null;
  find(of: { token?: string | undefined; orderid?: string | undefined }): Purchase | undefined;
  /** Undefined: it waits still. */
  ending(purchase: Purchase): Ending | undefined;
  /** False: it has ended already. */
  act(purchase: Purchase, outcome: 'approve' | 'cancel'): boolean;
  waiting(): Purchase[];
  /** Oldest first. */
  all(): readonly Purchase[];
  /** What was taken on a day, `YYYY-MM-DD`. */
  taken(day: string): { purchase: Purchase; ending: Ending }[];
  /** Ends what is due. */
  settle(): void;
};

type Parts = {
  dataDir: string;
  now: () => Date;
  onEnd: (purchase: Purchase, ending: Ending) => void;
};

export function openPurchases({ dataDir, now, onEnd }: Parts): Purchases {
  const folder = join(dataDir, 'aur');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const record = openRecord<Entry>(join(folder, 'payments.jsonl'));
  const byToken = new Map<string, Purchase>();
  const tokenOfOrder = new Map<string, string>();
  const endings = new Map<string, Ending>();
  const waiting = new Map<string, Purchase>();
  const note = (entry: Entry): void => {
    if ('ending' in entry) {
      endings.set(entry.ending.token, entry.ending);
      waiting.delete(entry.ending.token);
      return;
    }
    const { token, orderid } = entry.purchase;
    byToken.set(token, entry.purchase);
    tokenOfOrder.set(orderid, token);
    waiting.set(token, entry.purchase);
  };
  record.entries.forEach(note);

  const add = (entry: Entry): void => {
    record.add(entry);
    note(entry);
  };
  const end = (purchase: Purchase, ending: Ending): void => {
    add({ ending });
    onEnd(purchase, ending);
  };
  const settle = (): void => waiting.forEach((purchase) => void ending(purchase));
  const ending = (purchase: Purchase): Ending | undefined => {
    const due = endings.has(purchase.token) ? null : dueEnding(purchase, now().getTime());
    if (due) end(purchase, due);
    return endings.get(purchase.token);
  };

  return {
    settle,
    open(wanted, habit) {
      if (tokenOfOrder.has(wanted.orderid)) return null;
      const purchase = purchaseOf(wanted, habit, now().getTime());
      add({ purchase });
      return purchase;
    },
    find: ({ token, orderid }) => byToken.get(token ?? tokenOfOrder.get(orderid ?? '') ?? ''),
    ending,
    act(purchase, outcome) {
      settle();
      if (endings.has(purchase.token)) return false;
      end(purchase, endingOf(purchase, outcome, now().getTime()));
      return true;
    },
    waiting: () => [...waiting.values()],
    all: () => [...byToken.values()],
    taken: (day) => takenOn(day, endings, byToken),
  };
}

function takenOn(
  day: string,
  endings: ReadonlyMap<string, Ending>,
  byToken: ReadonlyMap<string, Purchase>,
): { purchase: Purchase; ending: Ending }[] {
  return [...endings.values()].flatMap((ending) => {
    const purchase = byToken.get(ending.token);
    const isThen = new Date(ending.atMs).toISOString().startsWith(day);
    return purchase && isThen && ending.status === 'FINISHED' ? [{ purchase, ending }] : [];
  });
}

function purchaseOf(wanted: WirePurchase, habit: Habit | null, atMs: number): Purchase {
  const { orderid, msisdn, amount, description, callbackUrl, timeout } = wanted;
  return {
    token: randomUUID(),
    orderid,
    msisdn,
    amount,
    description,
    callbackUrl,
    habit,
    atMs,
    expiresMs: atMs + (timeout === undefined ? expiresAfterMs : timeout * seconds),
  };
}

/** A habit is kept even after the request has run out: that is how a payment comes late. */
function dueEnding(purchase: Purchase, nowMs: number): Ending | null {
  const { token, habit, atMs, expiresMs } = purchase;
  if (habit && habit.outcome !== 'never') {
    const dueMs = atMs + habit.afterMs;
    return dueMs <= nowMs ? endingOf(purchase, habit.outcome, dueMs) : null;
  }
  return expiresMs <= nowMs ? { token, status: 'CANCELLED', errorcode: 'expired', atMs: expiresMs } : null;
}

function endingOf({ token }: Purchase, outcome: 'approve' | 'cancel', atMs: number): Ending {
  return outcome === 'approve'
    ? { token, status: 'FINISHED', transactionid: randomUUID(), atMs }
    : { token, status: 'CANCELLED', errorcode: 'user', atMs };
}
