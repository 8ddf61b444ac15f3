/** The security log: who did what that somebody may have to answer for. */

import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type SecurityKind =
  | 'passwordFailed'
  | 'freshFailed'
  | 'eIdFailed'
  | 'signUpRefused'
  | 'signedUp'
  | 'resetAsked'
  | 'usernameAsked'
  | 'passwordReset'
  | 'passwordChanged'
  | 'contactChanged'
  | 'mobileConfirmed'
  | 'mobileLost'
  | 'newDevice'
  | 'sessionsEnded'
  | 'historyExported'
  | 'overdrawn'
  | 'cardAdded'
  | 'cardRemoved'
  | 'cardAlarm'
  | 'paymentFlagged'
  | 'booksDiffer'
  | 'chargedBack'
  | 'chargebackWon'
  | 'accountErased'
  | 'scriptsChanged'
  | 'operatorRefused'
  | 'workerStarted';

export type SecurityEvent = {
  kind: SecurityKind;
  /** Whom it is about; left out where nobody is known. */
  playerId?: number;
  details?: SecurityDetails;
};

/** Only these get in: never what was typed, a token, a hash, a number of a card or of a person. */
export type SecurityDetails = {
  /** The connection's address. */
  ip?: string;
  /** How: `password`, `sim`, `app`, `sms`, `email`, `home-bank`. */
  way?: string;
  /** The code of the refusal, or a word of ours. */
  reason?: string;
  /** The call's name in the contract. */
  call?: string;
  /** Names of fields, never their values. */
  fields?: readonly string[];
  count?: number;
  /** The registered operator in whose name a command was refused. */
  operator?: string;
};

/**
 * Writes an event in the transaction of its cause: what rolls back is not logged, so a refusal is logged in a
 * transaction of its own before it is thrown. The worker takes it into the chain within a second.
 */
export async function securityEvent(tx: Tx, { kind, playerId, details = {} }: SecurityEvent): Promise<void> {
  await sql`
    SELECT security_event(${kind}, ${playerId ?? null}::bigint, ${JSON.stringify(details)}::jsonb)
  `.execute(tx);
}
