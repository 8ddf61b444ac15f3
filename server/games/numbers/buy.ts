/** Buys a ticket of a number lottery; order of checks and codes: docs/rules/number-lotteries.md, Wagers. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { isoDay } from '#rules/draws/subscriptions.ts';
import { type GameId, rulesOf } from '#rules/numbers/games.ts';
import { stakeOf, subscriptionTotal } from '#rules/numbers/price.ts';
import { rowMask } from '#rules/numbers/rows.ts';
import { checkWager, type Wager } from '#rules/numbers/wager.ts';
import { isk } from '#rules/values/money.ts';
import type { Weekday } from '#rules/values/weeks.ts';
import type { BoardReader, SaleDraw } from '#server/draws/sale-board.ts';
import type { CallContext, Caller, Staked } from '#server/platform/handler.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import type { Sell } from '#server/sales/sell.ts';
import type { BuySubscription } from '#server/subscriptions/buy.ts';
import { gameIdOf } from './game-id.ts';

type Answer = Staked<ApiAnswer<'lotto.buy'>>;

export type BuyParts = {
  board: BoardReader;
  /** Whether the operator has a game switched on. */
  isOn: (flag: GameId | 'subscriptions') => boolean;
  sell: Sell;
  buySubscription: BuySubscription;
  /** What an earlier call with the same key answered, though the draw may be closed by now. */
  storedPurchase: (context: CallContext & { caller: Caller }) => Promise<Answer | null>;
};

export async function buyLotto(
  parts: BuyParts,
  { body }: ApiInput<'lotto.buy'>,
  context: CallContext & { caller: Caller },
): Promise<Answer> {
  try {
    if (body.subscriptionDrawDays) return await subscribe(parts, body, context);
    const { id, type, replayed, session } = await parts.sell(await purchaseOf(parts, body, context));
    if (replayed) context.markReplay();
    return { answer: { id, type }, session };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'EC_SALE_CLOSED') parts.board.markStale();
    const stored = await parts.storedPurchase(context);
    if (stored) return stored;
    throw error;
  }
}

/** The same checks, the same price; what is written is another thing. */
async function subscribe(
  parts: BuyParts,
  body: ApiInput<'lotto.buy'>['body'],
  context: CallContext & { caller: Caller },
): Promise<Answer> {
  if (!parts.isOn('subscriptions')) refuse('EC_PRODUCT_CLOSED');
  const { wager, chosen } = await checked(parts, body);
  const days = (wager.subscriptionDrawDays ?? []).map((day) => isoDay(day as Weekday)).sort();
  const priced = price(wager, chosen, (perDraw) => subscriptionTotal(isk(perDraw), days.length));
  return parts.buySubscription({ ...buyerOf(body, context), ...priced, days, draw: chosen[0] }, context);
}

/** Parsed, checked and priced without the database. */
async function purchaseOf(
  parts: BuyParts,
  body: ApiInput<'lotto.buy'>['body'],
  context: CallContext & { caller: Caller },
): Promise<Purchase & { session: Buffer }> {
  const { wager, chosen } = await checked(parts, body);
  return {
    ...price(wager, chosen, (_, total) => total),
    ...buyerOf(body, context),
    ticketId: context.key === null ? newId() : null,
    coupons: chosen.map(({ drawId }) => ({ drawId, couponId: newId() })),
  };
}

async function checked({ board, isOn }: BuyParts, body: ApiInput<'lotto.buy'>['body']) {
  const gameId = gameIdOf(body.gameId);
  if (!isOn(gameId)) refuse('EC_PRODUCT_CLOSED');
  const draws = (await board.read()).get(gameId) ?? refuse('EC_PRODUCT_CLOSED');
  const wager: Wager = { ...body, gameId };
  checkShape(wager, draws[0]);
  return { wager, chosen: chooseDraws(wager, draws) };
}

function buyerOf(body: ApiInput<'lotto.buy'>['body'], context: CallContext & { caller: Caller }) {
  const { playerId, tokenHash: session } = context.caller;
  return {
    playerId,
    session,
    channel: body.channel ?? null,
    affiliateId: body.affiliateId ?? null,
    ip: context.ip || null,
    key: context.key,
    inputHash: context.inputHash,
  };
}

function checkShape(wager: Wager, onSale: SaleDraw): void {
  const faults = checkWager(rulesOf(onSale), wager, { rollDownDraw: onSale.reach });
  if (faults) {
    const issues = faults.issues.map(({ path, message }) => ({ path: [...path], message }));
    refuse(faults.code, { issues: { body: issues } });
  }
}

function chooseDraws(
  wager: Wager,
  draws: readonly [SaleDraw, ...SaleDraw[]],
): readonly [SaleDraw, ...SaleDraw[]] {
  const [first, ...following] = draws;
  const asked = wager.draw ?? first.number;
  if (asked < first.number) refuse('EC_SALE_CLOSED');
  if (asked > first.number) refuse('EC_NO_DATA_FOUND');
  const count = wager.drawCount ?? 1;
  if (count > draws.length) refuse('EC_VALUE_TOO_HIGH');
  return [first, ...following.slice(0, count - 1)];
}

/** @param asked what of the price the client has to name: of a ticket all of it, of a subscription a month */
function price(
  wager: Wager,
  [first]: readonly [SaleDraw, ...SaleDraw[]],
  asked: (perDraw: number, total: number) => number,
) {
  const { amountRow, amountSide } = first;
  const version = rulesOf(first);
  const stake = stakeOf({ ...wager, version, amountRow: isk(amountRow), amountJoker: isk(amountSide) });
  if (asked(stake.perDraw, stake.total) !== wager.stake) refuse('EC_INVALID_AMOUNT');
  const bonus = wager.rows.map((row) => rowMask(row.bonusNumbers ?? []));
  return {
    game: wager.gameId,
    stake: stake.perDraw,
    rowCount: stake.rowCount,
    rowMasks: wager.rows.map((row) => rowMask(row.numbers)),
    secondMasks: bonus.some((mask) => mask > 0) ? bonus : null,
    quickPicks: wager.rows.reduce((bits, row, index) => (row.isQuickPick ? bits | (1 << index) : bits), 0),
    system: wager.system ?? 0,
    side: wager.joker ? wager.joker.join('') : null,
  } satisfies Partial<Purchase>;
}
