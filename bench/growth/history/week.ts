/**
 * The template week: the product sells it over HTTP, two persons enter the results, and the product settles
 * and pays. The clock is walked from one noon to the next.
 */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { drawn } from '#bench/drawn.ts';
import { operator, type Player } from '#bench/purchase-load.ts';
import { createPools } from '#integrations/organiser/sandbox/pools.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { parseEuro } from '#rules/values/euro.ts';
import { claimPrizes, releasePrizes } from '#server/draws/claims/claim.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import type { DrawConfig } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { countHere, settleDraw } from '#server/draws/settle/settle.ts';
import { kinds } from '#server/games/registry.ts';
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { encodeId } from '#server/platform/ids.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';
import type { Instance } from '#test/harness/product.ts';
import { note } from './note.ts';
import { sell } from './sell.ts';
import type { Purchase } from './wagers.ts';

export type Product = { instance: Instance; db: Db; config: DrawConfig };

const day = 86_400_000;

type Drawing = Product & { pools: ReturnType<typeof createPools> };

/** @param purchases in the order of their days, each bought by the next of `players` */
export async function playWeek(
  product: Product,
  purchases: readonly Purchase[],
  players: readonly Player[],
): Promise<void> {
  const drawing = { ...product, pools: organiserPools(product.config.dataDir) };
  const sunday = await nextSundayNoon(product.db);
  let sold = 0;
  for (let nth = 0; nth < 7; nth++) {
    await walkTo(drawing, new Date(sunday.getTime() + nth * day));
    const due = purchases.filter((purchase) => purchase.day === nth);
    const orders = due.map(({ body }, index) => ({
      body,
      key: `growth-${sold + index}`,
      cookie: (players[(sold + index) % players.length] as Player).cookie,
    }));
    await sell(product.instance, orders);
    sold += due.length;
    note(`day ${nth + 1} of 7: ${sold} tickets sold`);
  }
  await walkTo(drawing, new Date(sunday.getTime() + 6.6 * day));
}

async function nextSundayNoon(db: Db): Promise<Date> {
  const now = await databaseNow(db);
  const noon = new Date(`${now.toISOString().slice(0, 10)}T12:00:00Z`);
  const days = (7 - noon.getUTCDay()) % 7 || 7;
  return new Date(noon.getTime() + days * day);
}

/** Draws close and are sealed on the way; those whose time has come are drawn then. */
async function walkTo(drawing: Drawing, at: Date): Promise<void> {
  await operator(drawing.instance, ['clock', 'set', at.toISOString()]);
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d
    WHERE origin = 'calendar' AND state = 'released' AND draw_date <= domain_now()
    ORDER BY draw_date`.execute(drawing.db);
  for (const draw of rows) await takeThrough(drawing, draw);
}

/** From the result to the last wallet paid, large prizes included. */
async function takeThrough(drawing: Drawing, draw: Draw): Promise<void> {
  const { db, config } = drawing;
  const { drawId } = draw;
  const entered = (actor: string) => ({ drawId, outcome: drawn[draw.game as GameId], actor });
  await transaction(db, (tx) => enterResult(tx, kinds, entered('first')));
  await transaction(db, (tx) => confirmResult(tx, kinds, entered('second')));
  if (draw.awaitsFigures) await bringFigures(drawing, draw);
  await settleDraw(db, config, drawId);
  await payDraw(db, drawId, 'bench');
  const { rows } = await sql<{ ticketId: string }>`
    SELECT DISTINCT ticket_id AS "ticketId" FROM coupon_wins WHERE draw_id = ${drawId} AND high
    `.execute(db);
  for (const { ticketId } of rows) {
    await transaction(db, (tx) => claimPrizes(tx, encodeId(ticketId), 'first'));
    await transaction(db, (tx) => releasePrizes(tx, encodeId(ticketId), 'second'));
  }
}

async function bringFigures({ db, config, pools }: Drawing, draw: Draw): Promise<void> {
  const { drawId, game, number, rulesId } = draw;
  const { rows, units } = await countHere(db, config, draw);
  const winners = rulesOf(draw).tiers.flatMap(({ tier, scope }, index) =>
    scope === 'common' ? [{ tier, winners: units[index] ?? 0 }] : [],
  );
  const text = pools.figures({ game, draw: number, rulesId, rows, winners }, {})?.protocol ?? '';
  for (const actor of ['third', 'fourth']) await importFigures(db, config, { drawId, text, actor });
}

function organiserPools(dataDir: string) {
  return createPools({
    key: generateKeyPairSync('ed25519').privateKey,
    file: join(dataDir, 'organiser.jsonl'),
    opening: () => ({ tiers: {}, booster: parseEuro('0') }),
    random: seededUint32('growth: organiser', { mode: 'embedded' }),
  });
}
