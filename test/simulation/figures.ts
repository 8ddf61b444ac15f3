/**
 * The file of the organiser of shared pools, as the simulation's operators bring it; null where none are.
 * The pools of so many rows hold the fixed amounts for a few more winners here.
 */
import { euroCents, euroRate, type GameId, games, winnersEverywhere } from './arithmetic.ts';

export function figuresOf(game: GameId, draw: number, winners: readonly number[]): object | null {
  const { euros } = games[game];
  if (euros.length === 0) return null;
  const tiers = euros.map((_, index) => {
    const winnersIceland = winners[index] ?? 0;
    const everywhere = winnersEverywhere(index + 1, winnersIceland);
    const amountEuro = everywhere > 0 ? withPoint(euroCents(game, index, everywhere)) : '0';
    return { tier: index + 1, winners: everywhere, winnersIceland, amountEuro };
  });
  return {
    game,
    draw,
    euroRate: withPoint(euroRate),
    rowsAll: 90_000_000,
    tiers,
    nextFirstPrizeEuro: '15000000',
  };
}

/** Hundredths as a decimal number. */
const withPoint = (hundredths: bigint): string => String(hundredths).replace(/(?=..$)/, '.');
