/** Past draws from outside. They move no money. */

import { drawNumber } from '#rules/numbers/draws.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { readHistoryLine } from './line.ts';
import { openCarry } from './opening-carry.ts';
import type { PastDraw } from './past-draw.ts';
import {
  addPastDraws,
  type KnownDraw,
  knownDraws,
  type Numbered,
  type Revised,
  revisePastDraws,
  tableText,
} from './store.ts';

export type HistoryReport = {
  lines: number;
  /** Draws that were not there before. */
  added: number;
  /** Sample draws whose place a real one took. */
  replaced: number;
  /** Imported before, and different now. */
  corrected: number;
  unchanged: number;
  /** Draws of our own on that date: they stay. */
  kept: number;
  /** Of other games than `--game`. */
  leftOut: number;
  /** Before the game's first draw here, each by its name: `eurojackpot 2012-03-23`. */
  refused: string[];
  /** Amounts in other currencies than krónur, left out. */
  foreignAmounts: number;
  /** Games whose waiting pools stay as they are, because tickets are sold on top of them. */
  carryKept: string[];
};

export type HistoryOptions = { game?: GameId; actor: string };

/** Imports JSON lines, all or nothing: one faulty line refuses the file and says which. Safe to repeat. */
export async function importHistory(db: Db, text: string, options: HistoryOptions): Promise<HistoryReport> {
  const { draws, ...counts } = readLines(text, options);
  const found = await transaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('history'))`.execute(tx);
    const { rows } = await sql<{
      today: string;
    }>`SELECT (domain_now() AT TIME ZONE 'UTC')::date AS today`.execute(tx);
    const future = draws.filter(({ draw }) => draw.date >= (rows[0]?.today ?? ''));
    refuseFaults(
      future.map(({ draw: { game, date }, line }) => `line ${line}: ${game} ${date} is not past yet`),
    );
    const known = await knownDraws(tx, [...new Set(draws.map(({ draw }) => draw.game))]);
    const plan = planOf(
      draws.map(({ draw }) => draw),
      known,
    );
    await addPastDraws(tx, plan.add, 'import', options.actor);
    await revisePastDraws(tx, plan.revise, options.actor);
    const carryKept: string[] = [];
    for (const game of new Set(draws.map(({ draw }) => draw.game))) {
      if (!(await openCarry(tx, game))) carryKept.push(game);
    }
    await sql`SELECT pg_notify('draws_changed', '')`.execute(tx);
    return { ...plan.counts, carryKept };
  });
  return { ...counts, ...found };
}

function readLines(text: string, { game }: HistoryOptions) {
  const draws = new Map<string, { draw: PastDraw; line: number }>();
  const faults: string[] = [];
  const counts = { lines: 0, leftOut: 0, foreignAmounts: 0, refused: [] as string[] };
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue;
    counts.lines += 1;
    const line = index + 1;
    const read = readHistoryLine(content);
    if (read.kind === 'fault') faults.push(`line ${line}: ${read.reason}`);
    else if (game && read.game !== game) counts.leftOut += 1;
    else if (read.kind === 'outside') counts.refused.push(`${read.game} ${read.date}`);
    else {
      const name = `${read.draw.game} ${read.draw.date}`;
      if (draws.has(name)) faults.push(`line ${line}: ${name} stands twice`);
      draws.set(name, { draw: read.draw, line });
      counts.foreignAmounts += read.foreign;
    }
  }
  refuseFaults(faults);
  return { draws: [...draws.values()], ...counts };
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const message = `Nothing was imported. ${faults.slice(0, 5).join('. ')}${faults.length > 5 ? ' …' : ''}`;
  refuse('EC_INVALID_INPUT', { details: { message } });
}

function planOf(draws: readonly PastDraw[], known: Awaited<ReturnType<typeof knownDraws>>) {
  const add: Numbered[] = [];
  const revise: Revised[] = [];
  const counts = { added: 0, replaced: 0, corrected: 0, unchanged: 0, kept: 0 };
  for (const draw of draws) {
    const number = drawNumber(draw.game, draw.date);
    const there = known.get(`${draw.game} ${number}`);
    if (!there) {
      add.push({ draw, number });
      counts.added += 1;
    } else if (there.origin === 'calendar') counts.kept += 1;
    else if (there.origin === 'import' && isSame(draw, there)) counts.unchanged += 1;
    else {
      revise.push({ draw, drawId: there.drawId, revision: there.revision + 1 });
      counts[there.origin === 'sample' ? 'replaced' : 'corrected'] += 1;
    }
  }
  return { add, revise, counts };
}

/** A file without prizes does not take away those that another file gave. */
function isSame(draw: PastDraw, there: Pick<KnownDraw, 'outcome' | 'table'>): boolean {
  const sameNumbers =
    draw.numbers.join() === there.outcome?.numbers.join() &&
    draw.bonusNumbers.join() === there.outcome.bonusNumbers.join();
  return sameNumbers && (draw.prizes === null || tableText(draw) === there.table);
}
