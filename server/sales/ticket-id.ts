/**
 * The id of a ticket that is bought with an idempotency key: the first 16 bytes of
 * HMAC-SHA-256(secret, 'player id:key'), so that a retry finds the ticket (docs/decisions/060). SQL makes the
 * same in `ticket_of_key`.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { uuidText } from '#server/platform/ids.ts';

/** One for each connection: the secret is always that of the database that sells. */
const secrets = new WeakMap<pg.Client, KeyObject>();

export async function ticketSecretOf(client: pg.Client): Promise<KeyObject> {
  const existing = secrets.get(client);
  if (existing) return existing;
  const { rows } = await client.query<{ inner: Buffer }>('SELECT inner_key AS inner FROM ticket_secret');
  const [row] = rows;
  if (!row) throw new Error('the secret of ticket ids is missing');
  // For SQL the table has the secret as HMAC begins with it (RFC 2104).
  const secret = createSecretKey(row.inner.map((byte) => byte ^ 0x36));
  secrets.set(client, secret);
  return secret;
}

/** @returns the id as the database writes it */
export function ticketIdOfKey(secret: KeyObject, playerId: number, key: string): string {
  return uuidText(createHmac('sha256', secret).update(`${playerId}:${key}`).digest('hex').slice(0, 32));
}
