/** A player's sessions as the player sees and ends them (must-hold 22). */

import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { securityEvent } from '#server/security/events.ts';
import { endSessionsOf } from './end-sessions.ts';

type Item = ApiAnswer<'account.sessions'>['sessions'][number];
type Row = Omit<Item, 'browser' | 'system' | 'createdAt' | 'lastUsedAt' | 'expires'> & {
  browser: string | null;
  system: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expires: Date;
};

/** The live ones, that of the caller first, then those used last. */
export async function listSessions(
  db: Db,
  { playerId, tokenHash }: Caller,
): Promise<ApiAnswer<'account.sessions'>> {
  const { rows } = await sql<Row>`
    SELECT session_id AS "sessionId", token_hash = ${tokenHash} AS "isThis", browser, system,
      created_at AS "createdAt", last_used_at AS "lastUsedAt", session_end(last_used_at, ends_at) AS expires
    FROM sessions WHERE player_id = ${playerId} AND session_end(last_used_at, ends_at) > domain_now()
    ORDER BY token_hash = ${tokenHash} DESC, last_used_at DESC, session_id LIMIT 100
  `.execute(db);
  return {
    sessions: rows.map(({ browser, system, createdAt, lastUsedAt, expires, ...row }) => ({
      ...row,
      ...(browser !== null && { browser }),
      ...(system !== null && { system }),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      expires: expires.toISOString(),
    })),
  };
}

/** How many live ones a player has. */
export async function countSessions(db: Db, playerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM sessions
    WHERE player_id = ${playerId} AND session_end(last_used_at, ends_at) > domain_now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Ends one session of the caller, or all but the caller's own; EC_NO_DATA_FOUND when it is nobody's. */
export async function endSessions(
  db: Db,
  { body: { sessionId } }: ApiInput<'account.endSessions'>,
  { caller, ip }: CallContext & { caller: Caller },
): Promise<undefined> {
  const { playerId } = caller;
  await transaction(db, async (tx) => {
    const count =
      sessionId === undefined
        ? await endSessionsOf(tx, caller.playerId, caller.tokenHash)
        : await endSessionOf(tx, caller, sessionId);
    if (count > 0) await securityEvent(tx, { kind: 'sessionsEnded', playerId, details: { ip, count } });
  });
}

async function endSessionOf(tx: Tx, { playerId }: Caller, sessionId: string): Promise<number> {
  const { rowCount } = await sql`
    DELETE FROM sessions WHERE player_id = ${playerId} AND session_id = ${sessionId}`.execute(tx);
  return rowCount || refuse('EC_NO_DATA_FOUND');
}
