/** A purchase against a server of a few lines: what is sent, looked up and said when answers are lost. */
import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { type Bought, type Claim, Purchase, type PurchaseState, type Wager } from './purchase.ts';
import type { Quote } from './quote.ts';

const wagerOf = (number: number): Wager => ({ gameId: 'lotto', rows: [{ numbers: [number] }], stake: 150 });
const closeDate = '2026-11-28T18:40:00.000Z';
const quoteOf = (number: number) => ({ total: number, closeDate }) as Quote;
const lost = () => new ApiError(0, { code: 'EC_NETWORK_ERROR' });

/** One ticket a key, as the server keeps it; the network loses what the test says. */
function world() {
  const tickets = new Map<string, string>();
  const net = { requests: true, answers: true, lookUps: true };
  const sent: string[] = [];
  const states: PurchaseState[] = [];
  const told = { last: { step: 'idle' } as PurchaseState };
  let [clockMs, keys] = [0, 0];
  let kept: Claim | null = null;
  let refusal: string | null = null;

  const arrive = (key: string, wager: Wager): Bought => {
    if (refusal !== null) throw new ApiError(400, { code: refusal as 'EC_SALE_CLOSED' });
    const text = JSON.stringify(wager);
    const known = tickets.get(key);
    if (known !== undefined && known !== text) throw new ApiError(400, { code: 'EC_DUPLICATE_VALUE' });
    tickets.set(key, text);
    return { id: `ticket of ${key}`, type: 'ticket' };
  };
  const start = () =>
    new Purchase({
      send: async (wager, key) => {
        sent.push(key);
        if (!net.requests) throw lost();
        const answer = arrive(key, wager);
        if (!net.answers) throw lost();
        return answer;
      },
      find: async (key) => {
        if (!net.lookUps) throw lost();
        if (!tickets.has(key)) throw new ApiError(400, { code: 'EC_NO_DATA_FOUND' });
        return { id: `ticket of ${key}`, type: 'ticket' };
      },
      newKey: () => `key ${++keys}`,
      wait: async (ms) => {
        clockMs += ms;
      },
      elapsedMs: () => clockMs,
      keep: (claim) => {
        kept = claim;
      },
      tell: (state) => {
        told.last = state;
        states.push(state);
      },
    });
  return {
    purchase: start(),
    tickets,
    net,
    sent,
    states,
    told,
    arrive,
    kept: () => kept,
    /** The page goes, and another one takes over what was kept. */
    again: start,
    refuse: (code: string | null) => {
      refusal = code;
    },
  };
}

test('a lost answer: the ticket is found by its key, and nothing is sent again', async () => {
  const { purchase, net, sent, tickets, told, kept } = world();
  net.answers = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  expect(told.last).toEqual({
    step: 'done',
    bought: { id: 'ticket of key 1', type: 'ticket' },
    quote: quoteOf(1),
  });
  expect([sent.length, tickets.size, kept()]).toEqual([1, 1, null]);
});

test('a lost request: asking sends nothing and says so, the own press buys once', async () => {
  const { purchase, net, sent, tickets, told, states } = world();
  net.requests = net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  expect(told.last).toEqual({ step: 'lost', asking: false, quote: quoteOf(1) });
  await purchase.check();
  expect(told.last.step).toBe('lost');
  net.requests = net.lookUps = true;
  await purchase.check();
  expect(told.last.step).toBe('nothing');
  expect([sent.length, tickets.size]).toEqual([1, 0]);
  expect(states.some(({ step }) => step === 'done')).toBe(false);
  await purchase.buy();
  expect(told.last.step).toBe('done');
  expect([new Set(sent).size, sent.length, tickets.size]).toEqual([1, 2, 1]);
});

test('a press that was meant for the look-up and meets its answer buys nothing', async () => {
  const { purchase, sent, tickets, told, net } = world();
  net.requests = false;
  purchase.open(wagerOf(1), quoteOf(150));
  const over = purchase.buy();
  while (told.last.step !== 'nothing') await Promise.resolve();
  expect(told.last).toMatchObject({ isFresh: true });
  net.requests = true;
  await purchase.buy();
  expect([sent.length, tickets.size]).toEqual([1, 0]);
  await over;
  expect(told.last).toMatchObject({ step: 'nothing', isFresh: false });
});

test('nothing is called bought or not while the request may still come', async () => {
  const { purchase, net, tickets, told, states, arrive } = world();
  net.requests = false;
  purchase.open(wagerOf(1), quoteOf(1));
  const bought = purchase.buy();
  await Promise.resolve();
  arrive('key 1', wagerOf(1));
  await bought;
  expect(told.last.step).toBe('done');
  expect(states.map(({ step }) => step)).not.toContain('nothing');
  expect(tickets.size).toBe(1);
});

