/** The clubs that can be supported, and how they begin and end. Numbers are never used again. */
import { foldLetters } from '#rules/values/fold.ts';
import { addNotices } from '#server/messages/messages.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { typedFault, typedText } from '#server/platform/typed-text.ts';

export type Club = { clubId: number; name: string; closedAt: Date | null };

const columns = sql`club_id AS "clubId", name, closed_at AS "closedAt"`;

/** Null where there is no such club. */
export async function findClub(db: Db, clubId: number): Promise<Club | null> {
  const { rows } = await sql<Club>`SELECT ${columns} FROM clubs WHERE club_id = ${clubId}`.execute(db);
  return rows[0] ?? null;
}

/** Whether it can be supported. */
export async function isOpenClub(db: Db, clubId: number): Promise<boolean> {
  const club = await findClub(db, clubId);
  return club !== null && club.closedAt === null;
}

/** The row under its exclusive lock; refuses with EC_NO_DATA_FOUND where there is none. */
export async function lockClub(tx: Tx, clubId: number): Promise<Club> {
  const { rows } = await sql<Club>`
    SELECT ${columns} FROM clubs WHERE club_id = ${clubId} FOR UPDATE`.execute(tx);
  return rows[0] ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no club ${clubId}.` } });
}

export type ClubChange = { club: Club; changed: boolean };

/** The same again changes nothing. */
export async function addClub(tx: Tx, clubId: number, typed: string): Promise<ClubChange> {
  const name = await freeName(tx, clubId, typed);
  const { rowCount } = await sql`
    INSERT INTO clubs (club_id, name) VALUES (${clubId}, ${name}) ON CONFLICT DO NOTHING`.execute(tx);
  const club = await lockClub(tx, clubId);
  if (club.name !== name || club.closedAt)
    refuse('EC_DUPLICATE_VALUE', { details: { message: `Number ${clubId} is ${club.name}.` } });
  return { club, changed: rowCount === 1 };
}

export async function renameClub(tx: Tx, clubId: number, typed: string): Promise<ClubChange> {
  const before = await lockClub(tx, clubId);
  const name = await freeName(tx, clubId, typed);
  await sql`UPDATE clubs SET name = ${name} WHERE club_id = ${clubId}`.execute(tx);
  return { club: { ...before, name }, changed: before.name !== name };
}

/**
 * From now on nobody can choose it. It falls off the accounts of its supporters, who are told; tickets that
 * support it stay as they are.
 */
export async function closeClub(tx: Tx, clubId: number): Promise<ClubChange & { supporters: number }> {
  const club = await lockClub(tx, clubId);
  if (club.closedAt) return { club, changed: false, supporters: 0 };
  const closed = await sql<{ at: Date }>`
    UPDATE clubs SET closed_at = domain_now() WHERE club_id = ${clubId} RETURNING closed_at AS at
  `.execute(tx);
  const { rows } = await sql<{ playerId: number }>`
    UPDATE players SET support_id = NULL WHERE support_id = ${clubId}
    RETURNING player_id AS "playerId"`.execute(tx);
  const values = { club: club.name };
  await addNotices(
    tx,
    rows.map(({ playerId }) => ({ playerId, kind: 'clubClosed', values })),
  );
  return { club: { ...club, closedAt: closed.rows[0]?.at ?? null }, changed: true, supporters: rows.length };
}

/** As typed, in one form; refuses a name that is none, and that of another open club. */
async function freeName(tx: Tx, clubId: number, typed: string): Promise<string> {
  const fault = typedFault(typed);
  if (fault) refuse('EC_INVALID_INPUT', { details: { message: `The name ${fault}.` } });
  const name = typedText(typed);
  const { rows } = await sql<Club>`
    SELECT ${columns} FROM clubs WHERE closed_at IS NULL AND club_id <> ${clubId}`.execute(tx);
  const same = rows.find((club) => foldLetters(club.name) === foldLetters(name));
  if (same) refuse('EC_DUPLICATE_FIELD', { details: { message: `${same.name} has number ${same.clubId}.` } });
  return name;
}
