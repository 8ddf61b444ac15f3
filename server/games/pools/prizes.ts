/** Prizes of a program and the postings of its money. */
import { wholeFund } from '#rules/draws/fund.ts';
import { type CommonPrizes, commonPrizes } from '#rules/pools/common-prizes.ts';
import { readFigures } from '#rules/pools/figures.ts';
import { type PoolLine, type PoolPrizes, poolPrizes } from '#rules/pools/prizes.ts';
import { countedRights } from '#rules/pools/results.ts';
import { type PoolRules, poolRulesOf } from '#rules/pools/versions.ts';
import { exactly, floorIsk, nothingExact } from '#rules/values/exact-isk.ts';
import { type Isk, isk, noKronur, sum } from '#rules/values/money.ts';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import type { DecidedLine, NamedAccount, Posting, PrizeQuestion, Prizes } from '#server/draws/kind.ts';

const stakes = { account: 'stakes' };
const winnings = { account: 'winnings' };
const income = { account: 'sales_income' };
/** Belongs to the players: never income, and apart from the reserve of the lotteries. */
export const guaranteeFund = { account: 'guarantee_fund' };
const [payable, receivable] = [{ account: 'organiser_payable' }, { account: 'organiser_receivable' }];
const poolOf = (tier: number): NamedAccount => ({ account: 'prize_fund', tier });
const firstCarry: NamedAccount = { account: 'carry', tier: 1 };

/** By the organiser's figures where the program awaits them, else from a fund of our own. */
export async function prizesOf(draw: Draw, question: PrizeQuestion): Promise<Prizes> {
  const rules = poolRulesOf(draw);
  const { sales, units, carryIn } = question;
  if (draw.awaitsFigures) return commonPrizesOf(draw, rules, question);
  const prizes = poolPrizes({
    rules,
    sales: sales.rows,
    winners: units,
    carryIn: floorIsk(carryIn[1] ?? nothingExact),
    held: await question.held(guaranteeFund),
  });
  const lines = prizes.lines.map(decidedLine);
  return {
    fund: wholeFund(prizes.fund),
    lines,
    paidBy: paidBy(rules, prizes.lines),
    organiser: null,
    postings: postingsOf(prizes, sales.rows),
  };
}

/** A tier that nobody reached is called 0. */
const conditionOf = ({ right }: { right: number | null }) => String(right ?? 0);

/** For each counted number of right matches the place of its line. */
const paidBy = ({ game }: PoolRules, lines: readonly { right: number | null }[]) =>
  countedRights(game).map((right) => {
    const place = lines.findIndex((line) => line.right === right);
    return place < 0 ? 'nothing' : place;
  });

function decidedLine(line: PoolLine): DecidedLine {
  const { tier, amount, winners, paid, share, moved, carryIn, topUp, pool, carryOut, remainder } = line;
  const exact = {
    share: exactly(share),
    carryIn: exactly(carryIn),
    pool: exactly(pool),
    carryOut: exactly(carryOut),
    remainder: exactly(remainder),
  };
  return {
    ...{ part: 'main', tier, condition: conditionOf(line), amount, winners, winnersLocal: winners, paid },
    pool: { share, moved, carryIn, topUp, pool, carryOut, remainder, exact },
  };
}

function postingsOf({ fund, reserve, lines, moves }: PoolPrizes, sales: Isk): Posting[] {
  return [
    { from: stakes, to: income, amount: isk(sales - fund) },
    { from: stakes, to: guaranteeFund, amount: reserve },
    ...lines.map(({ tier, share }) => ({ from: stakes, to: poolOf(tier), amount: share })),
    ...lines.flatMap(({ carryIn, topUp }): Posting[] => [
      { from: firstCarry, to: poolOf(1), amount: carryIn },
      { from: guaranteeFund, to: poolOf(1), amount: topUp },
    ]),
    ...moves.map(({ from, to, amount }) => ({ from: poolOf(from), to: poolOf(to), amount })),
    ...lines.flatMap(({ tier, paid, carryOut, remainder }): Posting[] => [
      { from: poolOf(tier), to: winnings, amount: paid },
      { from: poolOf(tier), to: firstCarry, amount: carryOut },
      { from: poolOf(tier), to: guaranteeFund, amount: remainder },
    ]),
  ];
}

/** Halts the program when the organiser's figures contradict our sales or winners; the alarm says why. */
function commonPrizesOf(
  draw: Draw,
  rules: PoolRules,
  { sales, rows, units, ...question }: PrizeQuestion,
): Prizes {
  try {
    const figures = readFigures(rules.game, question.figures);
    const common = commonPrizes({ rules, sales: sales.rows, rows, winners: units, figures });
    const { contribution, due } = common;
    return {
      fund: wholeFund(noKronur),
      lines: common.lines.map(({ right, ...line }) => ({
        part: 'main',
        condition: conditionOf({ right }),
        ...line,
      })),
      paidBy: paidBy(rules, common.lines),
      organiser: { contribution, reserve: noKronur, due },
      postings: commonPostings(common, sales.rows),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `${nameOf(draw)} is not settled: ${error.message}.`;
    throw new DrawHalted('figures_differ', message, { rules: draw.rulesId });
  }
}

function commonPostings({ lines, contribution, due }: CommonPrizes, sales: Isk): Posting[] {
  const paid = sum(lines.map((line) => line.paid));
  return [
    { from: stakes, to: income, amount: isk(sales - contribution) },
    { from: stakes, to: payable, amount: contribution },
    { from: receivable, to: winnings, amount: paid },
    { from: receivable, to: { account: 'exchange_difference' }, amount: isk(due - paid) },
  ];
}
