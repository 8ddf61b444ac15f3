/** Invented players, many at once: demo players, sample players, and those of `operator players create`. */
import { randomBytes } from 'node:crypto';
import { assertSandbox, openWallets } from '#server/ledger/sandbox-money.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { absoluteHours, hashToken } from './sessions/sessions.ts';

/** Whoever is made here is marked `demo`: production refuses to start beside them. */
export type NewPlayer = {
  username: string;
  firstName: string;
  lastName: string;
  passwordHash?: string;
  nationalId?: string;
  mobile?: string;
  address?: string;
  postalCode?: string;
  supportId?: number;
  /** False: nobody reads this one's mail, and none is sent. */
  mailbox?: boolean;
  /** `YYYY-MM-DD` */
  certificateExpires: string;
  /** Whole krónur out of the sandbox account. */
  balance: number;
};

/** @returns their ids in the same order. Throws when a user name or national id exists. */
export async function createPlayers(tx: Tx, players: readonly NewPlayer[]): Promise<number[]> {
  await assertSandbox(tx);
  const column = <K extends keyof NewPlayer>(name: K) => players.map((player) => player[name] ?? null);
  const { rows } = await sql<{ playerId: number }>`
    WITH given AS (
      SELECT nextval(pg_get_serial_sequence('players', 'player_id')) AS player_id, given.*
      FROM unnest(${column('username')}::text[], ${column('firstName')}::text[],
        ${column('lastName')}::text[], ${column('passwordHash')}::text[],
        ${column('nationalId')}::text[], ${column('mobile')}::text[],
        ${column('address')}::text[], ${column('postalCode')}::text[], ${column('supportId')}::integer[],
        ${players.map(({ mailbox = true }) => mailbox)}::boolean[]) WITH ORDINALITY
        AS given(username, first_name, last_name, password_hash, national_id, mobile, address, postal_code,
          support_id, mailbox, place)
      ORDER BY place
    ), made AS (
      INSERT INTO players (player_id, username, first_name, last_name, password_hash, national_id, mobile,
        phone, address, postal_code, support_id, mailbox, email, demo)
      OVERRIDING SYSTEM VALUE
      SELECT player_id, username, first_name, last_name, password_hash, national_id, mobile, mobile,
        address, postal_code, support_id, mailbox, username || '@hending.example', true
      FROM given
    )
    SELECT player_id AS "playerId" FROM given ORDER BY place
  `.execute(tx);
  const playerIds = rows.map((row) => row.playerId);
  await openWallets(
    tx,
    players.map((player, index) => ({
      playerId: playerIds[index] ?? 0,
      certificateExpires: player.certificateExpires,
      balance: player.balance,
    })),
  );
  return playerIds;
}

export type LoadPlayer = { playerId: number; username: string; token: string | null };

/** Players without a mailbox for load tests, each with a session that counts as fresh when made. */
export async function createLoadPlayers(
  tx: Tx,
  options: { count: number; balance: number; sessions: boolean; passwordHash?: string },
): Promise<LoadPlayer[]> {
  // Two commands at once must not choose the same names.
  await sql`SELECT pg_advisory_xact_lock(hashtext('load players'))`.execute(tx);
  const { rows } = await sql<{ first: number; expires: string }>`
    SELECT coalesce(max(substring(username FROM 6)::bigint), 0) + 1 AS first,
      ((domain_now() AT TIME ZONE 'UTC')::date + interval '3 years')::date AS expires
    FROM players WHERE username ~ '^prufa\\d{1,12}$'
  `.execute(tx);
  const { first, expires } = rows[0] ?? { first: 1, expires: '' };
  const { balance, passwordHash } = options;
  const players = Array.from(
    { length: options.count },
    (_, index): NewPlayer => ({
      username: `prufa${String(first + index).padStart(6, '0')}`,
      firstName: 'Prufa',
      lastName: `Prufudóttir ${first + index}`,
      mailbox: false,
      certificateExpires: expires,
      balance,
      ...(passwordHash !== undefined && { passwordHash }),
    }),
  );
  const playerIds = await createPlayers(tx, players);
  const tokens = playerIds.map(() => (options.sessions ? randomBytes(32).toString('base64url') : null));
  if (options.sessions) await openSessions(tx, playerIds, tokens.map(String));
  return players.map(({ username }, index) => ({
    playerId: playerIds[index] ?? 0,
    username,
    token: tokens[index] ?? null,
  }));
}

/** Signs the players in with these tokens; the sessions count as fresh. */
export async function openSessions(
  tx: Tx,
  playerIds: readonly number[],
  tokens: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO sessions (token_hash, player_id, created_at, last_used_at, ends_at, fresh_at,
      e_id_at)
    SELECT token_hash, player_id, at, at, at + make_interval(hours => ${absoluteHours}), at, at
    FROM unnest(${tokens.map(hashToken)}::bytea[], ${playerIds}::bigint[]) AS given(token_hash, player_id),
      (SELECT domain_now() AS at) AS moment
  `.execute(tx);
}
