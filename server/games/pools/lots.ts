/**
 * Lots of matches that have no result of their own. A public beacon gives a value at a time that was named
 * when the program was released; value, program and number of the match give a unit from 1 to 100, and the
 * chances that stood at the release share out the units.
 */
import { createHash } from 'node:crypto';
import { nameOf } from '#server/draws/draw.ts';
import { refuseStep } from '#server/draws/halt.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey } from '#server/platform/two-persons.ts';
import { programOf } from './program.ts';

const units = 100;

export type Lot = {
  beacon: Buffer;
  /** `totoeng 4633` */
  program: string;
  match: number;
  /** Whole percent of each outcome. */
  chances: readonly number[];
};

/** `place`: of the outcome that the unit stands for. */
export function drawnLot({ chances, ...lot }: Lot): { unit: number; place: number } {
  const unit = unitOf(lot);
  let last = 0;
  for (const [place, chance] of chances.entries()) {
    last += chance;
    if (unit <= last) return { unit, place };
  }
  throw new RangeError(`chances of ${lot.program} add up to ${last}`);
}

/**
 * SHA-256 of `HEX GAME PROGRAM MATCH ATTEMPT`, read as 32 numbers of a byte: the first below 200 decides, so
 * that every unit is as likely. Where none is, the next attempt follows.
 */
function unitOf({ beacon, program, match }: Omit<Lot, 'chances'>): number {
  for (let attempt = 0; ; attempt += 1) {
    const text = `${beacon.toString('hex')} ${program} ${match} ${attempt}`;
    const byte = createHash('sha256')
      .update(text)
      .digest()
      .find((each) => each < 2 * units);
    if (byte !== undefined) return (byte % units) + 1;
  }
}

/** The value that two persons entered; null before. */
export async function beaconOf(db: Db, drawId: number): Promise<Buffer | null> {
  const { rows } = await sql<{ value: Buffer }>`
    SELECT value FROM program_beacons WHERE draw_id = ${drawId} AND proposer_key IS NOT NULL`.execute(db);
  return rows[0]?.value ?? null;
}

/** `signature`: of the beacon, where it was read by itself. */
type Entry = { drawId: number; value: string; actor: string; signature?: Buffer };

/**
 * One person reads the value of the beacon and enters it, and another does the same. It is never changed.
 * @param value 64 hexadecimal digits
 */
export async function enterBeacon(
  db: Db,
  { drawId, value, actor, signature }: Entry,
): Promise<{ confirmed: boolean }> {
  if (!/^[0-9a-f]{64}$/.test(value))
    refuse('EC_INVALID_INPUT', {
      details: { message: 'The value of the beacon has 64 hexadecimal digits.' },
    });
  const bytes = Buffer.from(value, 'hex');
  return transaction(db, async (tx) => {
    const program = await programOf(tx, drawId);
    await sql`SELECT FROM programs WHERE draw_id = ${drawId} FOR UPDATE`.execute(tx);
    if ((await databaseNow(tx)) < program.lotsAt)
      refuseStep(`The beacon speaks for ${nameOf(program)} at ${program.lotsAt.toISOString()}.`);
    const stored = await beaconOf(tx, drawId);
    if (stored?.equals(bytes)) return { confirmed: true };
    if (stored) refuseStep(`${nameOf(program)} has its value of the beacon, and it is not changed.`);
    const { rows } = await sql<{ value: Buffer; actor: string }>`
      SELECT value, actor FROM program_beacons WHERE draw_id = ${drawId} ORDER BY entry DESC LIMIT 1`.execute(
      tx,
    );
    const [last] = rows;
    const isOther = last !== undefined && !isSamePerson(last.actor, actor);
    if (isOther && !last.value.equals(bytes)) {
      const message = `${last.actor} entered another value for ${nameOf(program)}.`;
      refuse('EC_INVALID_COMBINATION', { details: { message } });
    }
    await sql`
      INSERT INTO program_beacons (draw_id, value, actor, actor_key, proposer_key, signature)
      VALUES (${drawId}, ${bytes}, ${actor}, ${personKey(actor)},
        ${isOther ? personKey(last.actor) : null}, ${signature ?? null})`.execute(tx);
    return { confirmed: isOther };
  });
}
