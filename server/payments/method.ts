/** By what a player deposits: a card or Aur. */
import { requireActive } from '#server/limits/eligibility.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { storePaymentMethod } from '#server/players/account/payment-method.ts';
import { systemLimits } from '#server/players/limits/system-limits.ts';
import { chargeableCard } from './cards/saved.ts';

type Method = 'creditCard' | 'aur';

/**
 * Throws EC_CREDITCARD_MISSING; for Aur EC_ELOGIN_AUTH_REQUIRED when the certificate ends soon, and
 * EC_AUR_ERROR (400) without a mobile number that is proven to be the player's.
 */
export function updateMethod(db: Db, playerId: number, method: Method): Promise<void> {
  return transaction(db, async (tx) => {
    await requireActive(tx, playerId);
    if (method === 'aur') await requireAur(tx, playerId);
    else if (!(await chargeableCard(tx, playerId, 'deposit'))) refuse('EC_CREDITCARD_MISSING');
    await storePaymentMethod(tx, playerId, method);
  });
}

async function requireAur(tx: Tx, playerId: number): Promise<void> {
  const { rows } = await sql<{ endsSoon: boolean; msisdn: string | null }>`
    SELECT certificate_expires <= (domain_now() AT TIME ZONE 'UTC')::date
        + ${systemLimits.eCertAurExpirationInDays}::integer AS "endsSoon", 
      CASE WHEN mobile_confirmed_at IS NOT NULL THEN mobile END AS msisdn
    FROM players JOIN wallets USING (player_id) WHERE player_id = ${playerId}`.execute(tx);
  const { endsSoon, msisdn } = rows[0] ?? refuse('EC_AUTH_FAIL');
  // A renewed certificate is known once its holder identifies with it.
  if (endsSoon) refuse('EC_ELOGIN_AUTH_REQUIRED', { details: { fresh: true, eId: true } });
  if (msisdn === null) refuse('EC_AUR_ERROR', { status: 400 });
}
