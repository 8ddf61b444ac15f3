/** Past draws from outside, as decided in decisions §8. They move no money. */
import { sql } from 'kysely';
import { drawNumber } from '#rules/lotto/draws.ts';
import type { GameId } from '#rules/lotto/games.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { readHistoryLine } from './history-line.ts';
import {
  addPastDraws,
  knownDraws,
  type Numbered,
  type Revised,
  revisePastDraws,
  tableText,
} from './history-store.ts';
import type { PastDraw } from './past-draw.ts';

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
  /** Of other games than `--game`, or before the game's first draw here. */
  leftOut: number;
  /** Amounts in other currencies than krónur, left out. */
  foreignAmounts: number;
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
    const future = draws.find(({ date }) => date >= (rows[0]?.today ?? ''));
    if (future)
      refuse('EC_INVALID_INPUT', { details: { message: `${future.game} ${future.date} is not past yet.` } });
    const known = await knownDraws(tx, [...new Set(draws.map(({ game }) => game))]);
    const plan = planOf(draws, known);
    await addPastDraws(tx, plan.add, 'import', options.actor);
    await revisePastDraws(tx, plan.revise, options.actor);
    await sql`SELECT pg_notify('draws_changed', '')`.execute(tx);
    return plan.counts;
  });
  return { ...counts, ...found };
}

function readLines(text: string, { game }: HistoryOptions) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const draws = new Map<string, PastDraw>();
  const faults: string[] = [];
  const counts = { lines: lines.length, leftOut: 0, foreignAmounts: 0 };
  for (const [index, line] of lines.entries()) {
    const read = readHistoryLine(line);
    if (read.kind === 'fault') faults.push(`line ${index + 1}: ${read.reason}`);
    else if (read.kind === 'outside' || (game && read.draw.game !== game)) counts.leftOut += 1;
    else {
      const name = `${read.draw.game} ${read.draw.date}`;
      if (draws.has(name)) faults.push(`line ${index + 1}: ${name} stands twice`);
      draws.set(name, read.draw);
      counts.foreignAmounts += read.foreign;
    }
  }
  if (faults.length > 0) {
    const message = `Nothing was imported. ${faults.slice(0, 5).join('. ')}${faults.length > 5 ? ' …' : ''}`;
    refuse('EC_INVALID_INPUT', { details: { message } });
  }
  return { draws: [...draws.values()], ...counts };
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
function isSame(
  draw: PastDraw,
  there: { numbers: number[] | null; bonusNumbers: number[] | null; table: string },
): boolean {
  const sameNumbers =
    draw.numbers.join() === there.numbers?.join() && draw.bonusNumbers.join() === there.bonusNumbers?.join();
  return sameNumbers && (draw.prizes === null || tableText(draw) === there.table);
}
