/** Raffles as the public sees them, and as the owner of a ticket does. */
import { hash } from 'node:crypto';
import type { Raffle, TicketPromotion } from '#contract/draws.ts';
import { type RaffleCondition, takesPart } from '#rules/draws/raffle.ts';
import { drawByNumber } from '#server/draws/draw.ts';
import { findInBook } from '#server/draws/seal/evidence.ts';
import type { Db } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { sql } from '#server/platform/sql.ts';
import { promotionOfDraw } from './promotion.ts';

type Locale = 'is' | 'en';

/** Null where the draw holds none. Throws EC_NO_DATA_FOUND for a draw that there is not. */
export async function raffleOfDraw(
  db: Db,
  game: string,
  number: number,
  locale: Locale,
): Promise<{ raffle: Raffle | null }> {
  const { drawId } = await drawByNumber(db, game, number);
  const promotion = await promotionOfDraw(db, drawId);
  if (!promotion) return { raffle: null };
  const { id, from, until, condition, prizes } = promotion;
  const held = await heldOf(db, drawId);
  const words = promotion[locale];
  return {
    raffle: { id, ...words, condition, from, until, prizes: [...prizes], ...(held && { held }) },
  };
}

/** The numbers of a raffle that was held, in the order in which they were drawn. */
export async function heldOf(db: Db, drawId: number): Promise<NonNullable<Raffle['held']> | null> {
  const { rows } = await sql<NonNullable<Raffle['held']>>`
    SELECT coupons, coalesce((
      SELECT json_agg(json_build_object('number', number, 'amount', amount) ORDER BY place)
      FROM raffle_wins w WHERE w.draw_id = r.draw_id), '[]') AS numbers
    FROM raffles r WHERE draw_id = ${drawId}`.execute(db);
  return rows[0] ?? null;
}

export type RaffleMarks = { condition: RaffleCondition; wins: string[] | null };

type Marked = { number: number; condition: RaffleCondition; won: string[] | null };

/**
 * Of these draws that hold a raffle, by number: who takes part and, once all are paid, a mark of each coupon
 * that won. Whoever knows the coupon's id computes its mark; nobody reads an id out of it.
 */
export async function raffleMarks(
  db: Db,
  game: string,
  numbers: readonly number[],
): Promise<Record<string, RaffleMarks>> {
  const { rows } = await sql<Marked>`
    SELECT d.number, p.condition, CASE WHEN r.draw_id IS NOT NULL AND w.paid = w.wins THEN w.won END AS won
    FROM draws d
    JOIN promotions p ON p.game = d.game AND d.planned_date BETWEEN p.first_date AND p.last_date
    LEFT JOIN raffles r USING (draw_id)
    CROSS JOIN LATERAL (
      SELECT count(place) AS wins, count(y.place) AS paid, coalesce(array_agg(v.coupon_id::text), '{}') AS won
      FROM raffle_wins v LEFT JOIN raffle_payouts y USING (draw_id, place) WHERE draw_id = d.draw_id) w
    WHERE d.game = ${game} AND d.number = ANY (${[...numbers]}::int[])`.execute(db);
  const marked = rows.map(({ number, condition, won }) => [
    number,
    { condition, wins: won?.map((id) => markOf(encodeId(id))).sort() ?? null },
  ]);
  return Object.fromEntries(marked);
}

const markOf = (couponId: string): string => hash('sha256', `raffle ${couponId}`).slice(0, 32);

type Row = {
  couponId: string;
  drawId: number;
  id: string;
  condition: RaffleCondition;
  nameIs: string;
  textIs: string;
  nameEn: string;
  textEn: string;
  rows: number;
  system: number;
  hasSide: boolean;
  isHeld: boolean;
  amount: number | null;
  isPaid: boolean;
};

export type CouponRaffle = Row & { status: TicketPromotion['status'] };

/**
 * Of each coupon of a ticket in the raffle of its draw; cancelled ones are in none.
 * @param pages of `Database`
 */
export async function rafflesOfTicket(
  pages: Db,
  playerId: number,
  ticketId: string,
): Promise<CouponRaffle[]> {
  const { rows } = await sql<Row>`
    SELECT c.coupon_id AS "couponId", c.draw_id AS "drawId", p.promotion_id AS id, p.condition,
      p.name_is AS "nameIs", p.text_is AS "textIs", p.name_en AS "nameEn", p.text_en AS "textEn",
      cardinality(c.row_masks) AS rows, c.system, c.side IS NOT NULL AS "hasSide",
      r.draw_id IS NOT NULL AS "isHeld", w.amount, y.place IS NOT NULL AS "isPaid"
    FROM player_coupons c
    JOIN promotions p ON p.game = c.game
      AND draw_planned_on(c.draw_id) BETWEEN p.first_date AND p.last_date
    LEFT JOIN raffles r ON r.draw_id = c.draw_id
    LEFT JOIN raffle_wins w ON w.draw_id = c.draw_id AND w.coupon_id = c.coupon_id
    LEFT JOIN raffle_payouts y ON y.draw_id = w.draw_id AND y.place = w.place
    WHERE c.player_id = ${playerId} AND c.ticket_id = ${ticketId} AND c.status <> 'cancelled'`.execute(pages);
  return rows
    .filter((row) => takesPart(row.condition, row))
    .map((row) => ({ ...row, status: statusOf(row) }));
}

function statusOf({ isHeld, amount, isPaid }: Row): TicketPromotion['status'] {
  if (!isHeld) return 'pending';
  if (amount === null) return 'lost';
  return isPaid ? 'paid' : 'won';
}

/** What the owner of a coupon sees of its raffle; its number is known once the draw is sealed. */
export async function promotionsOf(
  db: Db,
  raffles: readonly CouponRaffle[],
  couponId: string,
  locale: Locale,
): Promise<TicketPromotion[]> {
  const own = raffles.filter((each) => each.couponId === couponId);
  return Promise.all(
    own.map(async ({ id, nameIs, textIs, nameEn, textEn, drawId, status, amount }) => {
      const found = await findInBook(db, drawId, couponId);
      return {
        id,
        name: locale === 'is' ? nameIs : nameEn,
        text: locale === 'is' ? textIs : textEn,
        numbers: found ? [found.leaf + 1] : [],
        status,
        amountWin: amount ?? 0,
      };
    }),
  );
}
