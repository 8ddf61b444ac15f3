/** A player as the back office sees one; never over HTTP. */

import { type Kennitala, maskKennitala } from '#rules/values/kennitala.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type FoundPlayer = {
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  /** Masked. */
  nationalId: string | null;
  demo: boolean;
  createdAt: Date;
  balance: number;
  debt: number;
  stakedToday: number;
  stakeLimitDay: number;
  certificateExpires: string;
  lockedUntil: Date | null;
  closedAt: Date | null;
  /** From then on names are empty and the user name is a pseudonym. */
  erasedAt: Date | null;
};

/** By id or by user name, whatever its case; null when there is none. */
export async function findPlayer(db: Db, idOrName: string): Promise<FoundPlayer | null> {
  const id = /^\d{1,15}$/.test(idOrName) ? Number(idOrName) : null;
  const { rows } = await sql<FoundPlayer>`
    SELECT p.player_id AS "playerId", p.username, p.first_name AS "firstName", p.last_name AS "lastName",
      p.national_id AS "nationalId", p.demo, p.created_at AS "createdAt", w.balance, w.debt,
      CASE WHEN w.staked_on = (domain_now() AT TIME ZONE 'UTC')::date THEN w.staked ELSE 0 END
        AS "stakedToday",
      w.stake_limit_day AS "stakeLimitDay", w.certificate_expires AS "certificateExpires",
      CASE WHEN w.locked_until > domain_now() THEN w.locked_until END AS "lockedUntil",
      w.closed_at AS "closedAt", p.erased_at AS "erasedAt"
    FROM players p JOIN wallets w USING (player_id)
    WHERE p.player_id = ${id} OR lower(p.username) = lower(${idOrName})
    ORDER BY p.player_id = ${id} DESC NULLS LAST
    LIMIT 1
  `.execute(db);
  const [player] = rows;
  if (!player) return null;
  return { ...player, nationalId: player.nationalId && maskKennitala(player.nationalId as Kennitala) };
}
