/** Buys a ticket of a pool; order of checks and codes: docs/rules/pools.md, Wagers. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Coupon } from '#rules/pools/coupon.ts';
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { wordsOf } from '#rules/pools/picks.ts';
import {
  type Checked,
  checkAmounts,
  checkRows,
  checkToto,
  checkXg,
  type TotoProgram,
  type WagerFaults,
} from '#rules/pools/wager.ts';
import { isk } from '#rules/values/money.ts';
import type { BoardReader, SaleDraw } from '#server/draws/sale-board.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller, Staked } from '#server/platform/handler.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { isOpenClub } from '#server/players/clubs/clubs.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import type { Sell } from '#server/sales/sell.ts';
import type { GroupReader } from './current.ts';
import { type PoolKindName, programNamed } from './program-id.ts';

type Answer = Staked<ApiAnswer<'toto.buy'>>;
type Buyer = CallContext & { caller: Caller };

export type BuyParts = {
  /** For look-ups by key. */
  pages: Db;
  board: BoardReader;
  groupOf: GroupReader;
  /** Whether the operator has a game switched on. */
  isOn: (game: PoolId) => boolean;
  sell: Sell;
  /** What an earlier call with the same key answered, though the program may be closed by now. */
  storedPurchase: (context: Buyer) => Promise<{ answer: { id: string }; session: Answer['session'] } | null>;
};

export const buyToto = (parts: BuyParts, { body }: ApiInput<'toto.buy'>, context: Buyer) =>
  buy(parts, 'toto', body, context, (program) => checkToto(body, program));

export const buyRows = (parts: BuyParts, { body }: ApiInput<'toto.buyRows'>, context: Buyer) =>
  buy(parts, 'toto', body, context, (program) => checkRows(body, program));

export const buyXg = (parts: BuyParts, { body }: ApiInput<'xg.buy'>, context: Buyer) =>
  buy(parts, 'xg', body, context, (program) => checkXg(body, program));

type Body = Pick<
  ApiInput<'xg.buy'>['body'],
  'programId' | 'rows' | 'stake' | 'supportId' | 'channel' | 'affiliateId'
>;
type Check = (program: TotoProgram) => Checked;

async function buy(
  parts: BuyParts,
  kind: PoolKindName,
  body: Body,
  context: Buyer,
  check: Check,
): Promise<Answer> {
  try {
    refuseFaults(checkAmounts(body));
    const draw = await programOnSale(parts, kind, body.programId);
    const groupId = (await parts.groupOf(draw.drawId)) ?? '';
    const { coupon, rowCount } = accepted(check({ groupId, amountRow: isk(draw.amountRow) }));
    const supportId = await clubOf(parts.pages, body.supportId, context.caller);
    const purchase = purchaseOf(draw, { coupon, rowCount, supportId }, body, context);
    const { id, type, replayed, session } = await parts.sell(purchase);
    if (replayed) context.markReplay();
    return { answer: { id, type }, session };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'EC_SALE_CLOSED') parts.board.markStale();
    const stored = await parts.storedPurchase(context);
    if (!stored) throw error;
    return { ...stored, answer: { id: stored.answer.id, type: 'ticket' } };
  }
}

/** Refuses, in this order: programs that nobody knows, games that are switched off, sales that have ended. */
async function programOnSale(
  { board, isOn, pages }: BuyParts,
  kind: PoolKindName,
  programId: string,
): Promise<SaleDraw> {
  const { game, number } = programNamed(kind, programId);
  const draw = (await board.read()).get(game)?.find((each) => each.number === number);
  if (draw && isOn(game)) return draw;
  const { rows } = await sql<{ onSale: boolean }>`
    SELECT g.on_sale AS "onSale" FROM draws d JOIN games g USING (game)
    WHERE d.game = ${game} AND d.number = ${number}`.execute(pages);
  const [program] = rows;
  if (!program) refuse('EC_NO_DATA_FOUND');
  if (!isOn(game) || !program.onSale) refuse('EC_PRODUCT_CLOSED');
  return refuse('EC_SALE_CLOSED');
}

function accepted(checked: Checked): { coupon: Coupon; rowCount: number } {
  if (checked.coupon === null) return refuseFaults(checked.faults) as never;
  return checked;
}

function refuseFaults(faults: WagerFaults | null): void {
  if (!faults) return;
  const issues = faults.issues.map(({ path, message }) => ({ path: [...path], message }));
  refuse(faults.code, { issues: { body: issues } });
}

/** The club that the ticket supports: of the account where none is named, and none for 0. */
async function clubOf(pages: Db, named: number | undefined, { playerId }: Caller): Promise<number | null> {
  if (named === 0) return null;
  if (named === undefined) {
    const { rows } = await sql<{ supportId: number | null }>`
      SELECT support_id AS "supportId" FROM players WHERE player_id = ${playerId}`.execute(pages);
    return rows[0]?.supportId ?? null;
  }
  if (await isOpenClub(pages, named)) return named;
  const issues = { body: [{ path: ['supportId'], message: 'Invalid wager' }] };
  return refuse('EC_INVALID_FIELD', { issues });
}

type Priced = { coupon: Coupon; rowCount: number; supportId: number | null };

function purchaseOf(
  draw: SaleDraw,
  { coupon, rowCount, supportId }: Priced,
  body: Body,
  context: Buyer,
): Purchase & { session: Buffer } {
  const outcomes = outcomesOf(draw.game as PoolId).length;
  const words = coupon.rows.map((picks) => wordsOf(picks, outcomes));
  return {
    playerId: context.caller.playerId,
    session: context.caller.tokenHash,
    game: draw.game,
    ticketId: context.key === null ? newId() : null,
    coupons: [{ drawId: draw.drawId, couponId: newId() }],
    stake: body.stake,
    rowMasks: words.map(([first]) => first as number),
    secondMasks: draw.game === 'xg' ? words.map(([, second]) => second as number) : null,
    quickPicks: 0,
    system: coupon.system,
    rowCount,
    side: null,
    supportId,
    channel: body.channel ?? null,
    affiliateId: body.affiliateId ?? null,
    ip: context.ip || null,
    key: context.key,
    inputHash: context.inputHash,
  };
}
