/** What each coupon of a draw wins, and the table that says so (docs/rules/number-lotteries.md, Prizes). */

import type { PrizeTable } from '#rules/draws/prizes.ts';
import type { PerTier } from '#rules/draws/tiers.ts';
import {
  addExact,
  type ExactIsk,
  exactIsk,
  exactly,
  floorIsk,
  subtractExact,
} from '#rules/values/exact-isk.ts';
import { type Isk, isk, noKronur, subtract, sum } from '#rules/values/money.ts';
import { type Draw, isUnsettledBefore, lockDraw, nameOf } from '#server/draws/draw.ts';
import { approvedImport } from '#server/draws/figures/figures.ts';
import { DrawHalted, refuseStep } from '#server/draws/halt.ts';
import type {
  DecidedLine,
  DrawKind,
  Figures,
  LiveWinner,
  Part,
  Prizes,
  WinLine,
} from '#server/draws/kind.ts';
import type { Seal } from '#server/draws/seal/seal.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { unitSums } from './compare.ts';
import { heldBy } from './postings.ts';

export type CouponWin = { winner: LiveWinner; amount: Isk; sideAmount: Isk };

/** Of all pools of our own. */
type PoolSums = Omit<PrizeTable, 'lines'>;

export type DrawPrizes = Prizes & {
  rowSales: Isk;
  sideSales: Isk;
  sums: PoolSums;
  /** To our own winners of the tiers that are shared with other countries. */
  commonPaid: Isk;
  /** Of the side game's prizes together. */
  sidePaid: Isk;
  wins: CouponWin[];
};

/**
 * Null when the draw was settled meanwhile. One draw of a game at a time, in the order of the draws: the
 * carry of one is the next one's.
 */
export async function computePrizes(
  tx: Tx,
  kind: DrawKind,
  { drawId, game }: Draw,
  seal: Seal,
  winners: readonly LiveWinner[],
): Promise<DrawPrizes | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('carry'), hashtext(${game}))`.execute(tx);
  // Locked, so that no other figures are brought while these are settled.
  const draw = await lockDraw(tx, drawId);
  if (draw.state !== 'confirmed') return null;
  await refuseBeforeEarlierDraw(tx, draw);
  const lines = kind.lines(draw);
  const sideSales = isk(seal.sideStakes);
  const rowSales = subtract(isk(seal.stakes), sideSales);
  const units = unitSums(winners, lines.length);
  const figures = await figuresOf(tx, draw);
  const prizes = await kind.prizes(tx, draw, {
    sales: { rows: rowSales, side: sideSales },
    rows: seal.rows,
    units,
    carryIn: await exactCarry(tx, draw),
    held: (account) => heldBy(tx, draw.drawId, account),
    figures,
  });
  const paidOf = (isPart: (line: DecidedLine) => boolean) =>
    sum(prizes.lines.filter(isPart).map(({ paid }) => paid));
  const commonPaid = paidOf(({ part, pool }) => part === 'main' && !pool);
  const sidePaid = paidOf(({ part, pool }) => part === 'side' && !pool);
  const sums = poolSums(prizes);
  const wins = couponWins(lines, amountsOf(draw, lines, units, prizes), winners);
  const won = wins.reduce((all, { amount, sideAmount }) => all + amount + sideAmount, 0);
  const paid = sums.paid + commonPaid + sidePaid;
  if (won !== paid) {
    const message = `${nameOf(draw)}: coupons win ${won} kr., the tiers pay ${paid}.`;
    throw new DrawHalted('money_differs', message, {});
  }
  return { ...prizes, rowSales, sideSales, sums, commonPaid, sidePaid, wins };
}

/** What is neither paid nor carried is the remainder. */
function poolSums({ fund, lines }: Prizes): PoolSums {
  const pools = lines.flatMap(({ pool, paid }) => (pool ? [{ ...pool, paid }] : []));
  const total = (part: (pool: (typeof pools)[number]) => Isk) => sum(pools.map(part));
  const exactTotal = (part: (exact: (typeof pools)[number]['exact']) => ExactIsk) =>
    addExact(...pools.map(({ exact }) => part(exact)));
  const [carryIn, topUp] = [total((pool) => pool.carryIn), total((pool) => pool.topUp)];
  const [paid, carryOut] = [total((pool) => pool.paid), total((pool) => pool.carryOut)];
  const exact = {
    carryIn: exactTotal((each) => each.carryIn),
    carryOut: exactTotal((each) => each.carryOut),
  };
  const exactIn = addExact(fund.exact, exact.carryIn, exactly(topUp));
  return {
    fund: fund.whole,
    ...{ carryIn, topUp, paid, carryOut },
    remainder: isk(fund.whole + carryIn + topUp - paid - carryOut),
    exact: {
      fund: fund.exact,
      ...exact,
      remainder: subtractExact(exactIn, addExact(exactly(paid), exact.carryOut)),
    },
  };
}

async function figuresOf(tx: Tx, draw: Draw): Promise<Figures | null> {
  if (!draw.awaitsFigures) return null;
  const approved = await approvedImport(tx, draw.drawId);
  if (approved) return approved.figures;
  const message = `${nameOf(draw)} is not settled: the organiser's figures are missing.`;
  throw new DrawHalted('figures_missing', message, { rules: draw.rulesId });
}

