/**
 * Draws by themselves (AUTO_DRAW): at draw time the machine is asked for the numbers of the sealed sales, its
 * signed protocol is kept, and its numbers are entered and confirmed. Embedded mode only.
 */

import type pg from 'pg';
import {
  type DrawMachine,
  DrawMachineError,
  type DrawOrder,
  type DrawProtocol,
} from '#integrations/draw-machine/face.ts';
import { gameIds, rulesOf } from '#rules/numbers/games.ts';
import { jokerLength } from '#rules/numbers/joker.ts';
import { type Draw, drawColumns, nameOf } from '#server/draws/draw.ts';
import { raiseDrawAlarm, stopsSinceLastStep } from '#server/draws/halt.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal, type Seal } from '#server/draws/seal/seal.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { DrawnOutcome } from './outcome.ts';

export type AutoDrawParts = {
  config: Pick<ServiceConfig, 'mode'>;
  db: Db;
  pool: pg.Pool;
  log: Log;
  kinds: Kinds;
  machine: DrawMachine;
};

const machineActor = 'draw-machine';
const supervisorActor = 'sandbox-supervisor';

/** How long a machine that did not answer is left in peace. */
const pauseMs = 1_000;

/** Throws in production: there, two people enter the result. */
export function autoDrawDeadline(parts: AutoDrawParts): Deadline {
  const { config, db, pool, log } = parts;
  if (config.mode === 'production')
    throw new StartupError('Production draws are made by people, not by a sandbox.');
  let pausedUntilMs = 0;
  return {
    name: 'draw by machine',
    due: sql`SELECT min(draw_date) FROM draws d WHERE ${waiting}`,
    async run() {
      if (performance.now() < pausedUntilMs) return 0;
      const { rows } = await sql<Draw>`
        SELECT ${drawColumns} FROM draws d WHERE ${waiting} AND draw_date <= domain_now() ORDER BY draw_date
      `.execute(db);
      let drawn = 0;
      for (const draw of rows) {
        try {
          drawn +=
            (await withAdvisoryLock(pool, `machine ${draw.drawId}`, () => drawByMachine(parts, draw))) ?? 0;
        } catch (error) {
          if (!(error instanceof DrawMachineError || error instanceof Refusal)) throw error;
          log.error({ err: error, draw: nameOf(draw) }, 'the draw machine gave no result');
          pausedUntilMs = performance.now() + pauseMs;
        }
      }
      return drawn;
    },
  };
}

const waiting = sql`d.state = 'released' AND d.origin = 'calendar' AND d.game = ANY (${[...gameIds]})
  AND NOT EXISTS (${stopsSinceLastStep('d')})`;

/** @returns 1 when the draw has its result now, 0 while it is not sealed */
async function drawByMachine({ db, machine, kinds }: AutoDrawParts, draw: Draw): Promise<number> {
  const seal = await findSeal(db, draw.drawId);
  if (!seal) return 0;
  const order = orderOf(draw, seal);
  try {
    const protocol = await machine.draw(order);
    const { drawId } = draw;
    await transaction(db, async (tx) => {
      await keepProtocol(tx, drawId, protocol);
      await enterResult(tx, kinds, { drawId, outcome: outcomeIn(protocol), actor: machineActor });
    });
    // The supervisor reads the machine's protocol for itself instead of taking over what was entered.
    const read = await machine.draw(order);
    await transaction(db, (tx) =>
      confirmResult(tx, kinds, { drawId, outcome: outcomeIn(read), actor: supervisorActor }),
    );
    return 1;
  } catch (error) {
    if (error instanceof DrawMachineError && error.kind === 'untrusted') {
      await raiseDrawAlarm(
        db,
        draw.drawId,
        'machine_untrusted',
        `${nameOf(draw)}: ${error.message}.`,
        {},
        true,
      );
    }
    throw error;
  }
}

const outcomeIn = ({ numbers, bonusNumbers, joker }: DrawProtocol): DrawnOutcome => ({
  numbers,
  bonusNumbers,
  joker,
});

function orderOf(draw: Draw, seal: Seal): DrawOrder {
  const { main, drawnBonus } = rulesOf(draw);
  return {
    game: draw.game,
    draw: draw.number,
    sealRoot: seal.merkleRoot.toString('hex'),
    at: draw.drawDate,
    matrix: { main, bonus: drawnBonus, jokerDigits: jokerLength },
  };
}

/** Once a draw: asked again, the machine gives the same protocol. */
async function keepProtocol(db: Db, drawId: number, protocol: DrawProtocol): Promise<void> {
  await sql`
    INSERT INTO draw_protocols (draw_id, machine, protocol, signature)
    VALUES (${drawId}, ${protocol.machineId}, ${protocol.text}, ${protocol.signature})
    ON CONFLICT DO NOTHING
  `.execute(db);
}
