/** What a draw of a number lottery pays, and what its money does. */
import { type PrizeTable, prizeTable } from '#rules/draws/prizes.ts';
import { type CommonPrizes, commonPrizes } from '#rules/numbers/common-prizes.ts';
import { readFigures } from '#rules/numbers/figures.ts';
import { localFund } from '#rules/numbers/fund.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { basisPointsOf, type Isk, isk, sum, times } from '#rules/values/money.ts';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import type { DecidedLine, Posting, PrizeQuestion, Prizes, WinLine } from '#server/draws/kind.ts';
import { paidBySame, poolLine, poolPostings, posting } from '#server/draws/settle/pools.ts';
import { unitsByTier } from './plausibility.ts';

type Decided = { table: PrizeTable; common: CommonPrizes | null; side: JokerPrizes | null };
type JokerPrizes = { lines: DecidedLine[]; fund: Isk };

export function prizesOf(draw: Draw, counted: readonly WinLine[], question: PrizeQuestion): Prizes {
  const version = rulesOf(draw);
  const won = (scope: 'local' | 'common') => unitsByTier(version, scope, question.units);
  return orHalt(draw, () => {
    const figures = question.figures && readFigures(version, question.figures);
    const { sales, rows, carryIn } = question;
    const fund = localFund(version, { sales: sales.rows, rows, euroRate: figures?.euroRate ?? null });
    const table = prizeTable(version, { fund, winners: won('local'), carryIn });
    const common =
      figures && commonPrizes(version, { sales: sales.rows, rows, winners: won('common'), figures });
    const side = jokerPrizes(version, question);
    const commonLines = (common?.lines ?? []).map((line): DecidedLine => ({ part: 'main', ...line }));
    const lines = [...table.lines.map(poolLine), ...commonLines, ...(side?.lines ?? [])];
    const postings = postingsOf({ table, common, side }, sales);
    return { fund, lines, paidBy: paidBySame(counted, lines), organiser: common, postings };
  });
}

/** Halts the draw when the organiser's figures contradict our sales or winners; the alarm says why. */
function orHalt(draw: Draw, prizes: () => Prizes): Prizes {
  try {
    return prizes();
  } catch (error) {
    if (!draw.awaitsFigures || !(error instanceof RangeError)) throw error;
    const message = `${nameOf(draw)} is not settled: ${error.message}.`;
    throw new DrawHalted('figures_differ', message, { rules: draw.rulesId });
  }
}

/** Fixed prizes, and of Joker's stakes what goes to the reserve that pays them. */
function jokerPrizes({ tiers, sale }: RuleVersion, { sales, units }: PrizeQuestion): JokerPrizes | null {
  const joker = sale?.joker;
  if (!joker) return null;
  return {
    lines: joker.tiers.map(({ tier, condition, amount }, index): DecidedLine => {
      const winners = units[tiers.length + index] ?? 0;
      const paid = times(amount, winners);
      return { part: 'side', tier, condition, amount, winners, winnersLocal: winners, paid };
    }),
    fund: basisPointsOf(sales.side, joker.prizeBasisPoints),
  };
}

const stakes = { account: 'stakes' };
const winnings = { account: 'winnings' };
const reserve = { account: 'prize_reserve' };
const jokerReserve = { account: 'joker_reserve' };
const [payable, receivable] = [{ account: 'organiser_payable' }, { account: 'organiser_receivable' }];

function postingsOf({ table, common, side }: Decided, sales: PrizeQuestion['sales']): Posting[] {
  const shares = sum(table.lines.map(({ share }) => share));
  const toPools = table.fund + (common?.contribution ?? 0) + (common?.reserve ?? 0);
  const income = sales.rows - toPools + sales.side - (side?.fund ?? 0);
  return [
    { from: stakes, to: { account: 'sales_income' }, amount: isk(income) },
    // Fractions that joined into a króna can make the posted shares larger than the fund.
    posting(stakes, reserve, table.fund - shares),
    ...(side ? jokerPostings(side) : []),
    ...(common ? commonPostings(common) : []),
    ...poolPostings(table.lines, reserve),
  ];
}

const paidIn = (lines: readonly { paid: Isk }[]) => sum(lines.map(({ paid }) => paid));

const jokerPostings = ({ fund, lines }: JokerPrizes): Posting[] => [
  { from: stakes, to: jokerReserve, amount: fund },
  { from: jokerReserve, to: winnings, amount: paidIn(lines) },
];

/** The organiser gets its contribution and owes the prizes; what it gives beyond them is a difference. */
function commonPostings({ contribution, reserve: toReserve, due, lines }: CommonPrizes): Posting[] {
  const paid = paidIn(lines);
  return [
    { from: stakes, to: payable, amount: contribution },
    { from: stakes, to: reserve, amount: toReserve },
    { from: receivable, to: winnings, amount: paid },
    { from: receivable, to: { account: 'exchange_difference' }, amount: isk(due - paid) },
  ];
}
