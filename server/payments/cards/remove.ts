import { requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import { transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { requireFresh } from '#server/players/sessions/fresh.ts';
import { securityEvent } from '#server/security/events.ts';
import { tell } from '../messages.ts';
import type { PaymentParts } from '../parts.ts';
import { deleteCard, releaseFingerprints } from './saved.ts';

/** Forgets a card, here and at the gateway. Throws EC_CREDITCARD_MISSING, and asks for a fresh proof. */
export async function removeCard(
  { db, cardGateway }: PaymentParts,
  caller: Caller,
  isSubscriptionCard: boolean,
): Promise<undefined> {
  const { playerId } = caller;
  const purpose = isSubscriptionCard ? 'subscription' : 'deposit';
  const former = await transaction(db, async (tx) => {
    await lockWallet(tx, playerId);
    await requireActive(tx, playerId);
    await requireFresh(tx, caller);
    const card = (await deleteCard(tx, playerId, purpose)) ?? refuse('EC_CREDITCARD_MISSING');
    await releaseFingerprints(tx, playerId);
    await tell(tx, playerId, 'cardRemoved', { last4: card.last4 });
    await securityEvent(tx, { kind: 'cardRemoved', playerId, details: { way: purpose } });
    return card.virtualCard;
  });
  if (former !== null) await cardGateway.forgetCard(former);
}
