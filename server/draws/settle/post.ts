/** Writes down the prizes of a draw: transfers, table, winning coupons, and the second signature. */

import type { ExactIsk } from '#rules/values/exact-isk.ts';
import { type Draw, moveDrawTo } from '#server/draws/draw.ts';
import { lastSettled, publishedTiers } from '#server/draws/seal/published-tiers.ts';
import { type SettlementFields, settlementText } from '#server/draws/seal/signed-texts.ts';
import { flow, houseAccount, postTransfers, type Transfer } from '#server/ledger/house-accounts.ts';
import type { Tx } from '#server/platform/database.ts';
import { signed } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import type { CouponWin, DrawPrizes } from './prizes.ts';

/** The result and what both engines found, to be signed with the seal. */
type Signing = {
  found: Omit<SettlementFields, 'game' | 'number' | 'rulesId' | 'settledAt' | 'before' | 'tiers'>;
  signingKey: string;
  actor: string;
};

export async function postSettlement(
  tx: Tx,
  draw: Draw,
  prizes: DrawPrizes,
  { found, signingKey, actor }: Signing,
): Promise<void> {
  const { table, common, rowSales, sideSales, commonPaid, sidePaid, wins } = prizes;
  const accounts = await openAccounts(tx, draw, prizes);
  await postTransfers(tx, 'settlement', { drawId: draw.drawId }, transfersOf(accounts, prizes));
  await writePrizes(tx, draw.drawId, prizes);
  await writeWins(tx, draw, wins);
  const settledAt = await moment(tx);
  const { game, number, rulesId } = draw;
  const before = await lastSettled(tx, game);
  const tiers = await publishedTiers(tx, draw.drawId, before?.drawId ?? null);
  const signature = signed(
    settlementText({ ...found, game, number, rulesId, before, tiers, settledAt: settledAt.toISOString() }),
    signingKey,
  );
  await sql`
    INSERT INTO draw_settlements (draw_id, settled_at, engine_a, engine_b, winning_coupons, row_sales,
      side_sales, fund, carry_in, top_up, paid, carry_out, remainder, side_paid, contribution,
      common_reserve, common_paid, common_due, fund_exact, carry_in_exact, carry_out_exact, remainder_exact,
      signature, public_key, rules_hash, draw_before)
    VALUES (${draw.drawId}, ${settledAt}, ${found.engineA}, ${found.engineB}, ${wins.length}, ${rowSales},
      ${sideSales}, ${table.fund}, ${table.carryIn}, ${table.topUp}, ${table.paid}, ${table.carryOut},
      ${table.remainder}, ${sidePaid}, ${common?.contribution ?? 0}, ${common?.reserve ?? 0}, ${commonPaid},
      ${common?.due ?? 0}, ${text(table.exact.fund)}, ${text(table.exact.carryIn)},
      ${text(table.exact.carryOut)}, ${text(table.exact.remainder)}, ${signature.signature},
      ${signature.publicKey}, ${found.rulesHash}, ${before?.drawId ?? null})`.execute(tx);
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
  /** Of the side game. */
  sideReserve: number | null;
  prizeReserve: number;
  salesIncome: number;
  /** Of pools that are shared with other countries. */
  common: { payable: number; receivable: number; difference: number } | null;
  /** Pool of this draw and carry of the game, by tier. */
  tiers: ReadonlyMap<number, { pool: number; carry: number }>;
};

async function openAccounts(tx: Tx, draw: Draw, { table, common, side }: DrawPrizes): Promise<Accounts> {
  const { drawId, game, stakesAccount } = draw;
  const opened = new Map<number, { pool: number; carry: number }>();
  for (const { tier } of table.lines) {
    const pool = await houseAccount(tx, { kind: 'prize_fund', drawId, game, tier });
    opened.set(tier, { pool, carry: await houseAccount(tx, { kind: 'carry', game, tier }) });
  }
  return {
    stakes: stakesAccount,
    winnings: await houseAccount(tx, { kind: 'winnings', drawId, game }),
    sideReserve: side && (await houseAccount(tx, side.reserve)),
    prizeReserve: await houseAccount(tx, { kind: 'prize_reserve', game }),
    salesIncome: await houseAccount(tx, { kind: 'sales_income', game }),
    common: common && {
      payable: await houseAccount(tx, { kind: 'organiser_payable', game }),
      receivable: await houseAccount(tx, { kind: 'organiser_receivable', game }),
      difference: await houseAccount(tx, { kind: 'exchange_difference', game }),
    },
    tiers: opened,
  };
}

