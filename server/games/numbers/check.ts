/** What the code on a ticket tells: its rows, and what was drawn. */
import type { NumbersCheck } from '#contract/games/numbers.ts';
import type { Checked } from '#server/draws/showing.ts';
import { viewPlay } from './ticket.ts';

type Draw = NumbersCheck['draws'][number];

export function checkedNumbers(coupons: readonly [Checked, ...Checked[]]): NumbersCheck {
  const [{ coupon }] = coupons;
  const { rows, system, joker } = viewPlay(coupon, null);
  return {
    gameId: coupon.game,
    rows: rows.map(({ numbers, bonusNumbers }) => ({ numbers, bonusNumbers })),
    ...(system !== undefined && { system }),
    ...(joker && { joker }),
    draws: coupons.map(drawOf),
  };
}

function drawOf({ draw, coupon, result }: Checked): Draw {
  const { results } = viewPlay(coupon, result);
  return { ...draw, ...(results && { results }) };
}
