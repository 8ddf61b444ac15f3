/** When a subscription that is bought now is charged, and for how many draws: as the server reckons it. */
import { billingDayAfter, lastDay, periodOf } from '#rules/draws/subscriptions.ts';
import { drawDatesBetween } from '#rules/numbers/draws.ts';
import type { GameId } from '#rules/numbers/games.ts';
import { addDays, type Weekday } from '#rules/values/weeks.ts';

export type Charge = {
  /** Null for the one at the purchase. */
  on: string | null;
  /** Draws that it is for, and how many of them are free. */
  draws: number;
  free: number;
  amount: number;
};

type Wish = {
  gameId: GameId;
  days: readonly Weekday[];
  perDraw: number;
  today: string;
  /** The draw on sale: those before it are over. */
  onSale: string;
};

/** The first charge and the two that follow. */
export function planOf({ gameId, days, perDraw, today, onSale }: Wish): [Charge, Charge, Charge] {
  const second = billingDayAfter(today);
  const third = billingDayAfter(second);
  const charge = (on: string | null, from: string, next: string): Charge => {
    const { dates, paid } = periodOf(drawDatesBetween(gameId, from, addDays(next, -1)), days);
    return { on, draws: dates.length, free: dates.length - paid, amount: paid * perDraw };
  };
  return [
    charge(null, onSale, second),
    charge(second, onSale > second ? onSale : second, third),
    charge(third, third, billingDayAfter(third)),
  ];
}

/**
 * The charge that still follows when a subscription bought today is cancelled before `endsOn`. It is zero
 * when nothing is charged today: the subscription then ends at once.
 */
export type Term = { endsOn: string; on: string; draws: number; amount: number };

export function termOf(wish: Wish): Term {
  const { gameId, days, perDraw, today, onSale } = wish;
  const on = billingDayAfter(today);
  const endsOn = lastDay({ start: today, today, paidThrough: addDays(on, -1) });
  const [first] = planOf(wish);
  if (first.draws === 0) return { endsOn, on, draws: 0, amount: 0 };
  const period = drawDatesBetween(gameId, on, addDays(billingDayAfter(on), -1));
  const { dates, paid } = periodOf(
    period.filter((date) => date >= onSale && date <= endsOn),
    days,
  );
  return { endsOn, on, draws: dates.length, amount: paid * perDraw };
}