/** Every króna of stakes, carry and top-up goes somewhere: the draw's accounts end empty but winnings. */
function transfersOf(accounts: Accounts, prizes: DrawPrizes): Transfer[] {
  const { rowSales, sideSales, side, table, common, sidePaid } = prizes;
  const { stakes, winnings, sideReserve, prizeReserve, salesIncome } = accounts;
  const shares = table.lines.reduce((sum, { share }) => sum + share, 0);
  const toPools = table.fund + (common?.contribution ?? 0) + (common?.reserve ?? 0);
  const transfers: Transfer[] = [
    { from: stakes, to: salesIncome, amount: rowSales - toPools + sideSales - (side?.fund ?? 0) },
    // Fractions that joined into a króna can make the posted shares larger than the fund.
    flow(stakes, prizeReserve, table.fund - shares),
  ];
  if (side && sideReserve !== null) {
    transfers.push(
      { from: stakes, to: sideReserve, amount: side.fund },
      { from: sideReserve, to: winnings, amount: sidePaid },
    );
  }
  transfers.push(...commonTransfers(accounts, prizes));
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

/** The organiser gets its contribution and owes the prizes; what it gives beyond them is a difference. */
function commonTransfers(
  { stakes, winnings, prizeReserve, common: accounts }: Accounts,
  { common, commonPaid }: DrawPrizes,
): Transfer[] {
  if (!accounts || !common) return [];
  const { payable, receivable, difference } = accounts;
  return [
    { from: stakes, to: payable, amount: common.contribution },
    { from: stakes, to: prizeReserve, amount: common.reserve },
    { from: receivable, to: winnings, amount: commonPaid },
    { from: receivable, to: difference, amount: common.due - commonPaid },
  ];
}

async function writePrizes(tx: Tx, drawId: number, { table, common, side }: DrawPrizes): Promise<void> {
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
  for (const { part, tier, condition, amount, amountEuro, winners, winnersLocal, paid } of common?.lines ??
    []) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, amount_euro, winners,
        winners_local, paid)
      VALUES (${drawId}, 1, ${part}, ${tier}, ${condition}, ${amount}, ${amountEuro.toString()}, ${winners},
        ${winnersLocal}, ${paid})`.execute(tx);
  }
  for (const { part, tier, condition, amount, winners, paid } of side?.lines ?? []) {
    await sql`
      INSERT INTO draw_prizes (draw_id, revision, part, tier, condition, amount, winners, winners_local, paid)
      VALUES (${drawId}, 1, ${part}, ${tier}, ${condition}, ${amount}, ${winners}, ${winners},
        ${paid})`.execute(tx);
  }
}

async function writeWins(tx: Tx, draw: Draw, wins: readonly CouponWin[]): Promise<void> {
  await sql`
    INSERT INTO coupon_wins (draw_id, player_id, ticket_id, coupon_id, amount, side_amount, high)
    SELECT ${draw.drawId}, player_id, ticket_id, coupon_id, amount, side_amount,
      amount + side_amount >= ${draw.highWinFrom}
    FROM unnest(${wins.map(({ winner }) => winner.playerId)}::bigint[],
      ${wins.map(({ winner }) => winner.ticketId)}::uuid[],
      ${wins.map(({ winner }) => winner.couponId)}::uuid[], ${wins.map(({ amount }) => amount)}::bigint[],
      ${wins.map(({ sideAmount }) => sideAmount)}::bigint[])
      AS won(player_id, ticket_id, coupon_id, amount, side_amount)`.execute(tx);
}
