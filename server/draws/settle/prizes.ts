/** The prize table of a draw and its transfers (docs/rules/number-lotteries.md, Prizes). */

import type { PerTier } from '#rules/draws/tiers.ts';
import { type ExactIsk, exactIsk, floorIsk } from '#rules/values/exact-isk.ts';
import { type Isk, isk, noKronur, subtract } from '#rules/values/money.ts';
import { type Draw, drawById, moveDrawTo, nameOf } from '#server/draws/draw.ts';
import { DrawHalted, refuseStep } from '#server/draws/halt.ts';
import type { DrawKind, LiveWinner, Part, Prizes, WinLine } from '#server/draws/kind.ts';
import type { Seal } from '#server/draws/seal/seal.ts';
import { type SettlementFields, settlementText } from '#server/draws/seal/signed-texts.ts';
import { signed } from '#server/draws/seal/signing.ts';
import { flow, houseAccount, postTransfers, type Transfer } from '#server/ledger/house-accounts.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { unitSums } from './compare.ts';

export type CouponWin = { winner: LiveWinner; amount: Isk; jokerAmount: Isk };

export type DrawPrizes = Prizes & {
  rowSales: Isk;
  jokerSales: Isk;
  /** Of the fixed prizes together. */
  jokerPaid: Isk;
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
  const draw = await drawById(tx, drawId);
  if (draw.state !== 'confirmed') return null;
  await refuseBeforeEarlierDraw(tx, draw);
  const lines = kind.lines(draw);
  const jokerSales = isk(seal.jokerStakes);
  const rowSales = subtract(isk(seal.stakes), jokerSales);
  const units = unitSums(winners, lines.length);
  const prizes = await kind.prizes(tx, draw, {
    sales: { rows: rowSales, side: jokerSales },
    rows: seal.rows,
    units,
    carryIn: await exactCarry(tx, draw),
  });
  const jokerPaid = isk(prizes.fixed.reduce((sum, { paid }) => sum + paid, 0));
  const amounts = lines.map((line, index) => amountOf(draw, line, units[index] ?? 0, prizes));
  const wins = couponWins(lines, amounts, winners);
  const won = wins.reduce((sum, { amount, jokerAmount }) => sum + amount + jokerAmount, 0);
  if (won !== prizes.table.paid + jokerPaid) {
    throw new DrawHalted(
      'money_differs',
      `${nameOf(draw)}: coupons win ${won} kr., the tiers pay ${prizes.table.paid + jokerPaid}.`,
      {},
    );
  }
  return { ...prizes, rowSales, jokerSales, jokerPaid, wins };
}

async function refuseBeforeEarlierDraw(tx: Tx, draw: Draw): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM draws
    WHERE game = ${draw.game} AND origin = 'calendar' AND draw_date < ${draw.drawDate}
      AND state IN ('created', 'released', 'results', 'confirmed')
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
    const [amount, jokerAmount] = [sumOf(winner, 'main'), sumOf(winner, 'joker')];
    if (amount + jokerAmount > 0) wins.push({ winner, amount: isk(amount), jokerAmount: isk(jokerAmount) });
  }
  return wins;
}

/**
 * For one unit of the line. One that nothing pays stops the draw: nobody silently wins 0 kr. Only a tier of
 * the rows that nobody won may go without, since another country may pay it.
 */
function amountOf(
  draw: Draw,
  { part, tier, condition }: WinLine,
  units: number,
  { table, fixed }: Prizes,
): Isk {
  const amount =
    part === 'main'
      ? table.lines.find((each) => each.tier === tier)?.amountWinner
      : fixed.find((each) => each.part === part && each.tier === tier)?.amount;
  if (amount !== undefined) return amount;
  if (part === 'main' && units === 0) return noKronur;
  const message = `${nameOf(draw)} is not settled: ${part} ${condition} has no prize line.`;
  throw new DrawHalted('prize_line_missing', message, { part, tier });
}

/** The result and what both engines found, to be signed with the seal. */
type Signing = {
  found: Omit<SettlementFields, 'game' | 'number' | 'rulesId' | 'settledAt'>;
  signingKey: string;
  actor: string;
};

export async function postSettlement(
  tx: Tx,
  draw: Draw,
  prizes: DrawPrizes,
  { found, signingKey, actor }: Signing,
): Promise<void> {
  const { table, rowSales, jokerSales, jokerPaid, wins } = prizes;
  const accounts = await openAccounts(
    tx,
    draw,
    table.lines.map(({ tier }) => tier),
  );
  await postTransfers(tx, 'settlement', { drawId: draw.drawId }, transfersOf(accounts, prizes));
  await writePrizes(tx, draw.drawId, prizes);
  await writeWins(tx, draw, wins);
  const settledAt = await moment(tx);
  const { game, number, rulesId } = draw;
  const signature = signed(
    settlementText({ ...found, game, number, rulesId, settledAt: settledAt.toISOString() }),
    signingKey,
  );
  await sql`
    INSERT INTO draw_settlements (draw_id, settled_at, engine_a, engine_b, winning_coupons, row_sales,
      joker_sales, fund, carry_in, top_up, paid, carry_out, remainder, joker_paid, fund_exact,
      carry_in_exact, carry_out_exact, remainder_exact, signature, public_key)
    VALUES (${draw.drawId}, ${settledAt}, ${found.engineA}, ${found.engineB}, ${wins.length}, ${rowSales},
      ${jokerSales}, ${table.fund}, ${table.carryIn}, ${table.topUp}, ${table.paid}, ${table.carryOut},
      ${table.remainder}, ${jokerPaid}, ${text(table.exact.fund)}, ${text(table.exact.carryIn)},
      ${text(table.exact.carryOut)}, ${text(table.exact.remainder)}, ${signature.signature},
      ${signature.publicKey})`.execute(tx);
  await moveDrawTo(tx, draw.drawId, 'winsel', actor);
}

