/**
 * Limits that players set themselves: how far they may go, and when a change of one takes effect. Amounts
 * are whole krónur (docs/rules/money.md, Limits).
 */

/** Smallest period first: a limit may not be above the one of the next longer period. */
export const depositFields = ['depositLimitDay', 'depositLimitWeek', 'depositLimitMonth'] as const;
export const limitFields = [...depositFields, 'stakeLimitDay'] as const;
export type LimitField = (typeof limitFields)[number];
export type Limits = Readonly<Record<LimitField, number>>;

/** The most that anybody may have, and what holds for who has set nothing. */
export const systemMaxima: Limits = {
  depositLimitDay: 200_000,
  depositLimitWeek: 500_000,
  depositLimitMonth: 1_000_000,
  stakeLimitDay: 100_000,
};

export const raiseWaitHours = 72;

const hourMs = 3_600_000;

/** A raise that was asked for; from `effectiveAt` on it may be confirmed. */
export type Raise = { value: number; effectiveAt: Date };
export type Raises = Partial<Record<LimitField, Raise>>;

/**
 * What asking for a value does. `lower`: holds at once. `request`: begins to wait. `wait`: asked for before
 * and not ripe. `confirm`: asked for before, ripe, holds now. `withdraw`: the waiting raise is given up. A
 * lower value gives up a waiting raise too.
 */
export type LimitStep =
  | { act: 'none' | 'lower' | 'withdraw' | 'confirm' }
  | { act: 'request' | 'wait'; effectiveAt: Date };
export type LimitSteps = Record<LimitField, LimitStep>;

/** Whether day ≤ week ≤ month holds for deposits; the stakes stand alone. */
export function firstOutOfOrder(limits: Limits): LimitField | null {
  const { depositLimitDay: day, depositLimitWeek: week, depositLimitMonth: month } = limits;
  if (day > week) return 'depositLimitDay';
  return week > month ? 'depositLimitWeek' : null;
}

type Given = {
  current: Limits;
  raises: Raises;
  wanted: Limits;
  /** What the change is about; the other limits and their waiting raises stay as they are. */
  fields?: readonly LimitField[] | undefined;
  now: Date;
};

/**
 * @param given `wanted` in order (`firstOutOfOrder`); what comes out keeps the order of `current`: a raise of
 * a shorter period waits for the longer one that it would pass
 */
export function limitSteps(given: Given): LimitSteps {
  const month = stepOf(given, 'depositLimitMonth', null);
  const week = stepOf(given, 'depositLimitWeek', longerOf(given, 'depositLimitMonth', month));
  const day = stepOf(given, 'depositLimitDay', longerOf(given, 'depositLimitWeek', week));
  return {
    depositLimitDay: day,
    depositLimitWeek: week,
    depositLimitMonth: month,
    stakeLimitDay: stepOf(given, 'stakeLimitDay', null),
  };
}

/** The limit of the next longer period: what it is from now on, and when a raise of it may be confirmed. */
type Longer = { value: number; raisedAt: Date | undefined };

function longerOf({ current, raises, wanted }: Given, field: LimitField, step: LimitStep): Longer {
  const isNew = step.act === 'lower' || step.act === 'confirm';
  const raisedAt = 'effectiveAt' in step ? step.effectiveAt : raises[field]?.effectiveAt;
  return { value: isNew ? wanted[field] : current[field], raisedAt };
}

function stepOf(
  { current, raises, wanted, fields = limitFields, now }: Given,
  field: LimitField,
  longer: Longer | null,
): LimitStep {
  const value = wanted[field];
  const raise = raises[field];
  if (!fields.includes(field)) return { act: 'none' };
  if (value < current[field]) return { act: 'lower' };
  if (value === current[field]) return { act: raise ? 'withdraw' : 'none' };
  const wasAsked = raise?.value === value;
  const own = wasAsked ? raise.effectiveAt : raiseEffectiveAt(field, now);
  const isHeld = longer !== null && value > longer.value;
  const others = isHeld && longer.raisedAt ? longer.raisedAt : own;
  const effectiveAt = new Date(Math.max(own.getTime(), others.getTime()));
  if (!wasAsked) return { act: 'request', effectiveAt };
  return isHeld || effectiveAt > now ? { act: 'wait', effectiveAt } : { act: 'confirm' };
}

/** When a raise asked for now may be confirmed: after the wait, and not before its running period ends. */
export function raiseEffectiveAt(field: LimitField, now: Date): Date {
  return new Date(Math.max(now.getTime() + raiseWaitHours * hourMs, periodEnd(field, now)));
}

/** Iceland keeps UTC; a week begins on Monday. Milliseconds since 1970. */
function periodEnd(field: LimitField, now: Date): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (field === 'depositLimitMonth') return Date.UTC(year, month + 1, 1);
  const days = field === 'depositLimitWeek' ? 7 - ((now.getUTCDay() + 6) % 7) : 1;
  return Date.UTC(year, month, day + days);
}
