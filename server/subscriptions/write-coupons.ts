/**
 * The coupons of subscriptions, written before a draw closes: in portions, each a transaction of its own, so
 * that whoever is killed goes on where it was. After a close they may still be written, since they were paid
 * before it; the draw is not sealed until they are.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sealJob } from '#server/draws/close.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import type { Kinds, Played } from '#server/draws/kind.ts';
import { type Db, retrying, transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { addJob } from '#server/platform/jobs.ts';
import { sql } from '#server/platform/sql.ts';
import { actor, endSubscription, type SubscriptionId } from './charge.ts';
import { subscriptionRulesOf } from './terms.ts';

const portion = 100;
/** So long before the close, time for all of them many times over. */
const ahead = sql`interval '30 minutes'`;

/** Of the time that a portion took: it rests so long while the sale goes on. */
const restShare = 9;

/** Draws that still miss a coupon, on sale or closed and not sealed. */
const unwritten = sql`d.state = 'released' AND d.close_date - ${ahead} <= domain_now()
  AND NOT EXISTS (SELECT FROM seals l WHERE l.draw_id = d.draw_id)`;

export const couponDeadline = (kinds: Kinds): Deadline => ({
  name: 'subscription coupons',
  due: sql`
    SELECT min(d.close_date - ${ahead}) FROM draws d
    WHERE d.state = 'released' AND NOT EXISTS (SELECT FROM seals l WHERE l.draw_id = d.draw_id)
      AND EXISTS (SELECT FROM subscription_states s WHERE s.game = d.game
        AND s.next_date <= d.planned_date AND d.planned_date = ANY (s.draw_dates))`,
  async run(db) {
    const { rows } = await sql<{ drawId: number }>`
      SELECT d.draw_id AS "drawId" FROM draws d WHERE ${unwritten} ORDER BY d.draw_date`.execute(db);
    let written = 0;
    for (const { drawId } of rows) {
      const count = await writeCoupons(db, kinds, drawId);
      if (count > 0) await sealAgain(db, drawId);
      written += count;
    }
    return written;
  },
});

/** A closed draw may have stopped because its coupons were missing. */
async function sealAgain(db: Db, drawId: number): Promise<void> {
  const { closedAt } = await drawById(db, drawId);
  if (closedAt) await transaction(db, (tx) => addJob(tx, sealJob, { drawId }, { jobKey: `seal-${drawId}` }));
}

/** @returns how many were written now; repeatable */
export async function writeCoupons(db: Db, kinds: Kinds, drawId: number): Promise<number> {
  const draw = await drawById(db, drawId);
  const { closedAt } = draw;
  await adoptRules(db, kinds, draw);
  let total = 0;
  let last: SubscriptionId = { playerId: 0, subscriptionId: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const startMs = performance.now();
    const { written, ...reached } = await retrying(() => writePortion(db, drawId, last));
    total += written;
    if (written < portion) return total;
    last = reached;
    // As long as people buy they come first; after the close everybody waits for the seal.
    if (!closedAt) await sleep((performance.now() - startMs) * restShare);
  }
}

type Portion = SubscriptionId & { written: number };

function writePortion(db: Db, drawId: number, after: SubscriptionId): Promise<Portion> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<Portion>`
      SELECT written, last_player AS "playerId", last_subscription AS "subscriptionId"
      FROM write_subscription_coupons(${drawId}, ${after.playerId}, ${after.subscriptionId}, ${portion})
    `.execute(tx);
    return rows[0] as Portion;
  });
}

type Due = SubscriptionId & Played;

/** What is due under rules that are new to it is tried by them, and ends where its numbers are none. */
async function adoptRules(db: Db, kinds: Kinds, draw: Draw): Promise<void> {
  const { drawId, rulesId } = draw;
  for (;;) {
    const { rows } = await sql<Due>`
      SELECT s.player_id AS "playerId", s.subscription_id AS "subscriptionId",
        row_masks AS "rowMasks", second_masks AS "secondMasks", system, row_count AS "rowCount", side
      FROM draws d
      JOIN subscription_states s ON s.game = d.game AND s.next_date <= d.planned_date
        AND d.planned_date = ANY (s.draw_dates) AND s.rules_id <> d.rules_id
      JOIN subscriptions f USING (player_id, subscription_id)
      WHERE d.draw_id = ${drawId} ORDER BY s.player_id, s.subscription_id LIMIT ${portion}`.execute(db);
    if (rows.length === 0) return;
    const { isPlayable } = subscriptionRulesOf(kinds, draw.game);
    const good = rows.filter((each) => isPlayable(draw, each));
    await transaction(db, async (tx) => {
      await sql`
        UPDATE subscription_states s SET rules_id = ${rulesId}
        FROM unnest(${good.map(({ playerId }) => playerId)}::bigint[],
          ${good.map(({ subscriptionId }) => subscriptionId)}::uuid[]) g(player_id, subscription_id)
        WHERE s.player_id = g.player_id AND s.subscription_id = g.subscription_id`.execute(tx);
    });
    for (const each of rows) {
      if (good.includes(each)) continue;
      await transaction(db, async (tx) => void (await endSubscription(tx, each, 'rulesChanged', actor)));
    }
  }
}
