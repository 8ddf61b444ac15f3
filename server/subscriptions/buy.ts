/**
 * A subscription is bought: what was agreed and its first charge are one transaction. From the balance when
 * it covers the charge, else from the subscription card.
 */

import { drawsPaid } from '#rules/draws/subscriptions.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { SaleDraw } from '#server/draws/sale-board.ts';
import { decideAgreement, refuseStake } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { chargeableCard } from '#server/payments/cards/saved.ts';
import type { CardCharge, ChargeCard, TakenCharge } from '#server/payments/subscription-charge.ts';
import { type Db, retrying, type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller, CheckedSession, Staked } from '#server/platform/handler.ts';
import { encodeId, newId } from '#server/platform/ids.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { checkSession } from '#server/players/sessions/sessions.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import { chargeAll } from './charge.ts';
import { type Charge, chargeOf, termsOfGame } from './terms.ts';

export type NewSubscription = Omit<Purchase, 'ticketId' | 'coupons'> & {
  session: Buffer;
  /** ISO numbers of its weekdays, ascending. */
  days: readonly number[];
  /** The draw on sale, whose price was reckoned. */
  draw: SaleDraw;
};

export type BuySubscription = (
  wanted: NewSubscription,
  context: CallContext & { caller: Caller },
) => Promise<Staked<{ id: string; type: 'subscription' }>>;

type Bought = { id: string; isReplay: boolean; session: CheckedSession };

export function createBuySubscription(db: Db, kinds: Kinds, card: ChargeCard): BuySubscription {
  return async (wanted, { markReplay }) => {
    const bought = await buyWith(db, { kinds, card }, wanted);
    if (bought.isReplay) markReplay();
    return { answer: { id: encodeId(bought.id), type: 'subscription' }, session: bought.session };
  };
}

/** Another request with the same key may end while this one waits for it: then this one starts anew. */
const attemptsMax = 3;

type Means = { kinds: Kinds; card: ChargeCard };

async function buyWith(db: Db, { kinds, card }: Means, wanted: NewSubscription): Promise<Bought> {
  const subscriptionId = newId();
  const attempt: Attempt = (charge) =>
    retrying(() => transaction(db, (tx) => write(tx, kinds, wanted, { id: subscriptionId, card: charge })));
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    try {
      return await attempt(null);
    } catch (error) {
      if (!(error instanceof NotCovered)) throw error;
      const answer = await card(chargeOfPurchase(wanted, subscriptionId, error.amount));
      if ('code' in answer) refuse(answer.code);
      if ('post' in answer) return await buyByCard(attempt, answer);
    }
  }
  return refuse('EC_CC_ERROR');
}

type Attempt = (charge: TakenCharge | null) => Promise<Bought>;

/** All requests with the same key share one charge; without a key each request has its own. */
function chargeOfPurchase(wanted: NewSubscription, subscriptionId: string, amount: number): CardCharge {
  const { playerId, key, inputHash } = wanted;
  const call = 'buy';
  return {
    playerId,
    amount,
    reference: key === null ? subscriptionId : `${call} ${key}`,
    madeBy: { call, key, inputHash },
    isNeeded: async (tx) => (await knownPurchase(tx, wanted)) === null,
  };
}

/** Refunds the card when the charge buys nothing: after a refusal or a replay. */
async function buyByCard(attempt: Attempt, charge: TakenCharge): Promise<Bought> {
  try {
    const bought = await attempt(charge);
    if (bought.isReplay) await charge.giveBack();
    return bought;
  } catch (error) {
    if (error instanceof Refusal) await charge.giveBack();
    throw error;
  }
}

/** The balance does not cover the first charge: nothing was written. */
class NotCovered extends Error {
  readonly amount: number;

  constructor(amount: number) {
    super('the balance does not cover it');
    this.amount = amount;
  }
}

