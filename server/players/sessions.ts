/**
 * Server-side sessions: a random token in a cookie, only its SHA-256 here. Source: decisions §2; integrations
 * §1.5.
 */
import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { createBatcher } from '#server/platform/batcher.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import type { DeviceName } from './device-name.ts';
import { forgetResets } from './store-password.ts';

export const absoluteHours = 12;

export type Session = {
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  expires: Date;
};

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Ends links to a new password too. @returns the token for the cookie: 256 random bits, base64url */
export async function createSession(
  tx: Tx,
  playerId: number,
  way: string,
  { browser, system }: DeviceName,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    WITH moment AS MATERIALIZED (SELECT domain_now() AS at),
    signed AS (INSERT INTO sign_ins (player_id, at, way) SELECT ${playerId}, at, ${way} FROM moment)
    INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at, browser, system)
    SELECT ${hashToken(token)}, ${playerId}, at, at, at + make_interval(hours => ${absoluteHours}), at,
      ${browser}, ${system}
    FROM moment
  `.execute(tx);
  await forgetResets(tx, playerId);
  return token;
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** The session as a browser sees it, or null. Reading it does not keep it alive (integrations §1.10). */
export async function readSession(db: Db, tokenHash: Buffer): Promise<Session | null> {
  const { rows } = await sql<Session>`
    SELECT s.player_id AS "playerId", p.username, p.first_name AS "firstName", p.last_name AS "lastName",
      session_end(s.last_used_at, s.ends_at) AS expires
    FROM sessions s JOIN players p USING (player_id)
    WHERE s.token_hash = ${tokenHash}
      AND session_end(s.last_used_at, s.ends_at) > domain_now()
  `.execute(db);
  return rows[0] ?? null;
}

/** What `/api/auth/session` and every page are told of a session, and nothing else (decisions §2). */
export function viewSession({ playerId, username, firstName, lastName, expires }: Session) {
  return {
    user: { playerId: String(playerId), username, firstName, lastName },
    expires: expires.toISOString(),
  };
}

type Found = { token_hash: Buffer; player_id: number; stale: boolean };

/**
 * Looks sessions up for calls; lookups that arrive together share one query. `find` keeps a live session
 * alive. `assume` says whose session it was when last seen: a token never changes hands, but it may have
 * ended, so only a call whose own statement checks the session and keeps it alive may rely on it.
 */
export function createSessionReader(pool: pg.Pool) {
  const seen = new Map<string, Caller>();
  const look = createBatcher<Lookup, Caller | null>({
    itemsMax: 500,
    async run(lookups) {
      const hashes = lookups.map(({ tokenHash }) => tokenHash);
      const found = await pool.query<Found>({ name: 'live_sessions', text: findSql, values: [hashes] });
      const callers = new Map(found.rows.map((row) => [row.token_hash.toString('base64'), row]));
      const rowOf = ({ tokenHash }: Lookup) => callers.get(tokenHash.toString('base64'));
      const stale = lookups.filter((each) => each.keepsAlive && rowOf(each)?.stale);
      if (stale.length > 0) {
        const values = [stale.map(({ tokenHash }) => tokenHash)];
        await pool.query({ name: 'touch_sessions', text: 'SELECT touch_sessions($1)', values });
      }
      return lookups.map((each) => {
        const row = rowOf(each);
        return row ? { playerId: row.player_id, tokenHash: each.tokenHash } : null;
      });
    },
  });
  async function ask(token: string, keepsAlive: boolean): Promise<Caller | null> {
    const caller = await look({ tokenHash: hashToken(token), keepsAlive });
    if (caller) remember(seen, token, caller);
    else seen.delete(token);
    return caller;
  }
  return {
    find: (token: string): Promise<Caller | null> => ask(token, true),
    assume: (token: string): Promise<Caller | null> | Caller => seen.get(token) ?? ask(token, false),
  };
}

type Lookup = { tokenHash: Buffer; keepsAlive: boolean };

export type SessionReader = ReturnType<typeof createSessionReader>;

const seenMax = 500_000;

function remember(seen: Map<string, Caller>, token: string, caller: Caller): void {
  if (seen.size >= seenMax) seen.clear();
  seen.set(token, caller);
}

const findSql = 'SELECT token_hash, player_id, stale FROM live_sessions($1)';
