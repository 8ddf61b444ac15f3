/** The rules of a draw as anybody may read them. */
import type { NumbersRules } from '#contract/games/numbers.ts';
import { gameIds, numberGames } from '#rules/numbers/games.ts';
import type { JokerTerms } from '#rules/numbers/joker.ts';

export function shownRules(rulesId: string): NumbersRules | null {
  for (const gameId of gameIds) {
    const version = numberGames[gameId].versions.find(({ id }) => id === rulesId);
    if (!version) continue;
    const { matrix, from, main, chosenBonus, drawnBonus, tiers, fund, amountUnit, sale } = version;
    return {
      rulesId,
      gameId,
      matrix,
      from,
      main: { ...main },
      chosenBonus: { ...chosenBonus },
      drawnBonus: { ...drawnBonus },
      tiers: tiers.map((tier) => ({ ...tier })),
      fund: fund && { ...fund },
      amountUnit,
      ...(sale && { amountRow: sale.amountRow, highWinFrom: sale.highWinFrom, hold: { ...sale.hold } }),
      ...(sale?.joker && { joker: shownJoker(sale.joker) }),
    };
  }
  return null;
}

function shownJoker({ amount, prizeBasisPoints, tiers }: JokerTerms) {
  return {
    amount,
    prizeBasisPoints,
    tiers: tiers.map(({ tier, condition, amount: prize }) => ({ tier, condition, amount: prize })),
  };
}
