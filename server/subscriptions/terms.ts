/** What a charge is for and what it costs: the draws of the period, at the price of the draw then on sale. */

import { billingDayAfter, periodOf, weekdayOfIso } from '#rules/draws/subscriptions.ts';
import { addDays } from '#rules/values/weeks.ts';
import { isUnclosed } from '#server/draws/draw.ts';
import type { Kinds, SubscriptionRules } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** In the morning, when letters are read and no draw is near. */
export const billingTime = '08:00:00Z';

/** What one period costs in a game, for whoever is charged at that instant. */
export type GameTerms = {
  amountRow: number;
  amountSide: number;
  /** Days of the period's draws, ascending, from the draw on sale; without those closed or cancelled. */
  drawDates: readonly string[];
  /** The last day of the period. */
  to: string;
  /** The next billing day. */
  next: string;
};

type PriceRow = {
  amountRow: number;
  amountSide: number;
  /** The day of the draw on sale. Earlier draws are over, also those from before this product began. */
  from: string;
  /** Later draws of the period that closed or were cancelled. */
  missed: string[];
};

/** Throws for a game without subscriptions. */
export function subscriptionRulesOf(kinds: Kinds, game: string): SubscriptionRules {
  const { subscriptions } = kinds.of(game);
  if (!subscriptions) throw new RangeError(`${game} has no subscriptions`);
  return subscriptions;
}

/** Null where no draw is planned that could be sold. */
export async function termsOfGame(db: Db, kinds: Kinds, game: string, at: Date): Promise<GameTerms | null> {
  const next = billingDayAfter(at.toISOString().slice(0, 10));
  const to = addDays(next, -1);
  const { rows } = await sql<PriceRow>`
    SELECT d.amount_row AS "amountRow", d.amount_side AS "amountSide", d.planned_date::text AS "from",
      ARRAY(SELECT m.planned_date::text FROM draws m
        WHERE m.game = d.game AND m.origin = 'calendar' AND m.planned_date BETWEEN d.planned_date AND ${to}
          AND NOT (${isUnclosed('m')} AND m.close_date > ${at})) AS missed
    FROM draws d
    WHERE d.game = ${game} AND d.origin = 'calendar' AND d.close_date > ${at} AND ${isUnclosed('d')}
    ORDER BY d.draw_date LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { amountRow, amountSide, from, missed } = row;
  const drawDates = subscriptionRulesOf(kinds, game)
    .drawDates(game, from, to)
    .filter((date) => !missed.includes(date));
  return { amountRow, amountSide, drawDates, to, next };
}

/** What of a subscription decides its charges. */
export type Charged = {
  days: readonly number[];
  rowCount: number;
  side: string | null;
  /** The last day on which it plays, once it is cancelled. */
  endsOn: string | null;
  prepaid: number;
  /** Draws that are paid and have no coupon yet. */
  paidLeft: number;
};

export type Charge = {
  dates: readonly string[];
  /** How many of them are not free. */
  paid: number;
  price: number;
  /** Whole krónur; less than the draws cost where something was left. */
  amount: number;
  paidThrough: string;
  /** Of the next charge; null when none follows. */
  nextAt: Date | null;
};

export function chargeOf(terms: GameTerms, of: Charged): Charge {
  const to = of.endsOn !== null && of.endsOn < terms.to ? of.endsOn : terms.to;
  const days = of.days.map(weekdayOfIso);
  const { dates, paid } = periodOf(
    terms.drawDates.filter((date) => date <= to),
    days,
  );
  const price = priceOf(terms, of);
  return {
    dates,
    paid,
    price,
    amount: Math.max(0, (of.paidLeft + paid) * price - of.prepaid),
    paidThrough: to,
    nextAt: of.endsOn !== null && of.endsOn < terms.next ? null : billingInstant(terms.next),
  };
}

/** Of one draw. */
export function priceOf(
  { amountRow, amountSide }: Pick<GameTerms, 'amountRow' | 'amountSide'>,
  { rowCount, side }: Pick<Charged, 'rowCount' | 'side'>,
): number {
  return rowCount * amountRow + (side === null ? 0 : amountSide);
}

export const billingInstant = (date: string): Date => new Date(`${date}T${billingTime}`);
