/** A draw of many coupons: sold over HTTP, closed, sealed, settled, paid. */
import { setTimeout as sleep } from 'node:timers/promises';
import { drawn } from '#bench/drawn.ts';
import { operator, randomWager } from '#bench/purchase-load.ts';
import { appUrl } from '#embedded/postgres/roles.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { findSeal } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { kinds } from '#server/games/registry.ts';
import { transaction } from '#server/platform/database.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import { sql } from '#server/platform/sql.ts';
import { costOf, type Subject } from './cost.ts';
import { type Order, sell } from './history/sell.ts';
import { cookiesOf } from './own-pages.ts';
import { afterCheckpoint, flat, ofPurchases, type Piece } from './pieces.ts';

/** @returns the pieces, and the day of the sale as `YYYY-MM-DD` */
export async function drawPieces(subject: Subject, coupons: number): Promise<{ made: Piece[]; day: string }> {
  const { db } = subject;
  const { rows } = await sql<Draw & { day: string }>`
    SELECT ${drawColumns}, (domain_now() AT TIME ZONE 'UTC')::date::text AS day FROM draws d
    WHERE game = 'lotto' AND state = 'released' AND closed_at IS NULL`.execute(db);
  const draw = rows[0] as Draw & { day: string };
  const sold = await salePieces(subject, await ordersOf(subject, coupons));
  const closed = await costOf(subject, () => closeAndSeal(subject, draw), { here: true });
  await operator(subject.instance, ['clock', 'set', draw.drawDate.toISOString()]);
  const entered = (actor: string) => ({ drawId: draw.drawId, outcome: drawn.lotto, actor });
  await transaction(db, (tx) => enterResult(tx, kinds, entered('first')));
  await transaction(db, (tx) => confirmResult(tx, kinds, entered('second')));
  const settled = await costOf(subject, () => settleDraw(db, configOf(subject), draw.drawId), { here: true });
  const paid = await costOf(subject, () => payDraw(db, draw.drawId, 'bench'), { here: true });
  const steps = { 'close and seal': closed, settle: settled, pay: paid };
  const made = Object.entries(steps).map(([name, cost]) => {
    return { name, per: 'coupon', count: coupons, cost, marks: flat };
  });
  return { made: [...sold, ...made], day: draw.day };
}

/** The first tenth straight after a checkpoint, and the second half. */
async function salePieces(subject: Subject, orders: readonly Order[]): Promise<Piece[]> {
  const { instance, monitor } = subject;
  const [early, late] = [Math.ceil(orders.length / 10), Math.floor(orders.length / 2)];
  await monitor.query('CHECKPOINT');
  const first = await costOf(subject, () => sell(instance, orders.slice(0, early)));
  await sell(instance, orders.slice(early, late));
  const last = await costOf(subject, () => sell(instance, orders.slice(late)));
  const sale = { per: 'ticket' };
  return [
    { ...sale, name: 'purchase after a checkpoint', count: early, cost: first, marks: afterCheckpoint },
    { ...sale, name: 'purchase', count: orders.length - late, cost: last, marks: ofPurchases },
  ];
}

/** One-draw tickets, each of another player as long as there are some. */
async function ordersOf(subject: Subject, count: number): Promise<Order[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT player_id AS id FROM players WHERE username LIKE 'prufa%' ORDER BY hashtext(username), player_id
    LIMIT ${count}`.execute(subject.db);
  const cookies = await cookiesOf(
    subject,
    rows.map(({ id }) => id),
  );
  const wagers = Array.from({ length: 2000 }, () => randomWager());
  return Array.from({ length: count }, (_, nth) => ({
    body: wagers[nth % wagers.length] as string,
    cookie: cookies[nth % cookies.length] as string,
    key: `bench-${nth}`,
  }));
}

/** The worker seals it. */
async function closeAndSeal({ db }: Subject, { drawId }: Draw): Promise<void> {
  await closeDraw(db, drawId, { actor: 'bench', reason: 'bench' });
  while (!(await findSeal(db, drawId))) await sleep(50);
}

function configOf({ instance: { dataDir } }: Subject) {
  const { database: passwords, ...secrets } = storedSecrets(dataDir);
  const port = readRunFile(dataDir)?.postgres?.port ?? 0;
  return { databaseUrl: appUrl(port, passwords), dataDir, secrets, kinds };
}
