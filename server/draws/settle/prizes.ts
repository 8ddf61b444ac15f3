/** The prize table of a draw and its transfers (docs/rules/number-lotteries.md, Prizes). */
import { sql } from 'kysely';
import { type PrizeTable, prizeTable } from '#rules/draws/prizes.ts';
import type { PerTier } from '#rules/draws/tiers.ts';
import { localFund } from '#rules/numbers/fund.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { type ExactIsk, exactIsk, floorIsk } from '#rules/values/exact-isk.ts';
import { basisPointsOf, type Isk, isk, noKronur, subtract, times } from '#rules/values/money.ts';
import { type Draw, drawById, moveDrawTo, nameOf } from '#server/draws/draw.ts';
import { DrawStop, refuseStep } from '#server/draws/halt.ts';
import type { Seal } from '#server/draws/seal/seal.ts';
import { type SettlementFields, settlementText } from '#server/draws/seal/signed-texts.ts';
import { signed } from '#server/draws/seal/signing.ts';
import type { LiveWinner } from '#server/games/numbers/engine-b.ts';
import { flow, houseAccount, postTransfers, type Transfer } from '#server/ledger/house.ts';
import type { Tx } from '#server/platform/database.ts';

export type CouponWin = { winner: LiveWinner; amount: Isk; jokerAmount: Isk };

export type JokerLine = { tier: number; condition: string; amount: Isk; winners: number; paid: Isk };

export type DrawPrizes = {
  rowSales: Isk;
  jokerSales: Isk;
  /** Of Joker's sales, what goes to its reserve. */
  jokerFund: Isk;
  table: PrizeTable;
  jokerLines: JokerLine[];
  jokerPaid: Isk;
  wins: CouponWin[];
};

/**
 * Null when the draw was settled meanwhile. One draw of a game at a time, in the order of the draws: the
 * carry of one is the next one's.
 *
 * @param sums winning rows per tier, then Joker's units per tier
 */
export async function computePrizes(
  tx: Tx,
  { drawId, game }: Draw,
  seal: Seal,
  version: RuleVersion,
  winners: readonly LiveWinner[],
  sums: readonly number[],
): Promise<DrawPrizes | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('carry'), hashtext(${game}))`.execute(tx);
  const draw = await drawById(tx, drawId);
  if (draw.state !== 'confirmed') return null;
  await refuseBeforeEarlierDraw(tx, draw);
  const perTier = Object.fromEntries(version.tiers.map(({ tier }) => [tier, sums[tier - 1] ?? 0]));
  refuseWhatIsNotSettledHere(draw, version, perTier);
  const jokerSales = isk(seal.jokerStakes);
  const rowSales = subtract(isk(seal.stakes), jokerSales);
  const fund = localFund(version, { sales: rowSales, rows: seal.rows, euroRate: null });
  const table = prizeTable(version, { fund, winners: perTier, carryIn: await exactCarry(tx, draw) });
  const joker = version.sale?.joker;
  const jokerLines = (joker?.tiers ?? []).map(({ tier, condition, amount }): JokerLine => {
    const units = sums[version.tiers.length + tier - 1] ?? 0;
    return { tier, condition, amount, winners: units, paid: times(amount, units) };
  });
  const wins = couponWins(winners, table, jokerLines);
  const jokerPaid = isk(jokerLines.reduce((sum, { paid }) => sum + paid, 0));
  const jokerFund = joker ? basisPointsOf(jokerSales, joker.prizeBasisPoints) : noKronur;
  const won = wins.reduce((sum, { amount, jokerAmount }) => sum + amount + jokerAmount, 0);
  if (won !== table.paid + jokerPaid) {
    throw new DrawStop(
      'money_differs',
      `${nameOf(draw)}: coupons win ${won} kr., the tiers pay ${table.paid + jokerPaid}.`,
      {},
    );
  }
  return { rowSales, jokerSales, jokerFund, table, jokerLines, jokerPaid, wins };
}

/**
 * Pools that are shared with other countries need the organiser's figures, and a tier with winners needs a
 * line that pays them: without either the draw stops, and nobody silently wins 0 kr.
 */
function refuseWhatIsNotSettledHere(draw: Draw, version: RuleVersion, winners: PerTier<number>): void {
  const unpaid = version.tiers.filter(({ tier, scope }) => scope === 'common' && winners[tier]);
  if (unpaid.length > 0) {
    const tiers = unpaid.map(({ condition }) => condition).join(', ');
    const message = `${nameOf(draw)} is not settled: ${tiers} has winners and no prize line.`;
    throw new DrawStop('prize_line_missing', message, { tiers });
  }
  if (version.fund?.kind === 'local') return;
  const message = `${nameOf(draw)} is not settled: the organiser's figures are missing.`;
  throw new DrawStop('figures_missing', message, { rules: version.id });
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
async function carriedTo(db: Pick<Tx, 'getExecutor'>, game: string): Promise<Carried[]> {
  const { rows } = await sql<Omit<Carried, 'exact'> & { exact: string }>`
    SELECT tier, exact::text AS exact, balance FROM waiting_carry(${game}) ORDER BY tier`.execute(db);
  return rows.map(({ tier, exact, balance }) => ({ tier, exact: exactIsk(BigInt(exact)), balance }));
}

