/** What each coupon of a draw wins, and the table that says so (docs/rules/number-lotteries.md, Prizes). */

import type { PerTier } from '#rules/draws/tiers.ts';
import { type ExactIsk, exactIsk, floorIsk } from '#rules/values/exact-isk.ts';
import { type Isk, isk, subtract, sum } from '#rules/values/money.ts';
import { type Draw, isUnsettledBefore, lockDraw, nameOf } from '#server/draws/draw.ts';
import { approvedImport } from '#server/draws/figures/figures.ts';
import { DrawHalted, refuseStep } from '#server/draws/halt.ts';
import type { DrawKind, Figures, LiveWinner, Part, Prizes, WinLine } from '#server/draws/kind.ts';
import type { Seal } from '#server/draws/seal/seal.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { unitSums } from './compare.ts';

export type CouponWin = { winner: LiveWinner; amount: Isk; sideAmount: Isk };

export type DrawPrizes = Prizes & {
  rowSales: Isk;
  sideSales: Isk;
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
    figures,
  });
  const commonPaid = sum((prizes.common?.lines ?? []).map(({ paid }) => paid));
  const sidePaid = sum((prizes.side?.lines ?? []).map(({ paid }) => paid));
  const amounts = lines.map((line) => amountOf(draw, line, prizes));
  const wins = couponWins(lines, amounts, winners);
  const won = wins.reduce((all, { amount, sideAmount }) => all + amount + sideAmount, 0);
  const paid = prizes.table.paid + commonPaid + sidePaid;
  if (won !== paid) {
    const message = `${nameOf(draw)}: coupons win ${won} kr., the tiers pay ${paid}.`;
    throw new DrawHalted('money_differs', message, {});
  }
  return { ...prizes, rowSales, sideSales, commonPaid, sidePaid, wins };
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

/** For one unit of the line. One that nothing pays stops the draw: nobody silently wins 0 kr. */
function amountOf(draw: Draw, { part, tier, condition }: WinLine, { table, common, side }: Prizes): Isk {
  const lines =
    part === 'main'
      ? [
          ...table.lines.map(({ amountWinner, ...line }) => ({ ...line, amount: amountWinner })),
          ...(common?.lines ?? []),
        ]
      : (side?.lines ?? []);
  const line = lines.find((each) => each.tier === tier);
  if (line) return line.amount;
  const message = `${nameOf(draw)} is not settled: ${part} ${condition} has no prize line.`;
  throw new DrawHalted('prize_line_missing', message, { part, tier });
}
