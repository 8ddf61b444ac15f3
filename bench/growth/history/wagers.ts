/** What is bought in the template week: the same for the same seed. */
import { drawn } from '#bench/drawn.ts';
import { type GameId, numberGames } from '#rules/numbers/games.ts';
import { quickPickJoker, quickPickRow } from '#rules/numbers/quick-pick.ts';
import { systemRowCount } from '#rules/numbers/system.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import type { WagerRow } from '#rules/numbers/wager.ts';
import { type NextUint32, randomBelow } from '#rules/values/random.ts';

/** `day` 0 is the Sunday that the week begins with; a ticket is sold at noon of its day. */
export type Purchase = { day: number; body: string };

type Kind = { gameId: GameId; drawCount: number; lastDay: number };

/**
 * Of a hundred tickets. EuroJackpot is drawn on Tuesday and Friday: tickets of two draws, a fifth of all, end
 * with the week, so that a copy of the week needs nothing of the next one.
 */
const kinds: readonly (Kind & { share: number })[] = [
  { gameId: 'lotto', drawCount: 1, lastDay: 6, share: 50 },
  { gameId: 'vikinglotto', drawCount: 1, lastDay: 3, share: 22 },
  { gameId: 'eurojackpot', drawCount: 2, lastDay: 2, share: 21 },
  { gameId: 'eurojackpot', drawCount: 1, lastDay: 2, share: 7 },
];

/** In the order in which they are sold. */
export function weekOfPurchases(count: number, random: NextUint32): Purchase[] {
  const purchases = Array.from({ length: count }, () => purchase(kindOf(randomBelow(100, random)), random));
  return purchases.sort((a, b) => a.day - b.day);
}

function kindOf(hundredth: number): Kind {
  let reached = 0;
  for (const kind of kinds) {
    reached += kind.share;
    if (hundredth < reached) return kind;
  }
  throw new Error('the shares are less than a hundred');
}

/** One to ten rows, one ticket in fifty a small system; two in five with Joker where the game has it. */
function purchase({ gameId, drawCount, lastDay }: Kind, random: NextUint32): Purchase {
  const { systemSizes, versions } = numberGames[gameId];
  const version = versions.at(-1);
  if (!version?.sale) throw new Error(`${gameId} is not sold`);
  const { amountRow, joker: terms } = version.sale;
  const system = randomBelow(50, random) === 0 ? systemSizes[0] : undefined;
  const count = system ? 1 : 1 + randomBelow(10, random);
  const rows = Array.from({ length: count }, () => losingRow(gameId, version, random, system));
  const joker = terms && randomBelow(5, random) < 2 ? quickPickJoker(random) : undefined;
  const paid = system ? systemRowCount(version, system) : count;
  const stake = drawCount * (paid * amountRow + (joker && terms ? terms.amount : 0));
  const wager = { gameId, rows, system, joker, drawCount, stake, channel: 'web' };
  return { day: randomBelow(lastDay + 1, random), body: JSON.stringify(wager) };
}

/** Never all numbers that will be drawn: each copy of the week must leave the carry as it found it. */
function losingRow(gameId: GameId, version: RuleVersion, random: NextUint32, size?: number): WagerRow {
  for (;;) {
    const row = quickPickRow(version, random, size);
    if (!drawn[gameId].numbers.every((number) => row.numbers.includes(number))) return row;
  }
}
