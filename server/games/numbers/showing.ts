/** How number lotteries are told and shown. */
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { writtenNumbers, writtenRows } from '#rules/numbers/written-row.ts';
import type { Showing } from '#server/draws/showing.ts';
import { averageBack } from './average-back.ts';
import { checkedNumbers } from './check.ts';
import { drawnOf } from './outcome.ts';
import { potsOf } from './pots.ts';
import { numbersResult } from './result.ts';
import { shownRules } from './shown-rules.ts';
import { viewPlay } from './ticket.ts';
import { wonInLetters } from './won-in-letters.ts';

export const showing = {
  names: () => null,
  outcomeInLetters(outcome) {
    const { numbers, bonusNumbers, joker } = drawnOf(outcome);
    return { drawn: writtenNumbers(numbers, bonusNumbers), side: joker };
  },
  rowsInLetters: ({ rowMasks, secondMasks, system }) => ({
    rows: writtenRows(rowMasks.map(Number), secondMasks?.map(Number) ?? null, system),
    system,
  }),
  coupon: viewPlay,
  averageBack,
  wonInLetters,
  checked: checkedNumbers,
  settled(outcome) {
    const { numbers, bonusNumbers, joker } = drawnOf(outcome);
    return {
      numbers: [...numbers],
      bonusNumbers: [...bonusNumbers],
      ...(joker !== null && { joker }),
    };
  },
  result: numbersResult,
  rules: shownRules,
  pots: (db, game) => potsOf(db, game as GameId),
  offlineRules(rulesId) {
    const { main, drawnBonus, tiers } = rulesOf({ rulesId });
    return {
      pick: main.pick,
      bonusPool: drawnBonus.pool,
      tiers: tiers.map(({ condition, mainHits, bonusHits }) => ({ condition, mainHits, bonusHits })),
    };
  },
} satisfies Showing;
