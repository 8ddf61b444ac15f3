/** Server-side sessions: a random token in a cookie, only its SHA-256 here. */
import { hash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createBatcher } from '#server/platform/batcher.ts';
import type { Database, Db, Tx } from '#server/platform/database.ts';
import { nothingDone } from '#server/platform/database-failures.ts';
import type { Caller, CheckedSession } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { rowsInOrder } from '#server/platform/rows-in-order.ts';
import { sql } from '#server/platform/sql.ts';
import { forgetResets } from '#server/players/passwords/store-password.ts';
import type { DeviceName } from '#server/players/sign-in/device-name.ts';

export const absoluteHours = 12;

export type Session = {
  playerId: number;
  username: string;
  firstName: string;
  lastName: string;
  expires: Date;
  /** Until then: a browser has a clock of its own. */
  secondsLeft: number;
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
    INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at, e_id_at,
      browser, system)
    SELECT ${hashToken(token)}, ${playerId}, at, at, at + make_interval(hours => ${absoluteHours}), at,
      CASE WHEN ${way} = 'eId' THEN at END, ${browser}, ${system}
    FROM moment
  `.execute(tx);
  await forgetResets(tx, playerId);
  return token;
}

export async function endSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`.execute(tx);
}

/** The session as a browser sees it, or null. Reading it does not keep it alive. */
export async function readSession(db: Db, tokenHash: Buffer): Promise<Session | null> {
  const { rows } = await sql<Session>`
    SELECT s.player_id AS "playerId", p.username, p.first_name AS "firstName", p.last_name AS "lastName",
      session_end(s.last_used_at, s.ends_at) AS expires,
      ceil(extract(epoch FROM session_end(s.last_used_at, s.ends_at) - domain_now()))::int AS "secondsLeft"
    FROM sessions s JOIN players p USING (player_id)
    WHERE s.token_hash = ${tokenHash}
      AND session_end(s.last_used_at, s.ends_at) > domain_now()
  `.execute(db);
  return rows[0] ?? null;
}

/** What `/api/auth/session` and every page are told of a session, and nothing else. */
export function viewSession({ playerId, username, firstName, lastName, expires }: Session) {
  return {
    user: { playerId: String(playerId), username, firstName, lastName },
    expires: expires.toISOString(),
  };
}

/** Told to a page that was made for another player than the one of the session. */
export function otherPlayer({ firstName, lastName }: Session) {
  return { otherPlayer: true, signedInAs: `${firstName} ${lastName}`.trim() };
}

/** Keeps sessions alive that a statement has found `stale`. */
export async function touchSessions(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  await sql`SELECT touch_sessions(${tokenHashes}::bytea[])`.execute(db);
}

/** In the transaction of a stake: refuses with EC_AUTH_FAIL when it has ended, else keeps it alive. */
export async function checkSession(tx: Tx, caller: Caller): Promise<CheckedSession> {
  const found = (await liveSession(tx, caller)) ?? refuse('EC_AUTH_FAIL');
  if (found.stale) await touchSessions(tx, [found.session]);
  return found.session;
}

/** Null when it has ended. Does not keep it alive. */
export async function liveSession(
  db: Db,
  { playerId, tokenHash }: Caller,
): Promise<{ session: CheckedSession; stale: boolean } | null> {
  const { rows } = await sql<{ stale: boolean }>`
    SELECT stale FROM live_sessions(ARRAY[${tokenHash}::bytea]) WHERE player_id = ${playerId}`.execute(db);
  return rows[0] ? { session: tokenHash as CheckedSession, stale: rows[0].stale } : null;
}

type Found = { tokenHash: Buffer; playerId: number; stale: boolean };

/**
 * Looks sessions up for calls; lookups that arrive together share one query. `find` keeps a live session
 * alive. `assume` says whose session it was when last seen: a token never changes hands, but it may have
 * ended, so only a call whose own statement checks the session and keeps it alive relies on it. What it
 * has not seen it asks on the way that the call itself will take.
 */
export function createSessionReader({ db, sessions, pipeline }: Database) {
  const seen = new Map<string, Caller>();
  const find = createBatcher<Buffer, Caller | null>({
    itemsMax,
    async run(hashes) {
      const found = await readSessions(sessions, hashes);
      const stale = found.flatMap((row) => (row?.stale ? [row.tokenHash] : []));
      if (stale.length > 0) {
        await sessions.query({ name: 'touch_sessions', text: 'SELECT touch_sessions($1)', values: [stale] });
      }
      return found.map(callerOf);
    },
  });
  const look = createBatcher<Buffer, Caller | null>({
    itemsMax,
    run: async (hashes) => (await readSessions(await pipeline.connect(), hashes)).map(callerOf),
  });
  async function ask(token: string, way: typeof find): Promise<Caller | null> {
    const caller = await way(hashToken(token)).catch((error: unknown) => {
      throw nothingDone(error);
    });
    if (caller) remember(seen, token, caller);
    else seen.delete(token);
    return caller;
  }
  return {
    find: (token: string): Promise<Caller | null> => ask(token, find),
    /** Does not keep it alive. */
    read: (token: string): Promise<Session | null> => readSession(db, hashToken(token)),
    assume: (token: string): Promise<Caller | null> | Caller => seen.get(token) ?? ask(token, look),
  };
}

export type SessionReader = ReturnType<typeof createSessionReader>;

const itemsMax = 500;

/** What was read of each session, in the order of `hashes`. */
export function inOrderOf<Row extends { tokenHash: Buffer }>(
  hashes: readonly Buffer[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const keyOf = (hash: Buffer) => hash.toString('base64');
  return rowsInOrder(hashes.map(keyOf), rows, ({ tokenHash }) => keyOf(tokenHash));
}

/** @returns in the order of `hashes`, undefined for a session that is not alive */
async function readSessions(
  connection: pg.Pool | pg.Client,
  hashes: readonly Buffer[],
): Promise<(Found | undefined)[]> {
  const text = 'SELECT token_hash AS "tokenHash", player_id AS "playerId", stale FROM live_sessions($1)';
  const { rows } = await connection.query<Found>({ name: 'live_sessions', text, values: [hashes] });
  return inOrderOf(hashes, rows);
}

const callerOf = (row: Found | undefined): Caller | null =>
  row ? { playerId: row.playerId, tokenHash: row.tokenHash } : null;

const seenMax = 500_000;

function remember(seen: Map<string, Caller>, token: string, caller: Caller): void {
  if (seen.size >= seenMax) seen.clear();
  seen.set(token, caller);
}
