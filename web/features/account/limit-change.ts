/** What the page of limits asks the server for, and what will come of it. */
import type { ApiAnswer } from '#contract/api.ts';
import {
  depositFields,
  firstOutOfOrder,
  type LimitField,
  type LimitSteps,
  type Limits,
  limitFields,
  limitSteps,
  type Raises,
} from '#rules/values/limits.ts';
import { readMoney } from '#texts/number.ts';

export type SentLimits = ApiAnswer<'limits.read'>;

/** Whether the player has set this limit; one at the system's maximum counts as not set. */
export const hasOwn = (limits: SentLimits, field: LimitField): boolean =>
  limits[field] < limits.system[field];

export const periodOf = (field: LimitField): 'Day' | 'Week' | 'Month' =>
  field.endsWith('Day') ? 'Day' : field.endsWith('Week') ? 'Week' : 'Month';

/** The body of the call: all values, and the fields that change. */
export type LimitChange = Limits & { fields: LimitField[] };

const each = <T>(amountOf: (field: LimitField) => T) =>
  Object.fromEntries(limitFields.map((field) => [field, amountOf(field)])) as Record<LimitField, T>;

/** What the player has asked for last: a raise that waits, else what is in force. */
export function requestedLimits(limits: SentLimits): Limits {
  return each((field) => limits.pending?.[field]?.value ?? limits[field]);
}

export type Typed = Readonly<Record<LimitField, string>>;
export type FieldFault = {
  key: 'validation.amountWholeOnly' | 'validation.limitAboveSystem' | 'validation.limitOrder';
  max: number;
};

/**
 * @returns the change that was typed, about those limits that differ from what was asked for last; or what is
 * wrong with it
 */
export function parseChange(
  limits: SentLimits,
  typed: Typed,
): { change: LimitChange } | { faults: Partial<Record<LimitField, FieldFault>> } {
  const requested = requestedLimits(limits);
  const read = withoutOwn(
    limits,
    each((field) => (typed[field].trim() === '' ? 'none' : readMoney(typed[field]))),
  );
  const faults: Partial<Record<LimitField, FieldFault>> = {};
  for (const field of limitFields) {
    const max = limits.system[field];
    const value = read[field];
    if (value === null) faults[field] = { key: 'validation.amountWholeOnly', max };
    else if (value > max) faults[field] = { key: 'validation.limitAboveSystem', max };
  }
  if (Object.keys(faults).length > 0) return { faults };
  const wanted = read as Limits;
  const outOfOrder = firstOutOfOrder(wanted);
  if (outOfOrder) return { faults: { [outOfOrder]: { key: 'validation.limitOrder', max: 0 } } };
  return { change: { ...wanted, fields: limitFields.filter((field) => wanted[field] !== requested[field]) } };
}

/**
 * An empty field is no own limit: the system's maximum, but no deposit limit above one of a longer period.
 */
function withoutOwn(
  { system }: SentLimits,
  read: Record<LimitField, number | 'none' | null>,
): Record<LimitField, number | null> {
  const values = each((field) => (read[field] === 'none' ? system[field] : read[field]));
  const [day, week, month] = depositFields;
  const cap = (field: LimitField, longer: LimitField): void => {
    if (read[field] === 'none') values[field] = Math.min(system[field], values[longer] ?? system[field]);
  };
  cap(week, month);
  cap(day, week);
  return values;
}

export function stepsOf(limits: SentLimits, { fields, ...wanted }: LimitChange, now: string): LimitSteps {
  const raises: Raises = {};
  for (const field of limitFields) {
    const raise = limits.pending?.[field];
    if (raise) raises[field] = { value: raise.value, effectiveAt: new Date(raise.effectiveAt) };
  }
  return limitSteps({ current: each((field) => limits[field]), raises, wanted, fields, now: new Date(now) });
}

/** Confirms one raise that waits; the others go on waiting. */
export function confirmRaise(limits: SentLimits, field: LimitField): LimitChange {
  return { ...requestedLimits(limits), fields: [field] };
}

const shorter: Partial<Record<LimitField, LimitField>> = {
  depositLimitMonth: 'depositLimitWeek',
  depositLimitWeek: 'depositLimitDay',
};

/** Gives up a raise, and those of shorter periods that cannot do without it. */
export function withdrawRaise(limits: SentLimits, field: LimitField): LimitChange {
  const requested = requestedLimits(limits);
  const fields: LimitField[] = [field];
  for (let next = shorter[field]; next && requested[next] > limits[field]; next = shorter[next])
    fields.push(next);
  return { ...each((name) => (fields.includes(name) ? limits : requested)[name]), fields };
}
