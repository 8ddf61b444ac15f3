import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PaymentSandboxes, paymentSandboxes } from '#test/harness/payment-sandboxes.ts';
import type { PayoutOrder } from './face.ts';

const start = Date.parse('2026-11-23T12:00:00Z');
const ylfa = '0101700019';
let time = start;
let sandboxes: PaymentSandboxes;

beforeAll(async () => {
  sandboxes = await paymentSandboxes(() => new Date(time));
});
afterAll(() => sandboxes.stop());
beforeEach(() => {
  time = start;
});

const order = (account: string, over: Partial<PayoutOrder> = {}): PayoutOrder => ({
  requestId: randomUUID(),
  amount: 25_000,
  account,
  ownerNationalId: ylfa,
  text: 'Hending, úttekt',
  ...over,
});
const send = (wanted: PayoutOrder) => sandboxes.bank().order(wanted);
const stateOf = ({ requestId }: PayoutOrder) => sandboxes.bank().state(requestId);

test('an account is paid at once, and the same order again is the same payment', async () => {
  const wanted = order('010126012345');
  const settled = await send(wanted);
  expect(settled).toEqual({ state: 'settled', paymentId: expect.any(String) });
  expect(await send(wanted)).toEqual(settled);
  expect(await stateOf(wanted)).toEqual(settled);
  // Another order under that id is not understood, and nothing is paid for it.
  expect(await send({ ...wanted, amount: 25_001 })).toBeNull();
  expect(await send({ ...wanted, account: '010126012346' })).toBeNull();
  expect(await sandboxes.bank().bookings('2026-11-23')).toEqual([
    { requestId: wanted.requestId, paymentId: expect.any(String), amount: 25_000, at: new Date(start) },
  ]);
});

test.each([
  ['a number that ends in 000000', order('010126000000'), 'declined'],
  ['somebody else’s, 333333', order('010126333333'), 'ownerMismatch'],
  [
    'Ylfa’s account for Skarphéðinn',
    order('999926010170', { ownerNationalId: '1706850089' }),
    'ownerMismatch',
  ],
  ['no account, 444444', order('010126444444'), 'noAccount'],
])('rejected for good: %s', async (_, wanted, reason) => {
  const rejected = { state: 'rejected', reason };
  expect([await send(wanted), await send(wanted), await stateOf(wanted)]).toEqual([
    rejected,
    rejected,
    rejected,
  ]);
});

test('an invented person’s own account is theirs', async () => {
  expect(await send(order('999926010170'))).toMatchObject({ state: 'settled' });
});

test('111111 is under way for five seconds, and booked on the day when it arrives', async () => {
  time = Date.parse('2026-12-31T23:59:57Z');
  const wanted = order('010126111111');
  expect(await send(wanted)).toEqual({ state: 'accepted' });
  time += 4_999;
  expect(await stateOf(wanted)).toEqual({ state: 'accepted' });
  time += 1;
  sandboxes.restart();
  expect(await stateOf(wanted)).toEqual({ state: 'settled', paymentId: expect.any(String) });
  expect(await sandboxes.bank().bookings('2026-12-31')).toEqual([]);
  const [booking] = (await sandboxes.bank().bookings('2027-01-01')) ?? [];
  expect(booking).toMatchObject({ requestId: wanted.requestId, at: new Date('2027-01-01T00:00:02Z') });
});

test('222222 meets an error once, before anything is taken', async () => {
  const wanted = order('010126222222');
  expect(await send(wanted)).toBeNull();
  expect(await stateOf(wanted)).toBe('notFound');
  const settled = await send(wanted);
  expect(settled).toMatchObject({ state: 'settled' });
  sandboxes.restart();
  expect(await send(wanted)).toEqual(settled);
});

test('an answer that is lost: the order is there, and asked again it is paid once', async () => {
  for (const fault of ['reset', 'garbage', 'error']) {
    const wanted = order('010126012345');
    await sandboxes.control('bank', { fault, done: true });
    expect(await send(wanted)).toBeNull();
    expect(await stateOf(wanted)).toMatchObject({ state: 'settled' });
    await send(wanted);
    const booked = (await sandboxes.bank().bookings('2026-11-23')) ?? [];
    expect(booked.filter(({ requestId }) => requestId === wanted.requestId)).toHaveLength(1);
  }
});

test('a bank that hangs, breaks off, answers nonsense or is not there says nothing', async () => {
  const wanted = order('010126012345');
  await sandboxes.control('bank', { delayMs: 60_000 });
  expect(await sandboxes.bank({ timeoutMs: 100 }).order(wanted)).toBeNull();
  for (const fault of ['reset', 'garbage', 'error']) {
    await sandboxes.control('bank', { fault });
    expect(await send(wanted)).toBeNull();
    await sandboxes.control('bank', { fault });
    expect(await stateOf(wanted)).toBeNull();
  }
  await sandboxes.control('bank', { fault: 'garbage' });
  expect(await sandboxes.bank().bookings('2026-11-23')).toBeNull();
  for (const over of [{ key: 'another' }, { address: 'http://127.0.0.1:1' }, { address: sandboxes.origin }]) {
    const bank = sandboxes.bank(over);
    expect([await bank.order(wanted), await bank.state(wanted.requestId)]).toEqual([null, null]);
    expect(await bank.bookings('2026-11-23')).toBeNull();
  }
  expect(await stateOf(wanted)).toBe('notFound');
});

test('what is no order is not taken', async () => {
  for (const over of [{ account: '0101-26-12345' }, { amount: 0 }, { amount: 0.5 }, { text: '' }]) {
    expect(await send(order('010126012345', over))).toBeNull();
  }
  expect(await send(order('010126012345', { requestId: 'mine' }))).toBeNull();
});

test('a tester decides about the next order, and people see them all', async () => {
  await sandboxes.control('bank', { outcome: 'pending' });
  expect(await send(order('010126012345'))).toEqual({ state: 'accepted' });
  await sandboxes.control('bank', { outcome: 'no-account' });
  expect(await send(order('010126012345'))).toMatchObject({ reason: 'noAccount' });
  expect(await send(order('010126012345', { text: '<b>' }))).toMatchObject({ state: 'settled' });
  const page = await (await fetch(`${sandboxes.origin}/bank/`)).text();
  for (const part of [
    '25.000 kr.',
    '0101-26-012345',
    'rejected (no-account)',
    '&lt;b&gt;',
    '9999-26-010170',
  ]) {
    expect(page).toContain(part);
  }
  expect(await sandboxes.shown('bank')).toMatchObject({
    payments: expect.any(Array),
    requests: expect.any(Array),
  });
});
