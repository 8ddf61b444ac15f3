/** The prize table of a draw and its transfers. Domain §6, §9; decisions §4. */
import { sql } from 'kysely';
import type { JokerTier } from '#rules/lotto/joker.ts';
import { fundOfSales, type PrizeTable, prizeTable } from '#rules/lotto/prizes.ts';
import type { RuleVersion } from '#rules/lotto/versions.ts';
import { basisPointsOf, type Isk, isk, subtract, times } from '#rules/values/money.ts';
import { houseAccount, postTransfers, type Transfer } from '#server/ledger/house.ts';
import type { Tx } from '#server/platform/database.ts';
import { type Draw, drawById, moveDrawTo, nameOf } from './draw-store.ts';
import type { LiveWinner } from './engine-b.ts';
import type { Seal } from './seal.ts';
import { DrawStop, refuseStep } from './stop.ts';

/** From here a coupon's prize stops for handling by hand (checklist 88; domain §10). */
export const highWinFrom = isk(200_000);

/**
 * The part of Joker's sales that its fixed prizes cost on average (domain §6); the reserve carries the
 * difference.
 */
const jokerPrizeBasisPoints = 4600;

export type CouponWin = { winner: LiveWinner; amount: Isk; jokerAmount: Isk };

export type JokerLine = { tier: number; condition: string; amount: Isk; winners: number; paid: Isk };

export type DrawPrizes = {
  rowSales: Isk;
  jokerSales: Isk;
  table: PrizeTable;
  jokerLines: JokerLine[];
  jokerPaid: Isk;
  wins: CouponWin[];
};

/**
 * Null when the draw was settled meanwhile. One draw of a game at a time, in the order of the draws: the
 * carry of one is the next one's.
 */
