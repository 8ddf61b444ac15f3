/** What the code on a ticket tells: its rows, and what was drawn. */
import type { NumbersCheck } from '#contract/games/numbers.ts';
import type { Checked } from '#server/draws/showing.ts';
import { viewPlay } from './ticket.ts';

export function checkedNumbers(coupons: readonly [Checked, ...Checked[]]): NumbersCheck {
  const [{ coupon }] = coupons;
  return {
    gameId: coupon.game,
    draws: coupons.map(({ draw, coupon, result }) => ({ ...draw, ...viewPlay(coupon, result) })),
  };
}
