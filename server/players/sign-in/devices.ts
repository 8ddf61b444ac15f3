/** The browsers a player signs in with: how they are called, and telling of a new one (must-hold 16, 22). */
import { randomBytes } from 'node:crypto';
import { addNotice, queueMessage } from '#server/messages/messages.ts';
import { pageAddress } from '#server/messages/page-address.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { hashToken } from '#server/players/sessions/sessions.ts';
import { securityEvent } from '#server/security/events.ts';

export type SignInDevice = {
  /** What the browser's cookie says, if it has one. */
  token: string | undefined;
  ip: string;
  locale: 'is' | 'en';
};

/** A browser that keeps no cookies is new every time, and texts cost money. */
const textsADay = 3;

/**
 * Notes that a player signed in with this browser; one that is new beside others is told in a letter, a text
 * message and a notice.
 * @returns the token for its cookie: 256 random bits, base64url
 */
export async function meetDevice(tx: Tx, playerId: number, device: SignInDevice): Promise<string> {
  const isOurs = /^[\w-]{43}$/.test(device.token ?? '');
  const token = isOurs && device.token ? device.token : randomBytes(32).toString('base64url');
  const { rows } = await sql<{ isNew: boolean; at: Date; others: boolean }>`
    WITH met AS (
      INSERT INTO known_devices AS k (player_id, device_hash, first_used_at, last_used_at, locale)
      SELECT ${playerId}, ${hashToken(token)}, at, at, ${device.locale} FROM domain_now() AS at
      ON CONFLICT (player_id, device_hash) DO UPDATE SET last_used_at = excluded.last_used_at,
        locale = excluded.locale
      RETURNING (xmax = 0) AS "isNew", last_used_at AS at
    )
    SELECT "isNew", at, EXISTS (SELECT FROM known_devices WHERE player_id = ${playerId}) AS others FROM met
  `.execute(tx);
  const [met] = rows;
  if (met?.isNew && met.others) await tellOfDevice(tx, playerId, device, met.at);
  return token;
}

async function tellOfDevice(tx: Tx, playerId: number, { ip, locale }: SignInDevice, at: Date): Promise<void> {
  const url = pageAddress(locale, '/minar-sidur/taeki');
  const values = { date: at.toISOString(), time: at.toISOString(), url };
  await queueMessage(tx, { playerId, channel: 'email', kind: 'newDevice', locale, values });
  if ((await textsOfDay(tx, playerId)) < textsADay) {
    await queueMessage(tx, { playerId, channel: 'sms', kind: 'newDevice', locale, values });
  }
  await addNotice(tx, { playerId, kind: 'newDevice', values });
  await securityEvent(tx, { kind: 'newDevice', playerId, details: { ip } });
}

async function textsOfDay(tx: Tx, playerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM messages WHERE player_id = ${playerId} AND kind = 'newDevice'
      AND channel = 'sms' AND queued_at > domain_now() - interval '1 day'`.execute(tx);
  return rows[0]?.count ?? 0;
}