/** Whole milliseconds, as the signed text says them. */
async function moment(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT date_trunc('milliseconds', domain_now()) AS at`.execute(tx);
  return (rows[0] as { at: Date }).at;
}

/** As the database reads it: PostgreSQL's numeric, never a JavaScript number. */
const text = (amount: ExactIsk) => amount.toString();

type Accounts = {
  stakes: number;
  winnings: number;
  jokerReserve: number;
  prizeReserve: number;
  salesIncome: number;
  /** Pool of this draw and carry of the game, by tier. */
  tiers: ReadonlyMap<number, { pool: number; carry: number }>;
};

async function openAccounts(tx: Tx, draw: Draw, tiers: readonly number[]): Promise<Accounts> {
  const { drawId, game, stakesAccount } = draw;
  const opened = new Map<number, { pool: number; carry: number }>();
  for (const tier of tiers) {
    const pool = await houseAccount(tx, { kind: 'prize_fund', drawId, game, tier });
    opened.set(tier, { pool, carry: await houseAccount(tx, { kind: 'carry', game, tier }) });
  }
  return {
    stakes: stakesAccount,
    winnings: await houseAccount(tx, { kind: 'winnings', drawId, game }),
    jokerReserve: await houseAccount(tx, { kind: 'joker_reserve' }),
    prizeReserve: await houseAccount(tx, { kind: 'prize_reserve', game }),
    salesIncome: await houseAccount(tx, { kind: 'sales_income', game }),
    tiers: opened,
  };
}

/**
 * Every króna of the stakes, the carry and the top-up goes somewhere: the accounts of the draw end
 * empty but winnings.
 */
function transfersOf(accounts: Accounts, prizes: DrawPrizes): Transfer[] {
  const { rowSales, jokerSales, sideFund, table, jokerPaid } = prizes;
  const { stakes, winnings, jokerReserve, prizeReserve, salesIncome } = accounts;
  const shares = table.lines.reduce((sum, { share }) => sum + share, 0);
  const transfers: Transfer[] = [
    { from: stakes, to: salesIncome, amount: rowSales - table.fund + (jokerSales - sideFund) },
    { from: stakes, to: jokerReserve, amount: sideFund },
    // Fractions that joined into a króna can make the posted shares larger than the fund.
    flow(stakes, prizeReserve, table.fund - shares),
    { from: jokerReserve, to: winnings, amount: jokerPaid },
  ];
  for (const { tier, share, carryIn, topUp, paid, carryOut, remainder } of table.lines) {
    const { pool, carry } = accounts.tiers.get(tier) as { pool: number; carry: number };
    transfers.push(
      { from: stakes, to: pool, amount: share },
      { from: carry, to: pool, amount: carryIn },
      { from: prizeReserve, to: pool, amount: topUp },
      { from: pool, to: winnings, amount: paid },
      { from: pool, to: carry, amount: carryOut },
      { from: pool, to: prizeReserve, amount: remainder },
    );
  }
  return transfers;
}

async function writePrizes(tx: Tx, drawId: number, { table, fixed }: DrawPrizes): Promise<void> {
  for (const { exact, ...line } of table.lines) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local,
        share, carry_in, top_up, pool, paid, carry_out, remainder, share_exact, carry_in_exact, pool_exact,
        carry_out_exact, remainder_exact)
      VALUES (${drawId}, 1, 'main', ${line.tier}, ${line.condition}, ${line.amountWinner}, ${line.winners},
        ${line.winners}, ${line.share}, ${line.carryIn}, ${line.topUp}, ${line.pool}, ${line.paid},
        ${line.carryOut}, ${line.remainder}, ${text(exact.share)}, ${text(exact.carryIn)},
        ${text(exact.pool)}, ${text(exact.carryOut)}, ${text(exact.remainder)})`.execute(tx);
  }
  for (const { part, tier, condition, amount, winners, paid } of fixed) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, paid)
      VALUES (${drawId}, 1, ${part}, ${tier}, ${condition}, ${amount}, ${winners}, ${winners},
        ${paid})`.execute(tx);
  }
}

async function writeWins(tx: Tx, draw: Draw, wins: readonly CouponWin[]): Promise<void> {
  await sql`
    INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, joker_amount, high)
    SELECT ${draw.drawId}, player_id, ticket_id, coupon_id, amount, joker_amount,
      amount + joker_amount >= ${draw.highWinFrom}
    FROM unnest(${wins.map(({ winner }) => winner.playerId)}::bigint[],
      ${wins.map(({ winner }) => winner.ticketId)}::uuid[],
      ${wins.map(({ winner }) => winner.couponId)}::uuid[], ${wins.map(({ amount }) => amount)}::bigint[],
      ${wins.map(({ jokerAmount }) => jokerAmount)}::bigint[])
      AS won(player_id, ticket_id, coupon_id, amount, joker_amount)`.execute(tx);
}
