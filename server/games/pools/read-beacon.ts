/**
 * Reads the public beacon by itself (AUTO_DRAW) for programs that need lots, once the round comes that they
 * named at their release. Embedded mode only; elsewhere two persons enter the value.
 */
import type pg from 'pg';
import { type Beacon, BeaconError } from '#integrations/beacon/face.ts';
import { beaconRoundAt } from '#rules/values/beacon-rounds.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import { nameOf } from '#server/draws/draw.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { sql } from '#server/platform/sql.ts';
import { awaitsLots } from './auto-results.ts';
import { supervisorActor } from './feed.ts';
import { enterBeacon } from './lots.ts';
import { programOf } from './program.ts';

export type ReadBeaconParts = { db: Db; pool: pg.Pool; log: Log; beacon: Beacon };

const beaconActor = 'beacon';
/** How long a beacon that did not answer is left in peace. */
const pauseMs = 1_000;
/** A round is spoken within seconds of its time. */
const roundSeconds = 6;

export function beaconDeadline(parts: ReadBeaconParts): Deadline {
  const { db, pool } = parts;
  let pausedUntilMs = 0;
  return {
    name: 'beacon',
    lane: 'beacon',
    due: sql`SELECT min("lotsAt") + make_interval(secs => ${sql.lit(roundSeconds)}) FROM (${awaitsLots}) w`,
    async run() {
      if (performance.now() < pausedUntilMs) return 0;
      const { rows } = await sql<{ drawId: number }>`
        SELECT "drawId" FROM (${awaitsLots}) w
        WHERE "lotsAt" + make_interval(secs => ${roundSeconds}) <= domain_now()`.execute(db);
      let read = 0;
      for (const { drawId } of rows) {
        const done = await withAdvisoryLock(pool, `beacon ${drawId}`, () => readFor(parts, drawId));
        if (done) read += 1;
        else pausedUntilMs = performance.now() + pauseMs;
      }
      return read;
    },
  };
}

async function readFor({ db, log, beacon }: ReadBeaconParts, drawId: number): Promise<boolean> {
  const program = await programOf(db, drawId);
  const round = beaconRoundAt(program.lotsAt);
  try {
    // The supervisor reads the beacon for itself instead of taking over what was entered.
    for (const actor of [beaconActor, supervisorActor])
      await enterBeacon(db, { drawId, actor, ...(await beacon.value(round)) });
    return true;
  } catch (error) {
    if (!(error instanceof BeaconError)) throw error;
    log.error({ err: error, program: nameOf(program) }, 'the beacon gave no value');
    const kind = error.kind === 'untrusted' ? 'untrustedBeacon' : 'silentBeacon';
    const message = `${nameOf(program)} waits for its lots: ${error.message}.`;
    await transaction(db, (tx) => raiseAlarm(tx, { kind, reference: `draw ${drawId} beacon`, message }));
    return false;
  }
}
