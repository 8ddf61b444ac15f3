/** What draws do by themselves: jobs that a cause queues, and what falls due by domain time. */

import type { TaskList } from 'graphile-worker';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { type Sql, sql } from '#server/platform/sql.ts';
import { drawsAhead, extendCalendar, openDraws } from './calendar.ts';
import { closeDraw, sealJob } from './close.ts';
import { drawById, isOnSale, isUnclosed, isUnsettledBefore } from './draw.ts';
import { DrawHalted, stopsSinceLastStep } from './halt.ts';
import type { Kinds } from './kind.ts';
import { type DrawConfig, sealDraw } from './seal/seal.ts';
import { lapsing } from './settle/expire.ts';
import { payDraw } from './settle/pay.ts';
import { settleDraw } from './settle/settle.ts';

export type DrawWorkParts = {
  db: Db;
  config: DrawConfig & { autoDraw: boolean };
  log: Log;
  /** What must be in the book and is not sold by itself. */
  beforeSeal: (drawId: number) => Promise<unknown>;
};

export function drawTasks({ db, config, log, beforeSeal }: DrawWorkParts): TaskList {
  return {
    [sealJob]: async (payload) => {
      const { drawId } = payload as { drawId: number };
      // Cancelled between its close and this job: there is nothing left to seal.
      const { state } = await drawById(db, drawId);
      if (state === 'cancelled') return;
      await beforeSeal(drawId);
      await unlessStopped(log, drawId, () => sealDraw(db, config, drawId));
    },
  };
}

/**
 * With AUTO_DRAW the steps after the result run by themselves; otherwise they wait for
 * the operator's commands.
 */
export function drawDeadlines({ db, config, log }: Omit<DrawWorkParts, 'beforeSeal'>): readonly Deadline[] {
  const always = [calendar(config.kinds), opening, closing, lapsing];
  if (!config.autoDraw) return always;
  const settle = (drawId: number) => settleDraw(db, config, drawId);
  const pay = (drawId: number) => payDraw(db, drawId, 'sandbox-supervisor');
  return [
    ...always,
    stepDeadline('draw settlement', settleable, (drawId) => unlessStopped(log, drawId, () => settle(drawId))),
    stepDeadline('draw payout', sql`state IN ('winsel', 'payout')`, (drawId) =>
      unlessStopped(log, drawId, () => pay(drawId)),
    ),
  ];
}

/** A stopped draw has its alarm and waits for a person; trying again would find the same. */
async function unlessStopped(log: Log, drawId: number, step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DrawHalted)) throw error;
    log.error({ drawId, stop: error.haltCode, ...error.detail, err: error.cause }, error.message);
  }
}

const calendar = (kinds: Kinds): Deadline => ({
  name: 'draw calendar',
  due: sql`
    SELECT domain_now() FROM games g
    WHERE g.on_sale AND g.game = ANY (${kinds.withCalendar}) AND (SELECT count(*) FROM draws d
      WHERE d.game = g.game AND d.close_date > domain_now() AND ${isUnclosed('d')}) <= ${drawsAhead}
    LIMIT 1`,
  run: (db) => transaction(db, (tx) => extendCalendar(tx, kinds)),
});

const opening: Deadline = {
  name: 'draw opening',
  due: sql`
    SELECT domain_now() FROM games g
    WHERE g.on_sale
      AND EXISTS (SELECT FROM draws d WHERE d.game = g.game AND d.state = 'created' AND d.in_turn)
      AND NOT EXISTS (SELECT FROM draws d WHERE d.game = g.game AND ${isOnSale('d')})
    LIMIT 1`,
  run: (db) => transaction(db, openDraws),
};

const closing: Deadline = {
  name: 'draw closing',
  due: sql`SELECT min(close_date) FROM draws WHERE ${isOnSale('draws')}`,
  run: (db) =>
    forEachDraw(db, sql`${isOnSale('draws')} AND close_date <= domain_now()`, async (drawId) => {
      await closeDraw(db, drawId, { actor: 'calendar' });
    }),
};

/** A draw whose pools are shared with other countries waits for the organiser's figures. */
const settleable = sql`state = 'confirmed'
  AND NOT EXISTS (SELECT FROM draws e WHERE ${isUnsettledBefore(sql`draws.game`, sql`draws.draw_date`)})
  AND (NOT awaits_figures OR EXISTS (SELECT FROM approved_figures f WHERE f.draw_id = draws.draw_id))`;

/** Due at once for draws in that state that no alarm has stopped since their last step or figures. */
function stepDeadline(name: string, wanted: Sql<unknown>, work: (drawId: number) => Promise<void>): Deadline {
  const ready = sql`${wanted} AND NOT EXISTS (${stopsSinceLastStep('draws')}
      AND (a.at >= (SELECT max(f.at) FROM draw_figures f WHERE f.draw_id = draws.draw_id)) IS NOT FALSE)`;
  return {
    name,
    due: sql`SELECT domain_now() FROM draws WHERE ${ready} LIMIT 1`,
    run: (db) => forEachDraw(db, ready, work),
  };
}

async function forEachDraw(
  db: Db,
  wanted: Sql<unknown>,
  work: (drawId: number) => Promise<void>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT draw_id AS id FROM draws WHERE ${wanted} ORDER BY draw_date`.execute(db);
  for (const { id } of rows) await work(id);
  return rows.length;
}
