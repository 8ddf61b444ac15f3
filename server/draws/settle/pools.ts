/** What kinds whose tiers share a fund by fixed shares write down and move, from their prize table. */
import type { PrizeLine } from '#rules/draws/prizes.ts';
import { type Isk, isk } from '#rules/values/money.ts';
import type { DecidedLine, NamedAccount, Posting, WinLine } from '#server/draws/kind.ts';

const stakes = { account: 'stakes' };
const winnings = { account: 'winnings' };

export const poolLine = ({
  tier,
  condition,
  winners,
  amountWinner,
  paid,
  ...pool
}: PrizeLine): DecidedLine => ({
  ...{ part: 'main', tier, condition, amount: amountWinner, winners, winnersLocal: winners, paid, pool },
});

/** For each counted line, the decided one of the same part and tier. */
export const paidBySame = (counted: readonly WinLine[], decided: readonly WinLine[]): number[] =>
  counted.map(({ part, tier }) => decided.findIndex((line) => line.part === part && line.tier === tier));

/** A negative amount goes the other way. */
export const posting = (from: NamedAccount, to: NamedAccount, amount: number): Posting =>
  amount < 0 ? { from: to, to: from, amount: isk(-amount) } : { from, to, amount: isk(amount) };

/**
 * Stakes and carries go to the pools of the tiers, and from there to winners, carries and the reserve.
 *
 * @param reserve takes what is left over, and lifts pools to their minimum
 */
export function poolPostings(lines: readonly PrizeLine[], reserve: NamedAccount): Posting[] {
  return lines.flatMap(({ tier, share, carryIn, topUp, paid, carryOut, remainder }) => {
    const pool = { account: 'prize_fund', tier };
    const carry = { account: 'carry', tier };
    const moved: [NamedAccount, NamedAccount, Isk][] = [
      [stakes, pool, share],
      [carry, pool, carryIn],
      [reserve, pool, topUp],
      [pool, winnings, paid],
      [pool, carry, carryOut],
      [pool, reserve, remainder],
    ];
    return moved.map(([from, to, amount]) => ({ from, to, amount }));
  });
}
