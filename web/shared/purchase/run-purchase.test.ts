/** A purchase against a server of a few lines: what is sent, looked up and said when answers are lost. */
import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { type Bought, type Claim, followsSlip, noPurchase, type Purchase, sentQuote } from './moves.ts';
import { runPurchase } from './run-purchase.ts';

type Wager = { number: number };
type Quote = { total: number; closeDate: string };

const closeDate = '2026-11-28T18:40:00.000Z';
/** The slip with that number, and its price. */
const slip = (number: number): [Wager, Quote] => [{ number }, { total: number, closeDate }];
const [, quote1] = slip(1);
const ticketOf = (key: string): Bought => ({ id: `ticket of ${key}`, type: 'ticket' });
const lost = () => new ApiError(0, { code: 'EC_NETWORK_ERROR' });

/** One ticket a key, as the server keeps it; the network loses what the test says. */
function server() {
  const tickets = new Map<string, string>();
  const sent: string[] = [];
  const net = { requests: true, answers: true, lookUps: true, refusal: null as string | null };
  const arrive = (key: string, wager: Wager): Bought => {
    if (net.refusal !== null) throw new ApiError(400, { code: net.refusal as 'EC_SALE_CLOSED' });
    const text = JSON.stringify(wager);
    if ((tickets.get(key) ?? text) !== text) throw new ApiError(400, { code: 'EC_DUPLICATE_VALUE' });
    tickets.set(key, text);
    return ticketOf(key);
  };
  const send = async (wager: Wager, key: string): Promise<Bought> => {
    sent.push(key);
    if (!net.requests) throw lost();
    const answer = arrive(key, wager);
    if (!net.answers) throw lost();
    return answer;
  };
  const find = async (key: string): Promise<Bought> => {
    if (!net.lookUps) throw lost();
    if (!tickets.has(key)) throw new ApiError(400, { code: 'EC_NO_DATA_FOUND' });
    return ticketOf(key);
  };
  return { tickets, sent, net, arrive, send, find };
}

function world() {
  const { send, find, ...told } = server();
  const states: Purchase<Quote>[] = [noPurchase];
  let [clockMs, keys] = [0, 0];
  let kept: Claim<Quote> | null = null;
  /** A page; a second one takes over what the first kept. */
  const page = () =>
    runPurchase<Wager, Quote>({
      ...{ send, find },
      newKey: () => `key ${++keys}`,
      wait: async (ms) => {
        clockMs += ms;
      },
      elapsedMs: () => clockMs,
      keep: (claim) => {
        kept = claim;
      },
      tell: (state) => void states.push(state),
    });
  const last = () => states.at(-1) ?? noPurchase;
  return { ...told, page, states, last, kept: () => kept as Claim<Quote> | null };
}