async function refuseBeforeEarlierDraw(tx: Tx, draw: Draw): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM draws e WHERE ${isUnsettledBefore(draw.game, draw.drawDate)}
    ORDER BY draw_date LIMIT 1`.execute(tx);
  if (rows[0])
    refuseStep(
      `Draw ${rows[0].number} of ${draw.game} is settled first: its carry is part of ${nameOf(draw)}.`,
    );
}

type Carried = { tier: number; exact: ExactIsk; balance: number };

/**
 * What waits for the game's next draw, by tier: what the last settled draw left, to the fraction, or what the
 * game was opened with. `balance` is what the account holds of it.
 */
async function carriedTo(db: Db, game: string): Promise<Carried[]> {
  const { rows } = await sql<Omit<Carried, 'exact'> & { exact: string }>`
    SELECT tier, exact::text AS exact, balance FROM waiting_carry(${game}) ORDER BY tier`.execute(db);
  return rows.map(({ tier, exact, balance }) => ({ tier, exact: exactIsk(BigInt(exact)), balance }));
}

/** In whole krónur, for what is shown and announced. */
export async function wholeCarry(db: Db, game: string): Promise<Record<number, Isk>> {
  const carried = await carriedTo(db, game);
  return Object.fromEntries(carried.map(({ tier, exact }) => [tier, floorIsk(exact)]));
}

async function exactCarry(tx: Tx, draw: Draw): Promise<PerTier<ExactIsk>> {
  const carried = await carriedTo(tx, draw.game);
  const differing = carried.find(({ exact, balance }) => floorIsk(exact) !== balance);
  if (differing) {
    const { tier, exact, balance } = differing;
    const message = `${nameOf(draw)} is not settled: the carry of tier ${tier} and its account differ.`;
    throw new DrawHalted('money_differs', message, { tier, carry: floorIsk(exact), account: balance });
  }
  return Object.fromEntries(carried.map(({ tier, exact }) => [tier, exact]));
}

/** Coupons whose prize is more than 0 kr.; a winning row worth nothing leaves its ticket lost. */
function couponWins(
  lines: readonly WinLine[],
  amounts: readonly Isk[],
  winners: readonly LiveWinner[],
): CouponWin[] {
  const sumOf = ({ units }: LiveWinner, part: Part) =>
    units.reduce((sum, count, index) => {
      return lines[index]?.part === part ? sum + count * (amounts[index] ?? 0) : sum;
    }, 0);
  const wins: CouponWin[] = [];
  for (const winner of winners) {
    const [amount, sideAmount] = [sumOf(winner, 'main'), sumOf(winner, 'side')];
    if (amount + sideAmount > 0) wins.push({ winner, amount: isk(amount), sideAmount: isk(sideAmount) });
  }
  return wins;
}

/**
 * For one unit of each counted line. One that nothing pays stops the draw: nobody silently wins 0 kr. So does
 * a prize for another number of winners than were counted.
 */
function amountsOf(
  draw: Draw,
  counted: readonly WinLine[],
  units: readonly number[],
  { lines, paidBy }: Prizes,
): Isk[] {
  const winners = new Map<DecidedLine, number>(lines.map((line) => [line, 0]));
  const amounts = counted.map(({ part, tier, condition }, index) => {
    const by = paidBy[index];
    if (by === 'nothing') return noKronur;
    const line = by === undefined ? undefined : lines[by];
    if (!line) {
      const message = `${nameOf(draw)} is not settled: ${part} ${condition} has no prize line.`;
      throw new DrawHalted('prize_line_missing', message, { part, tier });
    }
    winners.set(line, (winners.get(line) ?? 0) + (units[index] ?? 0));
    return line.amount;
  });
  for (const [{ condition, winnersLocal }, won] of winners) {
    if (won === winnersLocal) continue;
    const message = `${nameOf(draw)}: ${condition} pays ${winnersLocal} winners, and ${won} were counted.`;
    throw new DrawHalted('money_differs', message, {});
  }
  return amounts;
}
