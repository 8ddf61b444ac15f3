/**
 * The sample players of an embedded instance: before each draw, and in each new program of a pool, they buy
 * by the same call as everybody, so that pots and prizes are believable. They are marked `demo`, named
 * mugur0001 and so on.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type GameId, gameIds } from '#rules/numbers/games.ts';
import { type PoolId, poolIds } from '#rules/pools/games.ts';
import { type Draw, drawColumns, isOnSale } from '#server/draws/draw.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import { programOf } from '#server/games/pools/program.ts';
import { topUpWallets } from '#server/ledger/sandbox-money.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { newId } from '#server/platform/ids.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { Sell } from '#server/sales/sell.ts';
import { demandOf, rowsWanted, ticketsEach, type WantedTicket } from './demand.ts';
import { ensureSamplePlayers } from './players.ts';
import { poolDemandOf, poolTicketsEach } from './pool-demand.ts';

export type SamplePlayersParts = { config: Pick<ServiceConfig, 'mode'>; db: Db; pool: pg.Pool; sell: Sell };

/**
 * Twenty minutes before the sale of a draw closes. A program is sold for days and shows what people choose:
 * there they come as soon as it is on sale.
 */
const visitAt = sql`CASE WHEN d.in_turn THEN d.close_date - interval '20 minutes' ELSE domain_now() END`;
/** Enough for the tickets of one person, and within the day's limit. */
const balanceIsk = 100_000;

const waiting = sql`${isOnSale('d')} AND d.game = ANY (${[...gameIds, ...poolIds]})
  AND d.close_date > domain_now()
  AND NOT EXISTS (SELECT FROM sample_purchases v WHERE v.draw_id = d.draw_id)`;

export function samplePlayersDeadline(parts: SamplePlayersParts): Deadline {
  const { db, pool } = parts;
  return {
    name: 'sample players',
    due: sql`SELECT min(${visitAt}) FROM draws d WHERE ${waiting}`,
    async run() {
      const { rows } = await sql<Draw>`
        SELECT ${drawColumns} FROM draws d
        WHERE ${waiting} AND ${visitAt} <= domain_now() ORDER BY close_date`.execute(db);
      let visits = 0;
      for (const draw of rows)
        visits +=
          (await withAdvisoryLock(pool, `sample players ${draw.drawId}`, () => visit(parts, draw))) ?? 0;
      return visits;
    },
  };
}

/** Killed and run again it asks for the same tickets with the same keys, so none is sold twice. */
async function visit(parts: SamplePlayersParts, draw: Draw): Promise<number> {
  const { db, sell } = parts;
  const { tickets, each, first } = await wantedIn(parts, draw);
  const people = await transaction(db, async (tx) => {
    const count = Math.ceil(tickets.length / each);
    const playerIds = await ensureSamplePlayers(tx, { first, count });
    await topUpWallets(tx, playerIds, balanceIsk);
    return playerIds;
  });
  const sold = await Promise.all(
    tickets.map((ticket, index) =>
      buy(sell, { draw, ticket, index, playerId: people[Math.floor(index / each)] ?? 0 }),
    ),
  );
  const rows = tickets.reduce((sum, { rowCount }, index) => sum + (sold[index] ? rowCount : 0), 0);
  await transaction(db, async (tx) => {
    await sql`
      INSERT INTO sample_purchases (draw_id, tickets, rows)
      VALUES (${draw.drawId}, ${sold.filter(Boolean).length}, ${rows}) ON CONFLICT DO NOTHING
    `.execute(tx);
  });
  return 1;
}

/** Tickets, how many of them a person buys, and the number of the first person. */
type Wanted = { tickets: WantedTicket[]; each: number; first: number };

/** Each pool has people of its own: nobody reaches the limit of a day by two games. */
const firstOf: Readonly<Record<PoolId, number>> = { totoeng: 6_001, totoeur: 7_001, xg: 8_001 };

async function wantedIn({ config, db }: SamplePlayersParts, draw: Draw): Promise<Wanted> {
  const random = seededUint32(`demand of ${draw.game} ${draw.number}`, config);
  if (!poolIds.some((game) => game === draw.game)) {
    const carry = await wholeCarry(db, draw.game);
    const tickets = demandOf(draw, rowsWanted(draw.game as GameId, carry[1] ?? 0), random);
    return { tickets, each: ticketsEach, first: 1 };
  }
  const { game, amountRow, matches } = await programOf(db, draw.drawId);
  const program = { game, amountRow, chances: matches.map(({ chances }) => chances) };
  const tickets = poolDemandOf(program, await openClubs(db), random);
  return { tickets, each: poolTicketsEach, first: firstOf[game] };
}

async function openClubs(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT club_id AS id FROM clubs WHERE closed_at IS NULL ORDER BY club_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A refusal (the sale closed, a limit) is what a person would get too. */
async function buy(
  sell: Sell,
  { draw, ticket, index, playerId }: { draw: Draw; ticket: WantedTicket; index: number; playerId: number },
): Promise<boolean> {
  const key = `sample players ${draw.drawId} ${index}`;
  try {
    await sell({
      ...ticket,
      playerId,
      game: draw.game,
      ticketId: null,
      coupons: [{ couponId: newId(), drawId: draw.drawId }],
      ip: null,
      affiliateId: null,
      session: null,
      key,
      inputHash: createHash('sha256').update(key).digest('hex'),
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'EC_INTERNAL_ERROR' && error.code !== 'EC_SYSTEM_CLOSED')
      return false;
    throw error;
  }
}