/** Until nothing is under way: no timer here takes longer than its turn. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

test('a lost answer: the ticket is found by its key, and nothing is sent again', async () => {
  const { page, net, sent, tickets, last, kept } = world();
  net.answers = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  expect(last().receipt).toEqual({ bought: ticketOf(sent[0] ?? ''), quote: quote1 });
  expect([sent.length, tickets.size, kept()]).toEqual([1, 1, null]);
});

test('a lost request: asking sends nothing and says so, the own press buys once', async () => {
  const { page, net, sent, tickets, last, states } = world();
  net.requests = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  expect([last().step, sentQuote(last())]).toEqual(['unknown', quote1]);
  purchase.check();
  await rest();
  expect(last().step).toBe('unknown');
  net.requests = net.lookUps = true;
  purchase.check();
  await rest();
  expect(last().step).toBe('nothing');
  expect([sent.length, tickets.size]).toEqual([1, 0]);
  expect(states.some(({ step }) => step === 'done')).toBe(false);
  purchase.buy();
  await rest();
  expect(last().step).toBe('done');
  expect([new Set(sent).size, sent.length, tickets.size]).toEqual([1, 2, 1]);
});

test('a press that was meant for the look-up and meets its answer buys nothing', async () => {
  const { page, sent, tickets, last, net } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  while (last().step !== 'paused') await Promise.resolve();
  net.requests = true;
  purchase.buy();
  expect([sent.length, tickets.size]).toEqual([1, 0]);
  await rest();
  expect(last().step).toBe('nothing');
});

test('nothing is called bought or not while the request may still come', async () => {
  const { page, net, sent, tickets, last, states, arrive } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await Promise.resolve();
  arrive(sent[0] ?? '', slip(1)[0]);
  await rest();
  expect(last().step).toBe('done');
  expect(states.map(({ step }) => step)).not.toContain('nothing');
  expect(tickets.size).toBe(1);
});

test('what comes after it was said that nothing was bought is told', async () => {
  const { page, net, sent, last, arrive } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  while (last().step !== 'nothing') await Promise.resolve();
  arrive(sent[0] ?? '', slip(1)[0]);
  await rest();
  expect(last().receipt).toEqual({ bought: ticketOf(sent[0] ?? ''), quote: quote1 });
});

test('another slip bought afterwards keeps the key: of the two only one can be bought', async () => {
  const { page, net, sent, tickets, last, arrive, kept } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  expect(last().step).toBe('nothing');
  net.requests = true;
  purchase.close();
  purchase.review(...slip(2));
  arrive(sent[0] ?? '', slip(1)[0]);
  purchase.buy();
  await rest();
  expect(last().refusal).toEqual({ code: 'EC_DUPLICATE_VALUE', closeDate });
  expect([tickets.size, kept()]).toEqual([1, null]);
  purchase.review(...slip(2));
  purchase.buy();
  await rest();
  expect(last().step).toBe('done');
  expect([new Set(sent.slice(0, 2)).size, new Set(sent).size, tickets.size]).toEqual([1, 2, 2]);
});

test('when either of two wagers may stand behind the ticket, only the ticket tells which', async () => {
  const { page, net, sent, last } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  net.requests = true;
  net.answers = false;
  purchase.review(...slip(2));
  purchase.buy();
  await rest();
  expect(last().receipt).toEqual({ bought: ticketOf(sent[0] ?? ''), quote: null });
});

test('the next page looks up what was owed, and shows what was sent, not its own slip', async () => {
  const { page, net, sent, last, kept } = world();
  net.answers = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  const claim = kept() as Claim<Quote>;
  expect(claim.isOwed).toBe(true);
  net.answers = net.lookUps = true;
  const next = page();
  next.review(...slip(2));
  next.resume(JSON.parse(JSON.stringify(claim)));
  await rest();
  expect(last().receipt).toEqual({ bought: ticketOf(sent[0] ?? ''), quote: quote1 });
  expect(sent).toHaveLength(1);
});

test('the next page finds nothing of what was owed, and its own press keeps the key', async () => {
  const { page, net, sent, tickets, last, kept } = world();
  net.requests = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  net.requests = net.lookUps = true;
  const next = page();
  next.resume(kept() as Claim<Quote>);
  await rest();
  expect(last().step).toBe('nothing');
  next.buy();
  await rest();
  expect(last().step).toBe('done');
  expect([new Set(sent).size, sent.length, tickets.size]).toEqual([1, 2, 1]);
});

test('the next page tells what comes late, though nothing was there before', async () => {
  const { page, net, sent, last, kept, arrive } = world();
  net.requests = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  expect(kept()?.isOwed).toBe(false);
  const next = page();
  next.resume(kept() as Claim<Quote>);
  expect(last().step).toBe('idle');
  arrive(sent[0] ?? '', slip(1)[0]);
  await rest();
  expect(last().receipt?.bought).toEqual(ticketOf(sent[0] ?? ''));
});

test('a press while an answer is awaited or owed sends nothing', async () => {
  const { page, net, sent } = world();
  net.requests = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  purchase.buy();
  await rest();
  purchase.buy();
  await rest();
  expect(sent).toHaveLength(1);
});

test('a refusal is final and frees the key; a passing one keeps it', async () => {
  const { page, sent, last, kept, net } = world();
  const purchase = page();
  for (const code of ['EC_SYSTEM_CLOSED', 'EC_BALANCE_TOO_LOW', null]) {
    net.refusal = code;
    purchase.review(...slip(1));
    purchase.buy();
    await rest();
  }
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
  expect([last().step, kept()]).toEqual(['done', null]);
});

test('another player takes nothing over, and what is owed stays kept for the first', async () => {
  const { page, net, last, sent, kept } = world();
  net.requests = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  purchase.forget();
  expect([last().step, last().claim]).toEqual(['idle', null]);
  purchase.check();
  purchase.buy();
  await rest();
  expect(sent).toHaveLength(1);
  expect(kept()?.isOwed).toBe(true);
});

test('an answer to the player before is not shown to the next one', async () => {
  const { page, last, sent } = world();
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  purchase.forget();
  await rest();
  expect([last().step, last().receipt, sent.length]).toEqual(['idle', null, 1]);
});

test('what is shown anew after a refusal is what the next press buys, under a key of its own', async () => {
  const { page, net, sent, tickets, last } = world();
  const purchase = page();
  purchase.review(...slip(1));
  net.refusal = 'EC_SALE_CLOSED';
  purchase.buy();
  await rest();
  purchase.renew(...slip(2));
  expect(last().refusal).toEqual({ code: 'EC_SALE_CLOSED', closeDate });
  net.refusal = null;
  purchase.buy();
  await rest();
  expect([...tickets]).toEqual([[sent[1], JSON.stringify(slip(2)[0])]]);
  expect(new Set(sent).size).toBe(2);
});

test('what owes its answer is not changed by what is shown', async () => {
  const { page, net, tickets, last } = world();
  net.answers = net.lookUps = false;
  const purchase = page();
  purchase.review(...slip(1));
  purchase.buy();
  await rest();
  purchase.renew(...slip(2));
  expect([followsSlip(last()), sentQuote(last())]).toEqual([false, quote1]);
  net.answers = net.lookUps = true;
  purchase.check();
  await rest();
  expect([...tickets.values()]).toEqual([JSON.stringify(slip(1)[0])]);
});