/** In whole krónur, for what is shown and announced. */
export async function wholeCarry(db: Pick<Tx, 'getExecutor'>, game: string): Promise<Record<number, Isk>> {
  const carried = await carriedTo(db, game);
  return Object.fromEntries(carried.map(({ tier, exact }) => [tier, floorIsk(exact)]));
}

async function exactCarry(tx: Tx, draw: Draw): Promise<PerTier<ExactIsk>> {
  const carried = await carriedTo(tx, draw.game);
  const differing = carried.find(({ exact, balance }) => floorIsk(exact) !== balance);
  if (differing) {
    const { tier, exact, balance } = differing;
    const message = `${nameOf(draw)} is not settled: the carry of tier ${tier} and its account differ.`;
    throw new DrawStop('money_differs', message, { tier, carry: floorIsk(exact), account: balance });
  }
  return Object.fromEntries(carried.map(({ tier, exact }) => [tier, exact]));
}

/** Coupons whose prize is more than 0 kr.; a winning row worth nothing leaves its ticket lost. */
function couponWins(
  winners: readonly LiveWinner[],
  table: PrizeTable,
  jokerLines: readonly JokerLine[],
): CouponWin[] {
  const amounts = new Map(table.lines.map(({ tier, amountWinner }) => [tier, amountWinner]));
  const wins: CouponWin[] = [];
  for (const winner of winners) {
    const amount = winner.rows.reduce((sum, rows, index) => sum + rows * (amounts.get(index + 1) ?? 0), 0);
    const prize = jokerLines.find(({ tier }) => tier === winner.jokerTier)?.amount ?? 0;
    const jokerAmount = prize * winner.jokerUnits;
    if (amount + jokerAmount > 0) wins.push({ winner, amount: isk(amount), jokerAmount: isk(jokerAmount) });
  }
  return wins;
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
  await postTransfers(tx, 'settlement', draw.drawId, transfersOf(accounts, prizes));
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
 * Every króna of the stakes, the carry and the top-up goes somewhere: the accounts of the draw end empty
 * but winnings.
 */
function transfersOf(accounts: Accounts, prizes: DrawPrizes): Transfer[] {
  const { rowSales, jokerSales, jokerFund, table, jokerPaid } = prizes;
  const { stakes, winnings, jokerReserve, prizeReserve, salesIncome } = accounts;
  const shares = table.lines.reduce((sum, { share }) => sum + share, 0);
  const transfers: Transfer[] = [
    { from: stakes, to: salesIncome, amount: rowSales - table.fund + (jokerSales - jokerFund) },
    { from: stakes, to: jokerReserve, amount: jokerFund },
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

async function writePrizes(tx: Tx, drawId: number, { table, jokerLines }: DrawPrizes): Promise<void> {
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
  for (const { tier, condition, amount, winners, paid } of jokerLines) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, paid)
      VALUES (${drawId}, 1, 'joker', ${tier}, ${condition}, ${amount}, ${winners}, ${winners},
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
