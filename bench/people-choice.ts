/**
 * What a turn of people's choice costs over 1,000 new tickets, beside 10,000 sold before and a million.
 * `npm run bench -- people-choice`: some minutes, most of them to write the tickets.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { importPrograms } from '#server/games/pools/import.ts';
import { peopleDeadline, soldOf } from '#server/games/pools/people.ts';
import { kinds } from '#server/games/registry.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { asOwner, inOwnDatabase } from './own-database.ts';

const [fewSold, manySold, news, turns] = [10_000, 1_000_000, 1_000, 15];
const dayMs = 86_400_000;

export function run(): Promise<object> {
  return inOwnDatabase(kinds, async ({ database: { db }, ownerUrl }) => {
    const drawId = await openProgram(db);
    const program = { drawId, game: 'totoeng' };
    let sold = 0;
    const sellMore = async (tickets: number) => {
      await sell(db, drawId, tickets);
      sold += tickets;
    };
    const medianAt = async (before: number): Promise<number> => {
      await sellMore(before - sold);
      await asOwner(ownerUrl, 'ANALYZE tickets; ANALYZE coupons');
      await count(db, program, sold);
      const times: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        await sellMore(news);
        times.push(await count(db, program, sold));
      }
      return times.sort((a, b) => a - b)[Math.floor(turns / 2)] as number;
    };
    const [few, many] = [await medianAt(fewSold), await medianAt(manySold)];
    const rounded = (ms: number) => Math.round(10 * ms) / 10;
    return { fewMs: rounded(few), manyMs: rounded(many), ratio: Math.round((100 * many) / few) / 100 };
  });
}

async function openProgram(db: Db): Promise<number> {
  const kickOff = new Date((await databaseNow(db)).getTime() + 300 * dayMs).toISOString();
  const events = Array.from({ length: 13 }, (_, index) => ({
    ...{ number: index + 1, home: `Home ${index}`, away: `Away ${index}`, country: 'Bench', league: 'Bench' },
    kickOff,
  }));
  const text = JSON.stringify({ product: 'totoeng', drawNumber: 1, group: 'sat', events });
  for (const actor of ['bench', 'other']) await importPrograms(db, kinds, { text, actor });
  const { rows } = await sql<{ drawId: number }>`SELECT draw_id AS "drawId" FROM programs`.execute(db);
  return (rows[0] as { drawId: number }).drawId;
}

/** Of one row each, without their money: the turn reads no ledger. */
async function sell(db: Db, drawId: number, tickets: number): Promise<void> {
  await sql`
    WITH sold AS (
      INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
        row_count)
      SELECT n % 30000, gen_random_uuid(), 'totoeng', domain_now(), 13,
        ARRAY[(SELECT sum(1::bigint << (13 * ((n / (m + 1)) % 3)::integer + m))
          FROM generate_series(0, 12) m)], 0, 0, 1
      FROM generate_series(1, ${tickets}::bigint) n RETURNING player_id, ticket_id)
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, gen_random_uuid(), ${drawId}, 13 FROM sold`.execute(db);
}

/** @returns the time that the turns took until all tickets were counted */
async function count(db: Db, program: { drawId: number; game: string }, rows: number): Promise<number> {
  await setClock(db, new Date((await databaseNow(db)).getTime() + 301_000));
  let spentMs = 0;
  while ((await soldOf(db, program)).rows < rows) {
    const from = performance.now();
    const moved = await peopleDeadline.run(db);
    if (moved > 0) spentMs += performance.now() - from;
    else await sleep(5);
  }
  return spentMs;
}
