import { describe, expect, test } from 'vitest';
import {
  firstOutOfOrder,
  type LimitField,
  type LimitSteps,
  type Limits,
  limitFields,
  limitGroups,
  limitSteps,
  type Raises,
  raiseEffectiveAt,
  systemMaxima,
} from './limits.ts';

/** A Monday. */
const now = new Date('2026-11-16T09:00:00Z');
const hours = (count: number, from = now) => new Date(from.getTime() + count * 3_600_000);
const current: Limits = {
  depositLimitDay: 10_000,
  depositLimitWeek: 20_000,
  depositLimitMonth: 30_000,
  ...{ stakeLimitDay: 5000, stakeLimitWeek: 8000, stakeLimitMonth: 12_000 },
  ...{ lossLimitDay: 2000, lossLimitWeek: 4000, lossLimitMonth: 6000 },
};
const steps = (wanted: Partial<Limits>, raises: Raises = {}, at = now): LimitSteps =>
  limitSteps({ current, raises, wanted: { ...current, ...wanted }, now: at });

describe('must-hold 28, 29: lower at once, higher after 72 hours and the running period', () => {
  test('nothing asked, nothing done', () => {
    expect(Object.values(steps({}))).toEqual(Array(9).fill({ act: 'none' }));
  });

  test.each(limitFields)('%s lowered to 0', (field) => {
    const group = limitGroups.find((fields) => fields.some((each) => each === field)) ?? [];
    const shorter = group.slice(0, [...group].indexOf(field) + 1);
    const wanted = Object.fromEntries(shorter.map((each) => [each, 0]));
    expect(steps(wanted)[field]).toEqual({ act: 'lower' });
  });

  test.each([
    ['a day', 'stakeLimitDay', '2026-11-16T09:00:00Z', '2026-11-19T09:00:00Z'],
    ['a week that ends sooner', 'depositLimitWeek', '2026-11-20T09:00:00Z', '2026-11-23T09:00:00Z'],
    ['a week that ends later', 'depositLimitWeek', '2026-11-16T09:00:00Z', '2026-11-23T00:00:00Z'],
    ['a week on its Sunday', 'depositLimitWeek', '2026-11-22T23:59:59Z', '2026-11-25T23:59:59Z'],
    ['a month that ends later', 'depositLimitMonth', '2026-11-16T09:00:00Z', '2026-12-01T00:00:00Z'],
    ['a month on its last day', 'depositLimitMonth', '2026-12-31T12:00:00Z', '2027-01-03T12:00:00Z'],
    ['purchases of a week', 'stakeLimitWeek', '2026-11-16T09:00:00Z', '2026-11-23T00:00:00Z'],
    ['losses of a month', 'lossLimitMonth', '2026-11-16T09:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const)('%s', (_, field, at, effectiveAt) => {
    expect(raiseEffectiveAt(field, new Date(at))).toEqual(new Date(effectiveAt));
  });

  test('a raise is confirmed by the same value, and not before it is ripe', () => {
    const raises = { stakeLimitDay: { value: 6000, effectiveAt: hours(72) } };
    const wanted = { stakeLimitDay: 6000 };
    expect(steps({ ...wanted }).stakeLimitDay).toEqual({ act: 'request', effectiveAt: hours(72) });
    expect(steps(wanted, raises, hours(71)).stakeLimitDay).toEqual({ act: 'wait', effectiveAt: hours(72) });
    expect(steps(wanted, raises, hours(72)).stakeLimitDay).toEqual({ act: 'confirm' });
  });

  test('must-hold 30: another value waits anew; the one in force, or a lower one, gives it up', () => {
    const raises = { stakeLimitDay: { value: 6000, effectiveAt: hours(1) } };
    const after = (stakeLimitDay: number) => steps({ stakeLimitDay }, raises, hours(2)).stakeLimitDay;
    expect(after(5500)).toEqual({ act: 'request', effectiveAt: hours(74) });
    expect(after(5000)).toEqual({ act: 'withdraw' });
    expect(after(4000)).toEqual({ act: 'lower' });
  });
});

describe('day ≤ week ≤ month', () => {
  test('names the field that is too high', () => {
    expect(firstOutOfOrder(current)).toBeNull();
    expect(firstOutOfOrder({ ...current, depositLimitDay: 20_001 })).toBe('depositLimitDay');
    expect(firstOutOfOrder({ ...current, depositLimitWeek: 30_001 })).toBe('depositLimitWeek');
    expect(firstOutOfOrder(systemMaxima)).toBeNull();
    expect(firstOutOfOrder({ ...current, stakeLimitDay: 8001 })).toBe('stakeLimitDay');
    expect(firstOutOfOrder({ ...current, lossLimitWeek: 6001 })).toBe('lossLimitWeek');
  });

  test('a purchase or loss limit that is not set is above nothing', () => {
    const month = { ...systemMaxima, stakeLimitMonth: 7500, lossLimitMonth: 0 };
    expect(firstOutOfOrder(month)).toBeNull();
    expect(firstOutOfOrder({ ...month, stakeLimitDay: 7501 })).toBe('stakeLimitDay');
    const raises = { stakeLimitDay: { value: systemMaxima.stakeLimitDay, effectiveAt: now } };
    const { stakeLimitDay } = steps({ stakeLimitDay: systemMaxima.stakeLimitDay }, raises);
    expect(stakeLimitDay).toEqual({ act: 'confirm' });
  });

  test('a raise of the day waits for the week that it would pass', () => {
    const { depositLimitDay, depositLimitWeek } = steps({
      depositLimitDay: 25_000,
      depositLimitWeek: 25_000,
    });
    const monday = new Date('2026-11-23T00:00:00Z');
    expect(depositLimitWeek).toEqual({ act: 'request', effectiveAt: monday });
    expect(depositLimitDay).toEqual({ act: 'request', effectiveAt: monday });
    expect(steps({ depositLimitDay: 20_000 }).depositLimitDay).toEqual({
      act: 'request',
      effectiveAt: hours(72),
    });
  });

  test('a change about one limit leaves the others and their waiting raises alone', () => {
    const raises = {
      depositLimitDay: { value: 25_000, effectiveAt: hours(1) },
      depositLimitWeek: { value: 25_000, effectiveAt: hours(1) },
    };
    const wanted = { ...current, depositLimitDay: 25_000, depositLimitWeek: 25_000 };
    const at = hours(2);
    const none = { act: 'none' };
    expect(limitSteps({ current, raises, wanted, fields: ['depositLimitWeek'], now: at })).toMatchObject({
      depositLimitDay: none,
      depositLimitWeek: { act: 'confirm' },
      depositLimitMonth: none,
      stakeLimitDay: none,
    });
    expect(limitSteps({ current, raises, wanted, fields: ['depositLimitDay'], now: at })).toMatchObject({
      depositLimitDay: { act: 'wait' },
      depositLimitWeek: none,
    });
    expect(limitSteps({ current, raises, wanted: current, fields: [], now: at })).toMatchObject({
      depositLimitDay: none,
      depositLimitWeek: none,
    });
  });

  test('whatever is asked in whatever order, deposit limits in force stay in order', () => {
    let held: { current: Limits; raises: Raises } = { current, raises: {} };
    let at = now;
    const amounts = [0, 5000, 10_000, 20_000, 25_000, 30_000, 40_000];
    for (let round = 0; round < 2000; round++) {
      const pick = (salt: number) => amounts[(round * 31 + salt * 7 + ((round * salt) % 5)) % 7] ?? 0;
      const ordered = limitGroups.flatMap((group, nth) => {
        const values = group.map((_, place) => pick(nth * 3 + place + 1)).sort((a, b) => a - b);
        return group.map((field, place) => [field, values[place] ?? 0] as const);
      });
      const wanted = Object.fromEntries(ordered) as Limits;
      at = hours(round % 90, at);
      const fields = limitFields.filter((_, index) => (round >> index) % 3 > 0);
      held = apply(held, { wanted, fields, now: at });
      const { depositLimitDay, depositLimitWeek, depositLimitMonth } = held.current;
      const deposits = { depositLimitDay, depositLimitWeek, depositLimitMonth };
      expect(firstOutOfOrder({ ...systemMaxima, ...deposits })).toBeNull();
    }
  });
});

type LimitChange = { wanted: Limits; fields: readonly LimitField[]; now: Date };

function apply({ current, raises }: { current: Limits; raises: Raises }, change: LimitChange) {
  const { wanted, fields } = change;
  const taken = limitSteps({ current, raises, ...change });
  const next = { ...current };
  const waiting: Raises = {};
  for (const field of limitFields) {
    const step = taken[field];
    if (step.act === 'lower' || step.act === 'confirm') next[field] = wanted[field];
    if (step.act === 'request') waiting[field] = { value: wanted[field], effectiveAt: step.effectiveAt };
    const stays = step.act === 'wait' || !fields.includes(field);
    if (stays && raises[field]) waiting[field] = raises[field];
  }
  return { current: next, raises: waiting };
}
