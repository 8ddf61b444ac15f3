/**
 * Winning numbers: a proposal by one person, an equal and independent entry by another, both after the draw's
 * own time.
 */
import { sql } from 'kysely';
import { rulesOf } from '#rules/numbers/games.ts';
import { jokerLength, parseJoker } from '#rules/numbers/joker.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import type { Tx } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { type Draw, lockDraw, moveDrawTo, nameOf } from './draw.ts';
import { raiseAlarm, refuseStep } from './halt.ts';
import { sealOf } from './seal/seal.ts';

export type EnteredResult = {
  drawId: number;
  numbers: readonly number[];
  bonusNumbers: readonly number[];
  /** Five digits; null only in a game without Joker. */
  joker: string | null;
  actor: string;
};

/**
 * Stores a proposal; the draw stays where it is, the numbers are not public. A later proposal replaces an
 * earlier one.
 */
export async function enterResult(tx: Tx, entered: EnteredResult): Promise<void> {
  const draw = await readyForResult(tx, entered);
  if (draw.state !== 'released') refuseStep(`${nameOf(draw)} has its result already.`);
  await storeEntry(tx, entered, false);
}

export type Confirmed = { alarms: string[] };

/**
 * An independent entry by another person: when equal, released → results → confirmed at once. From then on
 * public and immutable. Repeating a confirmation that has been made is accepted and changes nothing.
 */
export async function confirmResult(tx: Tx, entered: EnteredResult): Promise<Confirmed> {
  const draw = await readyForResult(tx, entered);
  if (draw.state !== 'released') return repeated(tx, draw, entered);
  const proposal = await latestProposal(tx, draw.drawId);
  if (!proposal) refuseStep(`Nobody has entered the result of ${nameOf(draw)} yet.`);
  if (proposal.actor === entered.actor)
    refuseStep(`${entered.actor} entered the result; another person confirms it.`);
  if (!sameNumbers(proposal, entered)) {
    const message = `The numbers differ from those that ${proposal.actor} entered for ${nameOf(draw)}.`;
    refuse('EC_INVALID_COMBINATION', { details: { message } });
  }
  await storeEntry(tx, entered, true);
  const alarms = await alarmIfSeenBefore(tx, draw, entered);
  await moveDrawTo(tx, draw.drawId, 'results', proposal.actor);
  await sql`
    INSERT INTO draw_results (draw_id, revision, origin, numbers, bonus_numbers, joker, confirmed_at,
      confirmed_by)
    VALUES (${draw.drawId}, 1, 'calendar', ${sorted(entered.numbers)}, ${sorted(entered.bonusNumbers)},
      ${entered.joker},
      domain_now(), ${entered.actor})`.execute(tx);
  await moveDrawTo(tx, draw.drawId, 'confirmed', entered.actor);
  return { alarms };
}

async function readyForResult(tx: Tx, entered: EnteredResult): Promise<Draw> {
  const draw = await lockDraw(tx, entered.drawId);
  if (!draw.closedAt) refuseStep(`${nameOf(draw)} is still on sale.`);
  await sealOf(tx, draw);
  if ((await databaseNow(tx)) < draw.drawDate) {
    refuseStep(`${nameOf(draw)} is held at ${draw.drawDate.toISOString()}; before that it has no result.`);
  }
  refuseOutsideMatrix(draw, entered);
  return draw;
}

function refuseOutsideMatrix(draw: Draw, { numbers, bonusNumbers, joker }: EnteredResult): void {
  const version = rulesOf(draw);
  const fault =
    faultOf(numbers, version.main.pick, version.main.max, 'numbers') ??
    faultOf(bonusNumbers, version.drawnBonus.count, version.drawnBonus.max, 'bonus numbers') ??
    overlap(version, numbers, bonusNumbers) ??
    jokerFault(version, joker);
  if (fault) refuse('EC_TICKET_INVALID_SELECTIONS', { details: { message: fault } });
}

function jokerFault({ sale }: RuleVersion, joker: string | null): string | null {
  if (!sale?.joker) return joker === null ? null : 'This draw has no Joker.';
  return joker !== null && parseJoker(joker) ? null : `Joker has ${jokerLength} digits.`;
}

function faultOf(numbers: readonly number[], count: number, max: number, what: string): string | null {
  if (numbers.length !== count) return `There are ${count} ${what}, not ${numbers.length}.`;
  if (new Set(numbers).size !== count) return `A number stands twice among the ${what}.`;
  const outside = numbers.find((number) => !Number.isInteger(number) || number < 1 || number > max);
  return outside === undefined ? null : `${outside} is not among the ${what} 1 to ${max}.`;
}

/** A bonus ball of the main drum cannot come up twice. */
function overlap(
  version: RuleVersion,
  numbers: readonly number[],
  bonusNumbers: readonly number[],
): string | null {
  if (version.drawnBonus.pool !== 'main') return null;
  const twice = bonusNumbers.find((number) => numbers.includes(number));
  return twice === undefined ? null : `${twice} is among the main numbers already.`;
}

type Proposal = { actor: string; numbers: number[]; bonusNumbers: number[]; joker: string | null };

async function latestProposal(tx: Tx, drawId: number): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    SELECT actor, numbers, bonus_numbers AS "bonusNumbers", joker FROM result_entries
    WHERE draw_id = ${drawId} AND NOT confirms ORDER BY entry DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

async function storeEntry(tx: Tx, entered: EnteredResult, confirms: boolean): Promise<void> {
  await sql`
    INSERT INTO result_entries (draw_id, actor, confirms, numbers, bonus_numbers, joker)
    VALUES (${entered.drawId}, ${entered.actor}, ${confirms}, ${sorted(entered.numbers)},
      ${sorted(entered.bonusNumbers)}, ${entered.joker})`.execute(tx);
}

async function repeated(tx: Tx, draw: Draw, entered: EnteredResult): Promise<Confirmed> {
  const { rows } = await sql<Proposal & { by: string }>`
    SELECT numbers, bonus_numbers AS "bonusNumbers", joker, confirmed_by AS actor
    FROM current_results WHERE draw_id = ${draw.drawId}`.execute(tx);
  const [result] = rows;
  if (result && result.actor === entered.actor && sameNumbers(result, entered)) return { alarms: [] };
  refuseStep(`${nameOf(draw)} has its result already, and it is not changed.`);
}

/** The same numbers as in an earlier draw of the game deserve a look, not a stop (checklist 81). */
async function alarmIfSeenBefore(tx: Tx, draw: Draw, entered: EnteredResult): Promise<string[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT d.number FROM current_results r JOIN draws d USING (draw_id)
    WHERE d.game = ${draw.game} AND r.numbers = ${sorted(entered.numbers)}::smallint[]
      AND r.bonus_numbers = ${sorted(entered.bonusNumbers)}::smallint[] AND r.origin <> 'sample'
    ORDER BY d.number DESC LIMIT 1`.execute(tx);
  const [earlier] = rows;
  if (!earlier) return [];
  const message = `${nameOf(draw)} has the numbers of draw ${earlier.number}.`;
  await raiseAlarm(tx, draw.drawId, 'result_seen_before', message, { earlier: earlier.number }, false);
  return [message];
}

function sameNumbers(a: Omit<Proposal, 'actor'>, b: EnteredResult): boolean {
  const text = (result: {
    numbers: readonly number[];
    bonusNumbers: readonly number[];
    joker: string | null;
  }) => `${sorted(result.numbers)}|${sorted(result.bonusNumbers)}|${result.joker}`;
  return text(a) === text(b);
}

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
