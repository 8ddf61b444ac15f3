/**
 * The raffle of a draw, once its result is confirmed: numbers by one person, an equal and independent entry
 * by another. A number whose coupon does not take part is drawn again, so it is never entered.
 */
import { isDeepStrictEqual } from 'node:util';
import { prizesDrawn, type RaffleCondition } from '#rules/draws/raffle.ts';
import { type Draw, drawById, lockDraw, nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { sealOf } from '#server/draws/seal/seal.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey, requireOther, type TwoPersons } from '#server/platform/two-persons.ts';
import { couponsAt, entrantsOf } from './entrants.ts';
import { type Promotion, promotionOfDraw } from './promotion.ts';

/** In the order in which they were drawn. */
export type EnteredRaffle = { drawId: number; numbers: readonly number[]; actor: string };

/** Stores a proposal, which is not public; a later one replaces it. */
export async function enterRaffle(db: Db, entered: EnteredRaffle): Promise<void> {
  const { draw } = await readyFor(db, entered);
  await transaction(db, async (tx) => {
    await lockDraw(tx, draw.drawId);
    if (await heldRaffle(tx, draw.drawId)) refuseStep(`The raffle of ${nameOf(draw)} has been held.`);
    await storeEntry(tx, entered, false);
  });
}

/**
 * Equal to the proposal, by another person: from then on public and immutable. Repeating a confirmation that
 * has been made is accepted and changes nothing.
 */
export async function confirmRaffle(db: Db, entered: EnteredRaffle): Promise<void> {
  const ready = await readyFor(db, entered);
  const { draw } = ready;
  const coupons = await couponsAt(db, draw.drawId, entered.numbers);
  await transaction(db, async (tx) => {
    await lockDraw(tx, draw.drawId);
    const held = await heldRaffle(tx, draw.drawId);
    if (held) {
      const isSame =
        isSamePerson(held.actor, entered.actor) && isDeepStrictEqual(held.numbers, entered.numbers);
      return isSame ? undefined : refuseStep(`The raffle of ${nameOf(draw)} has been held.`);
    }
    const proposal = await latestProposal(tx, draw.drawId);
    if (!proposal) refuseStep(`Nobody has entered the raffle of ${nameOf(draw)} yet.`);
    const message = `${entered.actor} entered the raffle; another person confirms it.`;
    const persons = requireOther(proposal.actor, entered.actor, message);
    if (!isDeepStrictEqual(proposal.numbers, entered.numbers)) {
      const message = `The numbers differ from those that ${proposal.actor} entered for ${nameOf(draw)}.`;
      refuse('EC_INVALID_COMBINATION', { details: { message } });
    }
    await storeEntry(tx, entered, true);
    await store(tx, { ...ready, ...entered, ...persons, coupons, enteredBy: proposal.actor });
  });
}

type Ready = { draw: Draw; promotion: Promotion; entrants: number; amounts: number[] };

/** Nothing of a sealed book changes, and a draw with a result is never cancelled: no lock is needed. */
async function readyFor(db: Db, { drawId, numbers }: EnteredRaffle): Promise<Ready> {
  const draw = await drawById(db, drawId);
  const promotion = await promotionOfDraw(db, drawId);
  if (!promotion) refuseStep(`${nameOf(draw)} holds no raffle.`);
  if (!['confirmed', 'winsel', 'payout', 'closed', 'settled'].includes(draw.state))
    refuseStep(`${nameOf(draw)} is ${draw.state}; its raffle is held once its result is confirmed.`);
  const { coupons } = await sealOf(db, draw);
  const entrants = await entrantsOf(db, drawId, promotion.condition);
  const amounts = prizesDrawn(promotion.prizes, entrants.length);
  const { condition } = promotion;
  const fault = faultIn(numbers, { sealed: coupons, entrants, wanted: amounts.length, condition });
  if (fault) refuse('EC_TICKET_INVALID_SELECTIONS', { details: { message: fault } });
  return { draw, promotion, entrants: entrants.length, amounts };
}

type Raffled = { sealed: number; entrants: readonly number[]; wanted: number; condition: RaffleCondition };

function faultIn(
  numbers: readonly number[],
  { sealed, entrants, wanted, condition }: Raffled,
): string | null {
  const twice = numbers.find((number, index) => numbers.indexOf(number) < index);
  if (twice !== undefined) return `Number ${twice} is drawn twice.`;
  const beyond = numbers.find((number) => number < 1 || number > sealed);
  if (beyond !== undefined) return `Number ${beyond} is not in the seal: numbers go from 1 to ${sealed}.`;
  const known = new Set(entrants);
  const out = numbers.find((number) => !known.has(number));
  if (out !== undefined) return `Number ${out} does not take part (${condition}): another one is drawn.`;
  if (numbers.length === wanted) return null;
  return `${wanted} numbers are drawn in this raffle, in which ${entrants.length} coupons take part.`;
}

type Proposal = { actor: string; numbers: number[] };

async function latestProposal(tx: Tx, drawId: number): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    SELECT actor, numbers FROM raffle_entries
    WHERE draw_id = ${drawId} AND NOT confirms ORDER BY entry DESC LIMIT 1`.execute(tx);
  return rows[0] ?? null;
}

async function heldRaffle(tx: Tx, drawId: number): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    SELECT confirmed_by AS actor, numbers FROM raffles WHERE draw_id = ${drawId}`.execute(tx);
  return rows[0] ?? null;
}

async function storeEntry(
  tx: Tx,
  { drawId, numbers, actor }: EnteredRaffle,
  confirms: boolean,
): Promise<void> {
  await sql`
    INSERT INTO raffle_entries (draw_id, actor, actor_key, confirms, numbers)
    VALUES (${drawId}, ${actor}, ${personKey(actor)}, ${confirms}, ${numbers}::integer[])`.execute(tx);
}

type Held = Ready & EnteredRaffle & TwoPersons & { coupons: readonly string[]; enteredBy: string };

async function store(tx: Tx, held: Held): Promise<void> {
  const { drawId, promotion, entrants, numbers, amounts, coupons, enteredBy, actor } = held;
  const { firstKey, secondKey } = held;
  await sql`
    INSERT INTO raffles (draw_id, promotion_id, coupons, numbers, entered_by, confirmed_at, confirmed_by,
      entered_by_key, confirmed_by_key)
    VALUES (${drawId}, ${promotion.id}, ${entrants}, ${numbers}::integer[], ${enteredBy}, domain_now(),
      ${actor}, ${firstKey}, ${secondKey})`.execute(tx);
  await sql`
    INSERT INTO raffle_wins (draw_id, place, number, amount, player_id, ticket_id, coupon_id)
    SELECT ${drawId}, place, number, amount, c.player_id, c.ticket_id, c.coupon_id
    FROM unnest(${numbers}::integer[], ${amounts}::bigint[], ${coupons}::uuid[]) WITH ORDINALITY
      drawn(number, amount, coupon_id, place)
    JOIN coupons c ON c.draw_id = ${drawId} AND c.coupon_id = drawn.coupon_id`.execute(tx);
  await sql`SELECT pg_notify('draws_changed', ${String(drawId)})`.execute(tx);
}
