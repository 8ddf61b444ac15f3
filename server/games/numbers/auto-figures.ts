/**
 * Figures by themselves (AUTO_DRAW): once a draw of common pools is confirmed, its organiser is told what was
 * sold and won here, and its signed figures are brought and approved. Embedded mode only.
 */
import type pg from 'pg';
import { type Organiser, OrganiserError, type Participation } from '#integrations/organiser/face.ts';
import { gameIds, rulesOf } from '#rules/numbers/games.ts';
import { type Draw, drawColumns, nameOf } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { raiseDrawAlarm, stopsSinceLastStep } from '#server/draws/halt.ts';
import type { DrawConfig } from '#server/draws/seal/seal.ts';
import { countHere } from '#server/draws/settle/settle.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import type { Db } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

export type AutoFiguresParts = { config: DrawConfig; db: Db; pool: pg.Pool; log: Log; organiser: Organiser };

const organiserActor = 'organiser';
const supervisorActor = 'sandbox-supervisor';

/** How long an organiser that did not answer is left in peace. */
const pauseMs = 1_000;

export function autoFiguresDeadline(parts: AutoFiguresParts): Deadline {
  const { db, pool, log } = parts;
  let pausedUntilMs = 0;
  return {
    name: 'figures by organiser',
    due: sql`SELECT domain_now() FROM draws d WHERE ${waiting} LIMIT 1`,
    async run() {
      if (performance.now() < pausedUntilMs) return 0;
      const { rows } = await sql<Draw>`
        SELECT ${drawColumns} FROM draws d WHERE ${waiting} ORDER BY draw_date`.execute(db);
      let brought = 0;
      for (const draw of rows) {
        try {
          brought += (await withAdvisoryLock(pool, `figures ${draw.drawId}`, () => bring(parts, draw))) ?? 0;
        } catch (error) {
          if (!(error instanceof OrganiserError || error instanceof Refusal)) throw error;
          log.error({ err: error, draw: nameOf(draw) }, 'the organiser gave no figures');
          pausedUntilMs = performance.now() + pauseMs;
        }
      }
      return brought;
    },
  };
}

const waiting = sql`d.state = 'confirmed' AND d.awaits_figures AND d.game = ANY (${[...gameIds]})
  AND NOT EXISTS (SELECT FROM approved_figures f WHERE f.draw_id = d.draw_id)
  AND NOT EXISTS (${stopsSinceLastStep('d')})`;

async function bring({ config, db, organiser }: AutoFiguresParts, draw: Draw): Promise<number> {
  const { drawId } = draw;
  const participation = await participationOf(config, db, draw);
  try {
    // The supervisor asks for the figures again instead of approving what was brought.
    for (const actor of [organiserActor, supervisorActor]) {
      const text = await organiser.figures(participation);
      await importFigures(db, config, { drawId, text, actor });
    }
    return 1;
  } catch (error) {
    if (error instanceof OrganiserError && error.kind === 'untrusted')
      await raiseDrawAlarm(db, drawId, 'organiser_untrusted', `${nameOf(draw)}: ${error.message}.`, {}, true);
    if (error instanceof Refusal && error.code === 'EC_INVALID_INPUT')
      await raiseDrawAlarm(db, drawId, 'figures_implausible', refusalText(error), {}, true);
    throw error;
  }
}

/** The words that a person would read. */
const refusalText = ({ options, code }: Refusal): string => String(options.details?.['message'] ?? code);

async function participationOf(config: DrawConfig, db: Db, draw: Draw): Promise<Participation> {
  const { rows, units } = await countHere(db, config, draw);
  const winners = rulesOf(draw).tiers.flatMap(({ tier, scope }, index) =>
    scope === 'common' ? [{ tier, winners: units[index] ?? 0 }] : [],
  );
  return { game: draw.game, draw: draw.number, rulesId: draw.rulesId, rows, winners };
}
