import { expect, test } from 'vitest';
import {
  type EventType,
  moved,
  moves,
  noPurchase,
  type Purchase,
  type PurchaseEvent,
  type Step,
} from './moves.ts';

type Quote = { closeDate: string; total: number };

const quote = { closeDate: '2026-11-28T18:40:00.000Z', total: 300 };
const bought = { id: '7', type: 'ticket' } as const;
const claim = { key: 'kept', wager: '{}', quote, isRepeat: false, isMixed: false, isOwed: true };

/** One of each kind, for the press or look-up that is under way. */
function eventOf(type: EventType, { turn }: Purchase<Quote>, code = 'EC_SALE_CLOSED'): PurchaseEvent<Quote> {
  const every: Readonly<Record<EventType, PurchaseEvent<Quote>>> = {
    review: { type: 'review', wager: '{}', quote },
    renew: { type: 'renew', wager: '{}', quote },
    buy: { type: 'buy', newKey: `key ${turn}` },
    resume: { type: 'resume', claim, atMs: 0 },
    watch: { type: 'watch', claim },
    check: { type: 'check' },
    close: { type: 'close' },
    forget: { type: 'forget' },
    slow: { type: 'slow', turn },
    missing: { type: 'missing', turn },
    ready: { type: 'ready', turn },
    unreached: { type: 'unreached', turn },
    sold: { type: 'sold', turn, bought },
    found: { type: 'found', turn, bought },
    refuse: { type: 'refuse', turn, code },
    lose: { type: 'lose', turn, atMs: 0 },
  };
  return every[type];
}

function after(...types: EventType[]): Purchase<Quote> {
  return types.reduce<Purchase<Quote>>((now, type) => moved(now, eventOf(type, now)), noPurchase);
}

/** A way to each step. */
const ways: Readonly<Record<Step, EventType[]>> = {
  idle: ['review'],
  buying: ['review', 'buy'],
  slow: ['review', 'buy', 'slow'],
  looking: ['review', 'buy', 'lose'],
  unknown: ['review', 'buy', 'lose', 'unreached'],
  paused: ['review', 'buy', 'lose', 'missing'],
  nothing: ['review', 'buy', 'lose', 'missing', 'ready'],
  refused: ['review', 'buy', 'refuse'],
  done: ['review', 'buy', 'sold'],
};
const steps = Object.keys(ways) as Step[];
const types = Object.keys(Object.assign({}, ...Object.values(moves))) as EventType[];

test.each(steps)('%s is reached, and a move that the table does not have changes nothing there', (step) => {
  const now = after(...ways[step]);
  expect(now.step).toBe(step);
  for (const type of types.filter((type) => moves[step][type] === undefined))
    expect(moved(now, eventOf(type, now)), type).toBe(now);
});

test.each(steps)('from %s the moves of the table lead where it says', (step) => {
  const now = after(...ways[step]);
  for (const type of types) {
    const to = moves[step][type];
    if (to !== undefined) expect(moved(now, eventOf(type, now)).step, type).toBe(to);
  }
});

test('an answer that belongs to an earlier press or look-up changes nothing', () => {
  const first = after('review', 'buy');
  const now = after('review', 'buy', 'refuse', 'buy');
  expect(now.step).toBe('buying');
  for (const type of ['slow', 'sold', 'refuse', 'lose'] as const)
    expect(moved(now, eventOf(type, first)), type).toBe(now);
});

test('without anything reviewed a press buys nothing, and what is open is not replaced', () => {
  expect(moved(noPurchase, eventOf('buy', noPurchase))).toBe(noPurchase);
  const open = after('review', 'buy', 'lose', 'missing', 'ready', 'close');
  for (const type of ['resume', 'watch'] as const) expect(moved(open, eventOf(type, open))).toBe(open);
});

test('a repeat that is refused keeps the key while the first request may arrive', () => {
  const repeated = after('review', 'buy', 'lose', 'missing', 'ready', 'buy');
  const first = after('review', 'buy');
  expect(repeated.claim).toMatchObject({ key: first.claim?.key, isRepeat: true, isOwed: true });
  expect(moved(repeated, eventOf('refuse', repeated)).claim).toMatchObject({
    key: first.claim?.key,
    isOwed: false,
  });
  const taken = moved(repeated, eventOf('refuse', repeated, 'EC_DUPLICATE_VALUE'));
  expect([taken.step, taken.claim, taken.spare]).toEqual(['refused', null, null]);
});

test('a purchase that cannot be made now keeps its key, for the same wager alone', () => {
  const first = after('review', 'buy');
  const closed = moved(first, eventOf('refuse', first, 'EC_SYSTEM_CLOSED'));
  expect(moved(closed, eventOf('buy', closed)).claim?.key).toBe(first.claim?.key);
  const other = moved(closed, { type: 'renew', wager: '{"other":true}', quote });
  expect(moved(other, eventOf('buy', other)).claim?.key).not.toBe(first.claim?.key);
});