async function write(
  tx: Tx,
  kinds: Kinds,
  wanted: NewSubscription,
  { id, card }: { id: string; card: TakenCharge | null },
): Promise<Bought> {
  const isOpen = await lockSale(tx, wanted);
  const session = await checkSession(tx, { playerId: wanted.playerId, tokenHash: wanted.session });
  const known = await knownPurchase(tx, wanted);
  if (known) return { id: known, isReplay: true, session };
  if (!isOpen) refuse('EC_SALE_CLOSED');
  const { playerId, stake, days } = wanted;
  const monthly = drawsPaid * days.length * stake;
  const { at, refusal, isCovered } = await decideAgreement(tx, playerId, monthly);
  if (refusal) await refuseStake(tx, playerId, refusal, 'later');
  const terms = (await termsOfGame(tx, kinds, wanted.game, at)) ?? refuse('EC_SALE_CLOSED');
  const charge = chargeOf(terms, { ...wanted, endsOn: null, prepaid: 0, paidLeft: 0 });
  if (charge.price !== wanted.stake) refuse('EC_INVALID_AMOUNT');
  // Nothing is charged today: without money and without a card it could only end on its first billing day.
  if (charge.amount === 0 && !isCovered && !(await chargeableCard(tx, playerId, 'subscription'))) {
    refuse('EC_CREDITCARD_MISSING');
  }
  await card?.post(tx);
  await insert(tx, wanted, id, charge, at);
  const due = { playerId, subscriptionId: id, chargeAt: at };
  const [code] = await chargeAll(tx, [{ due, charge, paymentId: card?.paymentId }], 'player');
  if (code === 'EC_BALANCE_TOO_LOW' && !card) throw new NotCovered(charge.amount);
  if (code === 'stale' || code === 'draws') refuse('EC_SALE_CLOSED');
  if (code) await refuseStake(tx, playerId, code);
  return { id, isReplay: false, session };
}

/** Draw, then wallet, as a sale does: closing and everything else that moves this money waits. */
async function lockSale(tx: Tx, { draw, playerId }: NewSubscription): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    SELECT state = 'released' AND closed_at IS NULL AND close_date > domain_now() AS open
    FROM draws WHERE draw_id = ${draw.drawId} FOR SHARE`.execute(tx);
  await lockWallet(tx, playerId);
  return rows[0]?.open ?? false;
}

/** The subscription that the key has bought; refuses where that was something else. */
async function knownPurchase(tx: Tx, { playerId, key, inputHash }: NewSubscription): Promise<string | null> {
  if (key === null || inputHash === null) return null;
  const { rows } = await sql<{ id: string; same: boolean }>`
    SELECT subscription_id AS id, input_hash = decode(${inputHash}, 'hex') AS same FROM subscriptions
    WHERE player_id = ${playerId} AND idempotency_key = ${key}
    UNION ALL
    SELECT ticket_id, false FROM ticket_of_key(${playerId}, ${key})
  `.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return row.same ? row.id : refuse('EC_DUPLICATE_VALUE');
}

async function insert(tx: Tx, of: NewSubscription, id: string, charge: Charge, at: Date): Promise<void> {
  const { playerId, game, stake } = of;
  await sql`
    WITH agreed AS (
      INSERT INTO subscriptions (player_id, subscription_id, game, purchased_at, days, stake, first_charge,
        row_masks, second_masks, quick_picks, system, row_count, side, prepaid_account, channel, ip,
        affiliate_id, idempotency_key, input_hash)
      VALUES (${playerId}, ${id}, ${game}, ${at}, ${of.days}::smallint[], ${stake}, ${charge.amount},
        ${of.rowMasks}::bigint[], ${of.secondMasks}::bigint[], ${of.quickPicks}, ${of.system}, ${of.rowCount},
        ${of.side}, open_prepaid(${playerId}, ${game}, ${id}), ${of.channel}, ${of.ip}, ${of.affiliateId},
        ${of.key}, decode(${of.inputHash}, 'hex'))
    ), state AS (
      INSERT INTO subscription_states (player_id, subscription_id, game, status, rules_id, price, charge_at)
      VALUES (${playerId}, ${id}, ${game}, 'pending', ${of.draw.rulesId}, ${stake}, ${at})
    )
    INSERT INTO subscription_events (player_id, subscription_id, at, kind, amount, actor, detail)
    VALUES (${playerId}, ${id}, ${at}, 'started', ${charge.amount}, 'player',
      jsonb_build_object('dates', ${JSON.stringify(charge.dates)}::jsonb,
        'next', ${charge.nextAt}::timestamptz))`.execute(tx);
}