export async function computePrizes(
  tx: Tx,
  { drawId, game }: Draw,
  seal: Seal,
  version: RuleVersion,
  jokerTiers: readonly JokerTier[],
  winners: readonly LiveWinner[],
  sums: readonly number[],
): Promise<DrawPrizes | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('carry'), hashtext(${game}))`.execute(tx);
  const draw = await drawById(tx, drawId);
  if (draw.state !== 'confirmed') return null;
  await refuseBeforeEarlierDraw(tx, draw);
  const jokerSales = isk(seal.jokerStakes);
  const rowSales = subtract(isk(seal.stakes), jokerSales);
  const carryIn = await carriedTo(tx, game);
  const perTier = Object.fromEntries(version.tiers.map(({ tier }) => [tier, sums[tier - 1] ?? 0]));
  const table = prizeTable(version, { fund: fundOfSales(version, rowSales), winners: perTier, carryIn });
  const jokerLines = jokerTiers.map(({ tier, condition, amount }): JokerLine => {
    const units = sums[version.tiers.length + tier - 1] ?? 0;
    return { tier, condition, amount, winners: units, paid: times(amount, units) };
  });
  const wins = couponWins(winners, table, jokerLines);
  const jokerPaid = isk(jokerLines.reduce((sum, { paid }) => sum + paid, 0));
  const won = wins.reduce((sum, { amount, jokerAmount }) => sum + amount + jokerAmount, 0);
  if (won !== table.paid + jokerPaid) {
    throw new DrawStop(
      'money_differs',
      `${nameOf(draw)}: coupons win ${won} kr., the tiers pay ${table.paid + jokerPaid}.`,
      {},
    );
  }
  return { rowSales, jokerSales, table, jokerLines, jokerPaid, wins };
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

/** What waits in the carry accounts of the game, by tier. */
export async function carriedTo(db: Pick<Tx, 'getExecutor'>, game: string): Promise<Record<number, Isk>> {
  const { rows } = await sql<{ tier: number; balance: number }>`
    SELECT a.tier, coalesce(sum(CASE WHEN t.credit_account = a.account_id THEN t.amount ELSE -t.amount END),
      0)::bigint
      AS balance
    FROM ledger_accounts a
    JOIN ledger_transfers t ON t.player_id = 0 AND a.account_id IN (t.debit_account, t.credit_account)
    WHERE a.kind = 'carry' AND a.game = ${game}
    GROUP BY a.tier`.execute(db);
  return Object.fromEntries(rows.map(({ tier, balance }) => [tier, isk(balance)]));
}

/**
 * Coupons whose prize is more than 0 kr.; a winning row worth nothing leaves its ticket lost (decisions
 * §4).
 */
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

export async function postSettlement(
  tx: Tx,
  draw: Draw,
  prizes: DrawPrizes,
  digests: { a: Buffer; b: Buffer },
  actor: string,
): Promise<void> {
  const { table, rowSales, jokerSales, jokerPaid, wins } = prizes;
  const accounts = await openAccounts(
    tx,
    draw,
    table.lines.map(({ tier }) => tier),
  );
  await postTransfers(tx, 'settlement', draw.drawId, transfersOf(accounts, prizes));
  await writePrizes(tx, draw.drawId, prizes);
  await writeWins(tx, draw.drawId, wins);
  await sql`
    INSERT INTO draw_settlements (draw_id, settled_at, engine_a, engine_b, winning_coupons, row_sales,
      joker_sales, fund,
      carry_in, top_up, paid, carry_out, remainder, joker_paid)
    VALUES (${draw.drawId}, domain_now(), ${digests.a}, ${digests.b}, ${wins.length}, ${rowSales},
      ${jokerSales},
      ${table.fund}, ${table.carryIn}, ${table.topUp}, ${table.paid}, ${table.carryOut}, ${table.remainder},
      ${jokerPaid})`.execute(tx);
  await moveDrawTo(tx, draw.drawId, 'winsel', actor);
}

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
function transfersOf(accounts: Accounts, { rowSales, jokerSales, table, jokerPaid }: DrawPrizes): Transfer[] {
  const { stakes, winnings, jokerReserve, prizeReserve, salesIncome } = accounts;
  const shares = table.lines.reduce((sum, { share }) => sum + share, 0);
  const jokerFund = basisPointsOf(jokerSales, jokerPrizeBasisPoints);
  const transfers: Transfer[] = [
    { from: stakes, to: salesIncome, amount: rowSales - table.fund + (jokerSales - jokerFund) },
    { from: stakes, to: jokerReserve, amount: jokerFund },
    { from: stakes, to: prizeReserve, amount: table.fund - shares },
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
  for (const line of table.lines) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local,
        share, carry_in,
        top_up, pool, paid, carry_out, remainder)
      VALUES (${drawId}, 1, 'main', ${line.tier}, ${line.condition}, ${line.amountWinner}, ${line.winners},
        ${line.winners},
        ${line.share}, ${line.carryIn}, ${line.topUp}, ${line.pool}, ${line.paid}, ${line.carryOut},
        ${line.remainder})`.execute(tx);
  }
  for (const { tier, condition, amount, winners, paid } of jokerLines) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, paid)
      VALUES (${drawId}, 1, 'joker', ${tier}, ${condition}, ${amount}, ${winners}, ${winners},
        ${paid})`.execute(tx);
  }
}

async function writeWins(tx: Tx, drawId: number, wins: readonly CouponWin[]): Promise<void> {
  await sql`
    INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, joker_amount, high)
    SELECT ${drawId}, player_id, ticket_id, coupon_id, amount, joker_amount,
      amount + joker_amount >= ${highWinFrom}
    FROM unnest(${wins.map(({ winner }) => winner.playerId)}::bigint[],
      ${wins.map(({ winner }) => winner.ticketId)}::uuid[],
      ${wins.map(({ winner }) => winner.couponId)}::uuid[], ${wins.map(({ amount }) => amount)}::bigint[],
      ${wins.map(({ jokerAmount }) => jokerAmount)}::bigint[])
      AS won(player_id, ticket_id, coupon_id, amount, joker_amount)`.execute(tx);
}
