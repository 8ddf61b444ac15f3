import { refuse } from '#server/platform/refusal.ts';
import type { Command } from './command.ts';
import { drawNumberArgument, gameArgument } from './draw-arguments.ts';
import { drawReport } from './draw-report-data.ts';
import { prizeLine } from './prize-answer.ts';
import { amount, table } from './table.ts';

export const command = {
  words: 'draw report',
  usage: 'GAME DRAW',
  summary: 'Sales, pools, winners, prizes, carry, remainder, evidence and the equation of a draw',
  args: [2, 2],
  options: {},
  role: 'reads',
  logged: false,
  async run(context, input) {
    const { database, kinds } = context;
    const [game, number] = [gameArgument(context, input), drawNumberArgument(input)];
    const report = await drawReport(database.db, kinds, game, number);
    if (!report)
      refuse('EC_NO_DATA_FOUND', { details: { message: `There is no draw ${number} of ${game}.` } });
    return { json: report, text: textOf(report, kinds.of(game).sideName) };
  },
} satisfies Command;

type Report = NonNullable<Awaited<ReturnType<typeof drawReport>>>;

function textOf(report: Report, sideName: string | null): string {
  const { seal, drawn, prizes, sales, equation, alarms, payout, largePrizes, raffle } = report;
  const lines = [
    `${report.game} ${report.number}, ${report.state}, drawn ${report.drawDate.toISOString()}`,
    seal
      ? `Sealed ${seal.sealedAt.toISOString()}: ${amount(seal.coupons)} coupons, ` +
        `${amount(seal.rows)} rows, ${amount(seal.stakes)} kr.\n${seal.merkleRoot}`
      : 'Not sealed.',
    drawn ? `Result: ${drawn.join(', ')}` : 'No result.',
  ];
  if (prizes.length > 0) {
    const rows = prizes.map((row) => [
      row.part === 'side' ? `${sideName} ${row.condition}` : row.condition,
      row.pool,
      row.winners,
      row.winnersLocal,
      row.amount,
      row.paid,
      row.carryOut,
      row.remainder,
    ]);
    lines.push(table(['condition', 'pool', 'winners', 'here', 'each', 'paid', 'carried', 'remainder'], rows));
  }
  if (equation) lines.push(`carry-in + fund + top-up = paid + carry-out + remainder: ${equation.text}`);
  if (sales) lines.push(...salesLines(sales));
  if (payout) lines.push(payoutLine(payout));
  if (raffle) lines.push(raffleLine(raffle));
  if (largePrizes.length > 0) lines.push('Large prizes:', ...largePrizes.map(prizeLine));
  return [...lines, ...alarms.map(alarmLine)].join('\n');
}

function payoutLine({ couponsPaid, amountPaid, highWaiting, waiting }: NonNullable<Report['payout']>) {
  const open = [
    waiting > 0 && `${amount(waiting)} wait to be paid`,
    highWaiting > 0 && `${amount(highWaiting)} large prizes wait for their claim or release`,
  ];
  return [`Paid: ${amount(couponsPaid)} coupons, ${amount(amountPaid)} kr.`, ...open]
    .filter(Boolean)
    .join('; ');
}

const alarmLine = ({ at, code, message }: Report['alarms'][number]) =>
  `ALARM ${at.toISOString()} ${code}: ${message}`;

function raffleLine({ promotion, condition, prizes, held }: NonNullable<Report['raffle']>) {
  const promised = prizes.map(({ count, amount: each }) => `${count} × ${amount(each)} kr.`).join(', ');
  const drawn = held?.numbers.map(({ number }) => number).join(', ') || 'none';
  const so = held ? `${amount(held.coupons)} coupons took part; drawn: ${drawn}` : 'not held';
  return `Raffle ${promotion} (${condition}), ${promised}: ${so}.`;
}

function salesLines({ sales, contribution, reserve, fund, income, organiser }: NonNullable<Report['sales']>) {
  if (contribution === 0) return [];
  const { due, paid, difference } = organiser;
  return [
    'sales = contribution + local pools + reserve + income: ' +
      `${amount(sales)} = ${[contribution, fund, reserve, income].map(amount).join(' + ')}`,
    `The organiser gives ${amount(due)} kr. for prizes of ${amount(paid)} kr. here; ` +
      `${amount(difference)} kr. is the difference.`,
  ];
}
