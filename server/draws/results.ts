/**
 * The outcome of a draw: a proposal by one person, an equal and independent entry by another, both after the
 * draw's own time.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey, requireOther } from '#server/platform/two-persons.ts';
import { type Draw, lockDraw, moveDrawTo, nameOf } from './draw.ts';
import { raiseDrawAlarm, refuseStep } from './halt.ts';
import type { Kinds, Outcome } from './kind.ts';
import { sealOf } from './seal/seal.ts';

export type EnteredResult = { drawId: number; outcome: Outcome; actor: string };

/**
 * Stores a proposal; the draw stays where it is, the outcome is not public. A later proposal replaces an
 * earlier one. Where an outcome comes in parts, it is added to the earlier ones of the same person, and each
 * part is public.
 */
export async function enterResult(tx: Tx, kinds: Kinds, entered: EnteredResult): Promise<void> {
  const draw = await readyForResult(tx, entered);
  if (draw.state !== 'released') refuseStep(`${nameOf(draw)} has its result already.`);
  await storeEntry(tx, { ...entered, outcome: await gathered(tx, kinds, draw, entered) }, false);
  if (kinds.of(draw.game).factsOf)
    await sql`SELECT pg_notify('draws_changed', ${String(draw.drawId)})`.execute(tx);
}

export type Confirmed = { alarms: string[] };

/**
 * An independent entry by another person: when equal, released → results → confirmed at once. From then on
 * public and immutable. Repeating a confirmation that has been made is accepted and changes nothing.
 */
export async function confirmResult(tx: Tx, kinds: Kinds, given: EnteredResult): Promise<Confirmed> {
  const draw = await readyForResult(tx, given);
  const kind = kinds.of(draw.game);
  const entered = { ...given, outcome: await kind.readOutcome(tx, draw, given.outcome) };
  if (draw.state !== 'released') return repeated(tx, draw, entered);
  const missing = kind.missing(draw, entered.outcome);
  if (missing) refuseStep(`${nameOf(draw)} cannot be confirmed: ${missing}`);
  const proposal = await latestProposal(tx, draw.drawId);
  if (!proposal) refuseStep(`Nobody has entered the result of ${nameOf(draw)} yet.`);
  const message = `${entered.actor} entered the result; another person confirms it.`;
  const { firstKey, secondKey } = requireOther(proposal.actor, entered.actor, message);
  if (!isDeepStrictEqual(proposal.outcome, entered.outcome)) {
    const message = `The outcome differs from the one that ${proposal.actor} entered for ${nameOf(draw)}.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  await storeEntry(tx, entered, true);
  await moveDrawTo(tx, draw.drawId, 'results', proposal.actor);
  await sql`
    INSERT INTO draw_results (draw_id, revision, origin, outcome, confirmed_at, confirmed_by, entered_by,
      entered_by_key, confirmed_by_key)
    VALUES (${draw.drawId}, 1, 'calendar', ${JSON.stringify(entered.outcome)}::jsonb, domain_now(),
      ${entered.actor}, ${proposal.actor}, ${firstKey}, ${secondKey})`.execute(tx);
  const odd = await kind.lookAt(tx, draw, entered.outcome);
  if (odd) await raiseDrawAlarm(tx, draw.drawId, 'result_seen_before', odd.message, odd.detail, false);
  await moveDrawTo(tx, draw.drawId, 'confirmed', entered.actor);
  return { alarms: odd ? [odd.message] : [] };
}

/** The outcome of a confirmed draw. */
export async function outcomeOf(db: Db, drawId: number): Promise<Outcome> {
  const { rows } = await sql<{ outcome: Outcome }>`
    SELECT outcome FROM current_results WHERE draw_id = ${drawId}`.execute(db);
  const [result] = rows;
  if (!result) throw new Error(`draw ${drawId} is confirmed and has no result`);
  return result.outcome;
}

async function readyForResult(tx: Tx, { drawId }: EnteredResult): Promise<Draw> {
  const draw = await lockDraw(tx, drawId);
  if (!draw.closedAt) refuseStep(`${nameOf(draw)} is still on sale.`);
  await sealOf(tx, draw);
  if ((await databaseNow(tx)) < draw.drawDate) {
    refuseStep(`${nameOf(draw)} is held at ${draw.drawDate.toISOString()}; before that it has no result.`);
  }
  return draw;
}

async function gathered(
  tx: Tx,
  kinds: Kinds,
  draw: Draw,
  { outcome, actor }: EnteredResult,
): Promise<Outcome> {
  const kind = kinds.of(draw.game);
  const earlier = kind.factsOf ? await latestProposal(tx, draw.drawId) : null;
  return kind.readOutcome(
    tx,
    draw,
    earlier && isSamePerson(earlier.actor, actor) ? { ...earlier.outcome, ...outcome } : outcome,
  );
}

type Proposal = { actor: string; outcome: Outcome };

/** What was entered last and is not confirmed. */
export async function latestProposal(tx: Db, drawId: number): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    SELECT actor, outcome FROM result_entries
    WHERE draw_id = ${drawId} AND NOT confirms ORDER BY entry DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

async function storeEntry(
  tx: Tx,
  { drawId, outcome, actor }: EnteredResult,
  confirms: boolean,
): Promise<void> {
  await sql`
    INSERT INTO result_entries (draw_id, actor, actor_key, confirms, outcome)
    VALUES (${drawId}, ${actor}, ${personKey(actor)}, ${confirms},
      ${JSON.stringify(outcome)}::jsonb)`.execute(tx);
}

async function repeated(tx: Tx, draw: Draw, entered: EnteredResult): Promise<Confirmed> {
  const { rows } = await sql<Proposal>`
    SELECT outcome, confirmed_by AS actor FROM current_results WHERE draw_id = ${draw.drawId}`.execute(tx);
  const [result] = rows;
  if (
    result &&
    isSamePerson(result.actor, entered.actor) &&
    isDeepStrictEqual(result.outcome, entered.outcome)
  )
    return { alarms: [] };
  refuseStep(`${nameOf(draw)} has its result already, and it is not changed.`);
}
