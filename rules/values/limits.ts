/**
 * Limits that players set themselves: how far they may go, and when a change of one takes effect. Amounts
 * are whole krónur (docs/rules/money.md, Limits).
 */

/** Smallest period first: a limit may not be above the one of a longer period. */
export const depositFields = ['depositLimitDay', 'depositLimitWeek', 'depositLimitMonth'] as const;
export const stakeFields = ['stakeLimitDay', 'stakeLimitWeek', 'stakeLimitMonth'] as const;
export const lossFields = ['lossLimitDay', 'lossLimitWeek', 'lossLimitMonth'] as const;
export const limitGroups = [depositFields, stakeFields, lossFields] as const;
export const limitFields = [...depositFields, ...stakeFields, ...lossFields] as const;
export type LimitField = (typeof limitFields)[number];
export type Limits = Readonly<Record<LimitField, number>>;

/** The most that anybody may have, and what holds for who has set nothing. */
export const systemMaxima: Limits = {
  depositLimitDay: 200_000,
  depositLimitWeek: 500_000,
  depositLimitMonth: 1_000_000,
  ...{ stakeLimitDay: 100_000, stakeLimitWeek: 700_000, stakeLimitMonth: 3_100_000 },
  ...{ lossLimitDay: 100_000, lossLimitWeek: 700_000, lossLimitMonth: 3_100_000 },
};

/** Whether a purchase or loss limit is the player's own: at the maximum, it adds nothing to the day's. */
const isOwn = (field: LimitField, value: number): boolean => value < systemMaxima[field];
const isDeposit = (field: LimitField): boolean => field.startsWith('deposit');

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

/**
 * The first limit that is above the one of a longer period, or null. Of purchases and losses only the
 * player's own limits are compared.
 */
export function firstOutOfOrder(limits: Limits): LimitField | null {
  for (const [day, week, month] of limitGroups) {
    const pairs: [LimitField, LimitField][] = [
      [day, week],
      [week, month],
      [day, month],
    ];
    const outOfOrder = pairs.find(([shorter, longer]) => isAbove(shorter, limits[shorter], limits[longer]));
    if (outOfOrder) return outOfOrder[0];
  }
  return null;
}

function isAbove(shorter: LimitField, value: number, longer: number): boolean {
  return value > longer && (isDeposit(shorter) || isOwn(shorter, value));
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
 * @param given `wanted` in order (`firstOutOfOrder`). A raise of a shorter period waits for the longer ones
 * that it would pass, so that deposit limits in force stay in order; a purchase or loss limit that is set
 * anew may be above a longer one, which then decides.
 */
export function limitSteps(given: Given): LimitSteps {
  const steps = limitGroups.flatMap(([day, week, month]): [LimitField, LimitStep][] => {
    const ofMonth = stepOf(given, month, []);
    const monthly = longerOf(given, month, ofMonth);
    const ofWeek = stepOf(given, week, [monthly]);
    const weekly = longerOf(given, week, ofWeek);
    return [
      [day, stepOf(given, day, [weekly, monthly])],
      [week, ofWeek],
      [month, ofMonth],
    ];
  });
  return Object.fromEntries(steps) as LimitSteps;
}

/** The limit of a longer period: what it is from now on, and when a raise of it may be confirmed. */
type Longer = { value: number; raisedAt: Date | undefined };

function longerOf({ current, raises, wanted }: Given, field: LimitField, step: LimitStep): Longer {
  const isNew = step.act === 'lower' || step.act === 'confirm';
  const raisedAt = 'effectiveAt' in step ? step.effectiveAt : raises[field]?.effectiveAt;
  return { value: isNew ? wanted[field] : current[field], raisedAt };
}

function stepOf(
  { current, raises, wanted, fields = limitFields, now }: Given,
  field: LimitField,
  longer: readonly Longer[],
): LimitStep {
  const value = wanted[field];
  const raise = raises[field];
  if (!fields.includes(field)) return { act: 'none' };
  if (value < current[field]) return { act: 'lower' };
  if (value === current[field]) return { act: raise ? 'withdraw' : 'none' };
  const wasAsked = raise?.value === value;
  const own = wasAsked ? raise.effectiveAt : raiseEffectiveAt(field, now);
  const holding = longer.filter((other) => isAbove(field, value, other.value));
  const times = holding.flatMap(({ raisedAt }) => (raisedAt ? [raisedAt.getTime()] : []));
  const effectiveAt = new Date(Math.max(own.getTime(), ...times));
  if (!wasAsked) return { act: 'request', effectiveAt };
  return holding.length > 0 || effectiveAt > now ? { act: 'wait', effectiveAt } : { act: 'confirm' };
}

/** When a raise asked for now may be confirmed: after the wait, and not before its running period ends. */
export function raiseEffectiveAt(field: LimitField, now: Date): Date {
  return new Date(Math.max(now.getTime() + raiseWaitHours * hourMs, periodEnd(field, now)));
}

/** Iceland keeps UTC; a week begins on Monday. Milliseconds since 1970. */
function periodEnd(field: LimitField, now: Date): number {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (field.endsWith('Month')) return Date.UTC(year, month + 1, 1);
  const days = field.endsWith('Week') ? 7 - ((now.getUTCDay() + 6) % 7) : 1;
  return Date.UTC(year, month, day + days);
}
