/** What the shop is told when a payment ends: once, twice, late or never. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireCallback } from '../wire.ts';
import type { Ending, Purchase } from './purchases.ts';

export type CallbackWish = { callbacks: number; callbackDelayMs: number };

type Sent = { url: string; orderid: string; status: number | null };

const sentKept = 200;

export function createCallbacks() {
  const sent: Sent[] = [];
  let wish: CallbackWish = { callbacks: 1, callbackDelayMs: 0 };
  const post = async (url: string, told: WireCallback, delayMs: number): Promise<void> => {
    await sleep(delayMs, undefined, { ref: false });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(told),
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    await response?.body?.cancel();
    sent.push({ url, orderid: told.orderid, status: response?.status ?? null });
    if (sent.length > sentKept) sent.shift();
  };
  return {
    wish: (wanted: Partial<CallbackWish>): void => {
      wish = { ...wish, ...wanted };
    },
    shown: () => ({ ...wish, sent }),
    tell(purchase: Purchase, ending: Ending): void {
      if (purchase.callbackUrl === undefined) return;
      const told = callbackOf(purchase, ending);
      for (let each = 0; each < wish.callbacks; each += 1) {
        void post(purchase.callbackUrl, told, wish.callbackDelayMs);
      }
    },
  };
}

function callbackOf({ orderid, amount, msisdn }: Purchase, ending: Ending): WireCallback {
  const { status, transactionid, errorcode, atMs } = ending;
  const timestamp = new Date(atMs).toISOString();
  return { orderid, status, transactionid, amount, msisdn, timestamp, errorcode };
}
