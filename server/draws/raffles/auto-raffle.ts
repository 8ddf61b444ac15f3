/**
 * Raffles by themselves (AUTO_DRAW): the numbers follow from the machine's signature of the draw, which
 * nobody knew while the draw was on sale. Whoever enters and whoever confirms compute them each for
 * themselves. Embedded mode only.
 */
import type pg from 'pg';
import { prizesDrawn } from '#rules/draws/raffle.ts';
import { randomBelow } from '#rules/values/random.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { seededUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';
import { entrantsOf } from './entrants.ts';
import { confirmRaffle, enterRaffle } from './hold.ts';
import { payRaffle } from './pay.ts';
import { promotionOfDraw } from './promotion.ts';

type Parts = { config: Pick<ServiceConfig, 'mode'>; kinds: Kinds; db: Db; pool: pg.Pool };

export function autoRaffleDeadline(parts: Parts): Deadline {
  const { db, pool } = parts;
  return {
    name: 'raffle',
    due: sql`SELECT domain_now() FROM (${waiting}) w LIMIT 1`,
    async run() {
      let held = 0;
      for (const { drawId } of (await waiting.execute(db)).rows)
        held += (await withAdvisoryLock(pool, `raffle ${drawId}`, () => holdAndPay(parts, drawId))) ?? 0;
      return held;
    },
  };
}

type Waiting = { drawId: number; isHeld: boolean; signature: string };

/** Draws that the machine made, whose raffle is not held or not paid. */
const waiting = sql<Waiting>`
  SELECT d.draw_id AS "drawId", r.draw_id IS NOT NULL AS "isHeld", m.signature
  FROM promotions p
  JOIN draws d ON d.game = p.game AND d.planned_date BETWEEN p.first_date AND p.last_date
    AND d.state IN ('confirmed', 'winsel', 'payout', 'closed', 'settled')
  JOIN draw_protocols m USING (draw_id)
  LEFT JOIN raffles r USING (draw_id)
  WHERE r.draw_id IS NULL OR EXISTS (
    SELECT FROM raffle_wins w LEFT JOIN raffle_payouts y USING (draw_id, place)
    WHERE w.draw_id = d.draw_id AND y.place IS NULL)
  ORDER BY d.draw_date`;

/** @returns 1 when something was left to do once the lock was had */
async function holdAndPay({ config, kinds, db }: Parts, drawId: number): Promise<number> {
  const { rows } = await waiting.execute(db);
  const raffle = rows.find((each) => each.drawId === drawId);
  if (!raffle) return 0;
  if (!raffle.isHeld) {
    const draw = () => drawNumbers(db, raffle, config);
    await enterRaffle(db, { drawId, numbers: await draw(), actor: 'draw-machine' });
    await confirmRaffle(db, { drawId, numbers: await draw(), actor: 'sandbox-supervisor' });
  }
  await payRaffle(db, kinds, drawId);
  return 1;
}

async function drawNumbers(
  db: Db,
  { drawId, signature }: Waiting,
  config: Parts['config'],
): Promise<number[]> {
  const promotion = await promotionOfDraw(db, drawId);
  if (!promotion) return [];
  const random = seededUint32(`raffle ${signature}`, config);
  const entrants = await entrantsOf(db, drawId, promotion.condition);
  return prizesDrawn(promotion.prizes, entrants.length).map(
    () => entrants.splice(randomBelow(entrants.length, random), 1)[0] ?? 0,
  );
}
