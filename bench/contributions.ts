/**
 * What booking a week of a million tickets for clubs costs, beside one sum by club over the same tickets; by
 * turns in one run. `npm run bench -- contributions`: a few minutes, most of them to write the tickets.
 */

import { contributionDeadline } from '#server/clubs/book-weeks.ts';
import { importPrograms } from '#server/games/pools/import.ts';
import { kinds } from '#server/games/registry.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { asOwner, inOwnDatabase } from './own-database.ts';

const tickets = Number(process.env['BENCH_TICKETS'] ?? 1_000_000);
const clubs = 250;
const turns = 5;
const dayMs = 86_400_000;

/** Forgets a booked week, so that it can be booked again. */
const unbook = ['club_sales', 'contributions', 'contribution_programs', 'contribution_weeks']
  .map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER; DELETE FROM ${table};`)
  .join(' ');

export function run(): Promise<object> {
  return inOwnDatabase(kinds, async ({ database: { db }, ownerUrl }) => {
    await asOwner(ownerUrl, `INSERT INTO clubs SELECT n, 'Club ' || n FROM generate_series(1, ${clubs}) n`);
    const drawId = await openProgram(db);
    await sell(db, drawId);
    await asOwner(ownerUrl, decide(drawId));
    await setClock(db, new Date((await databaseNow(db)).getTime() + 10 * dayMs));
    const [sums, ticketSums, bookings]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < turns; turn += 1) {
      sums.push(await timed(() => sumByClub(db, drawId)));
      ticketSums.push(await timed(() => sumOfTickets(db)));
      bookings.push(await timed(() => contributionDeadline().run(db)));
      await checkBooked(db);
      await asOwner(ownerUrl, unbook);
    }
    const [sumMs, bookingMs] = [medianOf(sums), medianOf(bookings)];
    const ratio = Math.round((100 * bookingMs) / sumMs) / 100;
    return { tickets, clubs, sumMs, bookingMs, ratio, ticketSumMs: medianOf(ticketSums) };
  });
}

async function openProgram(db: Db): Promise<number> {
  const kickOff = new Date((await databaseNow(db)).getTime() + dayMs).toISOString();
  const events = Array.from({ length: 13 }, (_, index) => ({
    ...{ number: index + 1, home: `Home ${index}`, away: `Away ${index}`, country: 'Bench', league: 'Bench' },
    kickOff,
  }));
  const text = JSON.stringify({ product: 'totoeng', drawNumber: 1, group: 'sat', events });
  for (const actor of ['bench', 'other']) await importPrograms(db, kinds, { text, actor });
  const { rows } = await sql<{ drawId: number }>`SELECT draw_id AS "drawId" FROM programs`.execute(db);
  return (rows[0] as { drawId: number }).drawId;
}

/** Sealed and settled, as far as booking looks. */
const decide = (drawId: number): string => `
  ALTER TABLE draws DISABLE TRIGGER USER; ALTER TABLE seals DISABLE TRIGGER USER;
  UPDATE draws SET state = 'settled' WHERE draw_id = ${drawId};
  INSERT INTO seals (draw_id, sealed_at, coupons, rows, stakes, side_stakes, merkle_root, book_hash,
    algorithm, signature, public_key)
  SELECT ${drawId}, now(), ${tickets}, ${tickets}, ${13 * tickets}, 0, hash, hash, 'bench', hash || hash, hash
  FROM sha256('bench') hash;
  ANALYZE`;

/** Of one row each, without their money: booking moves what clubs get and reads no other ledger. */
async function sell(db: Db, drawId: number): Promise<void> {
  await sql`
    WITH sold AS (
      INSERT INTO tickets (player_id, ticket_id, game, purchased_at, stake, row_masks, quick_picks, system,
        row_count, support_id)
      SELECT n % 30000, gen_random_uuid(), 'totoeng', domain_now(), 13, ARRAY[0], 0, 0, 1, 1 + n % ${clubs}
      FROM generate_series(1, ${tickets}::bigint) n RETURNING player_id, ticket_id)
    INSERT INTO coupons (player_id, ticket_id, coupon_id, draw_id, stake)
    SELECT player_id, ticket_id, gen_random_uuid(), ${drawId}, 13 FROM sold`.execute(db);
}

/** The rows that booking reads: coupons of the program, with the club of their tickets. */
const sumByClub = (db: Db, drawId: number) =>
  sql`SELECT k.support_id, sum(c.stake) FROM coupons c JOIN tickets k USING (player_id, ticket_id)
    WHERE c.draw_id = ${drawId} GROUP BY k.support_id`.execute(db);

/** The tickets alone, whatever program they are of: less than booking can do with. */
const sumOfTickets = (db: Db) =>
  sql`SELECT support_id, sum(stake) FROM tickets GROUP BY support_id`.execute(db);

/** All that was sold is booked, and clubs got a tenth of it. */
async function checkBooked(db: Db): Promise<void> {
  const { rows } = await sql<{ count: number; sale: number }>`
    SELECT sum(sale_count)::int AS count, sum(sale)::bigint AS sale FROM club_sales WHERE origin = 'booked'
  `.execute(db);
  if (rows[0]?.count !== tickets || rows[0].sale !== 13 * tickets)
    throw new Error(`booked ${JSON.stringify(rows[0])}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const medianOf = (times: readonly number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number);
