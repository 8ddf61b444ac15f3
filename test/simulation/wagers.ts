/** The tickets that simulated players fill in. */

import type { Row, Wager } from './agreed.ts';
import { type GameId, gameIds, games, rowCountOf } from './arithmetic.ts';
import { type Model, type Player, priced } from './model.ts';
import type { Random } from './random.ts';

/** Half of the rows stay among the first twenty numbers, so that many win and prizes are shared. */
function numbers(random: Random, count: number, max: number): number[] {
  const chosen = random.numbers(random.chance(0.5) ? 20 : max, count);
  // Slips are not filled in order.
  return random.chance(0.3) ? chosen.reverse() : chosen;
}

function row(random: Random, count: number, game: GameId = 'lotto'): Row {
  const { max, extras, extraMax } = games[game];
  const beside = extras > 0 && { bonusNumbers: random.numbers(extraMax, extras) };
  const filled: Row = { numbers: numbers(random, count, max), ...beside };
  return random.chance(0.4) ? { ...filled, isQuickPick: random.chance(0.8) } : filled;
}

export const wagerFor = (model: Model, random: Random): Wager =>
  wagerOf(model, random, random.chance(0.5) ? 'lotto' : random.pick(gameIds));

/** Small systems more often than those that cost a day's limit. */
const pickSize = (random: Random, game: GameId): number => {
  const { systems } = games[game];
  return systems[Math.min(random.below(systems.length), random.below(systems.length))] ?? systems[0] ?? 0;
};

export function wagerOf(model: Model, random: Random, gameId: GameId): Wager {
  const { pick, drawCounts } = games[gameId];
  const system = random.chance(0.08) ? pickSize(random, gameId) : undefined;
  const count = system ? 1 : 1 + random.below(random.chance(0.5) ? 3 : 10);
  const rows = Array.from({ length: count }, () => row(random, system ?? pick, gameId));
  const joker = random.chance(0.4) ? Array.from({ length: 5 }, () => random.below(10)) : undefined;
  const drawCount = random.chance(0.3) ? random.pick(drawCounts) : random.chance(0.3) ? 1 : undefined;
  // Mostly the draw is named; while sales close, players name the old and the new one.
  const draw = random.chance(0.8) ? random.pick(model.moment.onSale[gameId]) : undefined;
  return priced({
    gameId,
    rows,
    stake: 0,
    ...(draw !== undefined && { draw }),
    ...(joker && { joker }),
    ...(system ? { system } : random.chance(0.1) && { system: 0 }),
    ...(drawCount !== undefined && { drawCount }),
    ...(random.chance(0.5) && { channel: random.pick(['web', 'mobile'] as const) }),
    ...(random.chance(0.1) && { affiliateId: 1 + random.below(50) }),
  });
}

/** A system that costs more than what is left of the balance, where one does. */
export function dearWager(model: Model, player: Player, random: Random): Wager {
  const game = random.pick(gameIds);
  const { systems, pick, price } = games[game];
  const dear = systems.filter((size) => rowCountOf(size, pick) * price > player.balance);
  const system = random.pick(dear.length > 0 ? dear : [10]);
  const wager = { ...wagerOf(model, random, game), rows: [row(random, system, game)], system };
  return priced({ ...wager, drawCount: random.pick([1, 2, 4]) });
}

/** Faults of structure that the rules name, with the stake the rest would have. */
export function faultyWager(model: Model, random: Random): Wager {
  const rows = [row(random, 5), row(random, 5)];
  const wager = priced({ ...wagerOf(model, random, 'lotto'), rows, system: 0 });
  const [onSale] = model.moment.onSale.lotto as readonly [number];
  const first = (numbers: number[]): Wager => ({ ...wager, rows: [{ numbers }, ...wager.rows.slice(1)] });
  return random.pick<() => Wager>([
    () => ({ ...wager, stake: wager.stake + random.pick([-250, -150, -1, 1, 150]) }),
    () => ({ ...wager, stake: 0 }),
    () => priced({ ...wager, rows: Array.from({ length: 11 }, () => row(random, 5)) }),
    () => ({ ...wager, rows: [] }),
    () => first([7, 7, 8, 9, 10]),
    () => first([1, 2, 3, 4, 46]),
    () => first([0, 2, 3, 4, 5]),
    () => first([1, 2, 3, 4]),
    () => first([1, 2, 3, 4, 5, 6]),
    () => ({ ...wager, joker: [1, 2, 3, 4] }),
    () => ({ ...wager, joker: [1, 2, 3, 4, 10] }),
    () => priced({ ...wager, drawCount: 11 }),
    () => ({ ...wager, rows: [{ numbers: [1, 2, 3, 4, 5, 6] }, ...wager.rows], system: 6 }),
    () => ({ ...wager, rows: [{ numbers: [1, 2, 3, 4, 5] }], system: 5 }),
    () => ({ ...wager, rows: [{ numbers: [1, 2, 3, 4, 5] }], system: 6 }),
    () => ({ ...wager, gameId: 'bingo' }),
    () => ({ ...wager, gameId: 'eurojackpot' }),
    () => ({ ...wager, gameId: 'eurojackpot', rows: [{ numbers: [1, 2, 3, 4, 5], bonusNumbers: [3, 13] }] }),
    () => ({ ...wager, gameId: 'vikinglotto', rows: [{ numbers: [1, 2, 3, 4, 5, 6], bonusNumbers: [6] }] }),
    () => ({ ...wager, draw: onSale - 1 - random.below(5) }),
    () => ({ ...wager, draw: onSale + 2 + random.below(5) }),
  ])();
}
