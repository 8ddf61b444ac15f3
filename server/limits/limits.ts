/** The limits of a player: read, lowered at once, raised after a wait (docs/rules/money.md, Limits). */
import type { ApiAnswer } from '#contract/api.ts';
import {
  firstOutOfOrder,
  type LimitField,
  type LimitStep,
  type Limits,
  limitFields,
  limitSteps,
  systemMaxima,
} from '#rules/values/limits.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { requireActive } from './eligibility.ts';
import {
  type HeldLimits,
  listChanges,
  lockWallet,
  type NotedChange,
  noteChanges,
  readHeld,
  writeLimits,
} from './store.ts';
import { listWaiting } from './waiting.ts';

const changesShown = 20;

export async function readLimits(db: Db, playerId: number): Promise<ApiAnswer<'limits.read'>> {
  const { current, used, raises } = await readHeld(db, playerId);
  const changes = await listChanges(db, playerId, changesShown);
  const waiting = await listWaiting(db, playerId);
  const pending = Object.entries(raises).map(([field, { value, effectiveAt }]) => [
    field,
    { value, effectiveAt: effectiveAt.toISOString() },
  ]);
  return {
    ...current,
    system: systemMaxima,
    ...(pending.length > 0 && { pending: Object.fromEntries(pending) }),
    used,
    ...(waiting.length > 0 && {
      waiting: waiting.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    }),
    changes: changes.map(({ field, step, before, after, at }) => ({
      field: field as LimitField | 'lockedUntil',
      step,
      after,
      at: at.toISOString(),
      ...(before !== null && { before }),
    })),
  };
}

/** What became of one limit; amounts in whole krónur. */
export type LimitOutcome = { field: LimitField; step: LimitStep; before: number; wanted: number };

type WantedLimits = { [Field in LimitField]?: number | undefined };

/** `fields`: which limits it is about, all that are wanted when left out. */
export type LimitChange = {
  playerId: number;
  wanted: WantedLimits;
  fields?: readonly LimitField[] | undefined;
  origin: string;
};

/**
 * Takes the values that a player wants; without one a limit stays as it is. `beforeConfirm` is asked before
 * a raise takes effect and may refuse. Throws EC_NEGATIVE_VALUE, EC_VALUE_TOO_HIGH, EC_INVALID_INPUT with
 * issue `limitOrder`, and what `requireActive` throws; nothing is written then.
 *
 * @returns what became of each limit that is not as it was
 */
export async function setLimits(
  tx: Tx,
  { playerId, wanted: given, fields = limitFields, origin }: LimitChange,
  beforeConfirm: () => Promise<void>,
): Promise<LimitOutcome[]> {
  refuseMalformed(given);
  await lockWallet(tx, playerId);
  await requireActive(tx, playerId);
  const held = await readHeld(tx, playerId);
  const wanted = completed(held.current, given);
  const about = fields.filter((field) => given[field] !== undefined);
  const steps = limitSteps({ ...held, wanted, fields: about });
  const outcomes = limitFields
    .map((field) => ({ field, step: steps[field], before: held.current[field], wanted: wanted[field] }))
    .filter(({ step }) => step.act !== 'none' && step.act !== 'wait');
  if (outcomes.some(({ step }) => step.act === 'confirm')) await beforeConfirm();
  const inForce = outcomes.filter(({ step }) => step.act === 'lower' || step.act === 'confirm');
  if (inForce.length > 0) {
    const changed = Object.fromEntries(inForce.map(({ field, wanted: value }) => [field, value]));
    await writeLimits(tx, playerId, { ...held.current, ...changed });
  }
  await noteChanges(
    tx,
    playerId,
    outcomes.map((outcome) => changeOf(outcome, held)),
    origin,
  );
  return outcomes;
}

function changeOf({ field, step, before, wanted }: LimitOutcome, { raises }: HeldLimits): NotedChange {
  const change = { field, before: String(before), after: String(wanted) };
  if (step.act === 'request') return { ...change, step: 'requested', effectiveAt: step.effectiveAt };
  if (step.act !== 'withdraw') return { ...change, step: 'set' };
  return { field, step: 'withdrawn', before: String(raises[field]?.value), after: String(wanted) };
}

function completed(current: Limits, given: WantedLimits): Limits {
  const values = limitFields.map((field) => [field, given[field] ?? current[field]]);
  return Object.fromEntries(values) as Limits;
}

const issue = (field: LimitField, message: string) => ({ issues: { body: [{ path: [field], message }] } });

function refuseMalformed(given: WantedLimits): void {
  const negative = limitFields.find((field) => (given[field] ?? 0) < 0);
  if (negative) refuse('EC_NEGATIVE_VALUE', issue(negative, 'amountNegative'));
  const tooHigh = limitFields.find((field) => (given[field] ?? 0) > systemMaxima[field]);
  if (tooHigh) refuse('EC_VALUE_TOO_HIGH', issue(tooHigh, 'limitAboveSystem'));
  const outOfOrder = firstOutOfOrder(completed(systemMaxima, given));
  if (outOfOrder) refuse('EC_INVALID_INPUT', issue(outOfOrder, 'limitOrder'));
}
