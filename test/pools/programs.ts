/** Programs for tests: written as files, imported by two persons, filled with results. */
import { matchCount, type PoolId } from '#rules/pools/games.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawByNumber } from '#server/draws/draw.ts';
import type { Kinds, Outcome } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { importPrograms } from '#server/games/pools/import.ts';
import { peopleDeadline } from '#server/games/pools/people.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import type { TestDatabase } from '#test/harness/database.ts';
import { untilHeld } from '#test/harness/draws.ts';
import { runUntil } from '#test/harness/letters.ts';

const products: Record<PoolId, string> = { totoeng: 'stryktipset', totoeur: 'europatipset', xg: 'xg' };
const groupOf: Partial<Record<PoolId, string>> = { totoeng: 'sat', totoeur: 'sun' };

export type ProgramOptions = {
  game?: PoolId;
  number: number;
  /** Of each match; where there are fewer, the last one's of all others. */
  kickOffs: readonly Date[];
  group?: string;
  mode?: 'own' | 'common';
  /** Changes what is written of a match. */
  match?: (number: number) => object;
};

/** A line of a file, with odds that make chances of 50, 27 and 23. */
export function programLine({
  game = 'totoeng',
  number,
  kickOffs,
  group,
  mode,
  match,
}: ProgramOptions): string {
  const events = Array.from({ length: matchCount }, (_, index) => ({
    number: index + 1,
    home: `Heima ${index + 1}`,
    away: `Úti ${index + 1}`,
    country: 'England',
    league: 'Premier League',
    kickOff: (kickOffs[index] ?? (kickOffs.at(-1) as Date)).toISOString(),
    odds: { 1: 1.9, X: 3.6, 2: 4.2 },
    tenNewspapers: { 1: 7, X: 2, 2: 1 },
    ...match?.(index + 1),
  }));
  const groupId = group ?? groupOf[game];
  return JSON.stringify({
    ...{ product: products[game], drawNumber: number, comment: `Umferð ${number}` },
    ...(groupId && { group: groupId }),
    ...(mode && { mode }),
    events,
  });
}

/** In so many hours, at a full second. */
export async function inHours({ db }: TestDatabase, hours: number): Promise<Date> {
  const now = (await databaseNow(db)).getTime();
  return new Date(Math.ceil(now / 1000) * 1000 + hours * 3_600_000);
}

/** Planned by one person and put on sale by another. */
export async function openProgram(
  own: TestDatabase,
  options: Omit<ProgramOptions, 'kickOffs'> & { kickOffs?: readonly Date[] },
): Promise<Draw> {
  const { kickOffs = [await inHours(own, 2)], game = 'totoeng', number } = options;
  const text = programLine({ ...options, kickOffs });
  for (const actor of ['gunna', 'jonas']) await importPrograms(own.db, own.config.kinds, { text, actor });
  return drawByNumber(own.db, game, number);
}

/** The score that makes each sign, in the order of the matches. */
export function resultsOf(signs: string): Record<string, string> {
  const scores: Record<string, string> = { 1: '2-1', X: '1-1', 2: '0-3' };
  return Object.fromEntries([...signs].map((sign, index) => [index + 1, scores[sign] as string]));
}

/** Entered and confirmed by two persons, once all matches have begun. */
export async function decide(
  { db, config }: TestDatabase,
  { drawId }: Draw,
  outcome: Outcome,
): Promise<void> {
  const { kinds } = config;
  const entered = (actor: string) => ({ drawId, outcome, actor });
  await transaction(db, (tx) => enterResult(tx, kinds as Kinds, entered('gunna')));
  await transaction(db, async (tx) => void (await confirmResult(tx, kinds, entered('jonas'))));
}

/** Lets the time of a count come. */
export async function fiveMinutes({ db }: TestDatabase): Promise<void> {
  await setClock(db, new Date((await databaseNow(db)).getTime() + 301_000));
}

/** Lets five minutes pass, and counts what people chose until then. */
export async function countPeople(own: TestDatabase): Promise<void> {
  await fiveMinutes(own);
  const from = await databaseNow(own.db);
  await runUntil(own, peopleDeadline, async () => {
    const { rows } = await sql`
      SELECT FROM choice_cursor WHERE reached_at = complete_at AND complete_at >= ${from}`.execute(own.db);
    return rows.length > 0;
  });
}

export async function closeAndSeal(own: TestDatabase, { drawId }: Draw): Promise<void> {
  await closeDraw(own.db, drawId, { actor: 'gunna', reason: 'test' });
  await sealDraw(own.db, own.config, drawId);
  await untilHeld(own.db, drawId);
}