test('what comes after it was said that nothing was bought is told', async () => {
  const { net, told, states, arrive, ...made } = world();
  net.requests = false;
  made.purchase.open(wagerOf(1), quoteOf(1));
  await made.purchase.buy();
  expect(states.map(({ step }) => step)).toContain('nothing');
  arrive('key 1', wagerOf(1));
  await expect
    .poll(() => told.last)
    .toEqual({
      step: 'done',
      bought: { id: 'ticket of key 1', type: 'ticket' },
      quote: quoteOf(1),
    });
});

test('another slip bought afterwards keeps the key: of the two only one can be bought', async () => {
  const { purchase, net, sent, tickets, told, arrive, kept } = world();
  net.requests = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  expect(told.last.step).toBe('nothing');
  net.requests = true;
  purchase.reset();
  purchase.open(wagerOf(2), quoteOf(2));
  arrive('key 1', wagerOf(1));
  await purchase.buy();
  expect(told.last).toEqual({ step: 'refused', code: 'EC_DUPLICATE_VALUE', closeDate });
  expect([tickets.size, kept()]).toEqual([1, null]);
  purchase.open(wagerOf(2), quoteOf(2));
  await purchase.buy();
  expect(told.last.step).toBe('done');
  expect([sent, tickets.size]).toEqual([['key 1', 'key 1', 'key 2'], 2]);
});

test('when either of two wagers may stand behind the ticket, only the ticket tells which', async () => {
  const { purchase, net, told } = world();
  net.requests = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  net.requests = true;
  net.answers = false;
  purchase.open(wagerOf(2), quoteOf(2));
  await purchase.buy();
  expect(told.last).toEqual({ step: 'done', bought: { id: 'ticket of key 1', type: 'ticket' }, quote: null });
});

test('the next page looks up what was owed, and shows what was sent, not its own slip', async () => {
  const { purchase, net, sent, told, kept, again } = world();
  net.answers = net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  const claim = kept() as Claim;
  expect(claim.isOwed).toBe(true);
  net.answers = net.lookUps = true;
  const next = again();
  next.open(wagerOf(2), quoteOf(2));
  await next.resume(claim);
  expect(told.last).toEqual({
    step: 'done',
    bought: { id: 'ticket of key 1', type: 'ticket' },
    quote: quoteOf(1),
  });
  expect(sent).toHaveLength(1);
});

test('the next page finds nothing of what was owed, and its own press keeps the key', async () => {
  const { purchase, net, sent, tickets, told, kept, again } = world();
  net.requests = net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  net.requests = net.lookUps = true;
  const next = again();
  next.open(wagerOf(1), quoteOf(1));
  await next.resume(kept() as Claim);
  await next.check();
  expect(told.last.step).toBe('nothing');
  await next.buy();
  expect(told.last.step).toBe('done');
  expect([sent, tickets.size]).toEqual([['key 1', 'key 1'], 1]);
});

test('a press while an answer is awaited or owed sends nothing', async () => {
  const { purchase, net, sent } = world();
  net.requests = net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await Promise.all([purchase.buy(), purchase.buy()]);
  await purchase.buy();
  expect(sent).toHaveLength(1);
});

test('a refusal is final and frees the key; a passing one keeps it', async () => {
  const { purchase, sent, told, kept, refuse } = world();
  for (const code of ['EC_SYSTEM_CLOSED', 'EC_BALANCE_TOO_LOW', null]) {
    refuse(code);
    purchase.open(wagerOf(1), quoteOf(1));
    await purchase.buy();
  }
  expect(sent).toEqual(['key 1', 'key 1', 'key 2']);
  expect([told.last.step, kept()]).toEqual(['done', null]);
});

test('another player takes nothing over', async () => {
  const { purchase, net, told, sent } = world();
  net.requests = net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  purchase.forget();
  expect(told.last).toEqual({ step: 'idle' });
  await purchase.check();
  await purchase.buy();
  expect(sent).toHaveLength(1);
});

test('what is shown anew after a refusal is what the next press buys, under a key of its own', async () => {
  const { purchase, refuse, sent, tickets, told } = world();
  purchase.open(wagerOf(1), quoteOf(1));
  refuse('EC_SALE_CLOSED');
  await purchase.buy();
  expect(purchase.renew(wagerOf(2), quoteOf(2))).toBe(true);
  expect(told.last).toEqual({ step: 'refused', code: 'EC_SALE_CLOSED', closeDate });
  refuse(null);
  await purchase.buy();
  expect([...tickets]).toEqual([[sent[1], JSON.stringify(wagerOf(2))]]);
  expect(new Set(sent).size).toBe(2);
});

test('what owes its answer is not changed by what is shown', async () => {
  const { purchase, net, tickets } = world();
  net.answers = false;
  net.lookUps = false;
  purchase.open(wagerOf(1), quoteOf(1));
  await purchase.buy();
  expect(purchase.renew(wagerOf(2), quoteOf(2))).toBe(false);
  net.answers = true;
  net.lookUps = true;
  await purchase.check();
  expect([...tickets.values()]).toEqual([JSON.stringify(wagerOf(1))]);
});
