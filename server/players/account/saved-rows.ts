/** Rows that players keep in their account. Which rows a game takes is its own affair. */
import type { ApiAnswer } from '#contract/api.ts';
import { savedRowsMax } from '#contract/saved-rows.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { lockWallet } from '#server/limits/store.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { decodeId, encodeId, newId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';

type Saved = ApiAnswer<'savedRows.list'>['saved'][number];
type SavedNumbers = Extract<Saved, { rows: unknown }>;
type SavedMarks = Extract<Saved, { panels: unknown }>;
/** Rows of numbers, or what a purchase of a pool has. */
type Content = SavedNumbers['rows'] | Pick<SavedMarks, 'panels' | 'system' | 'panelU'>;
type Row = Pick<Saved, 'id' | 'name' | 'gameId'> & {
  rows: Content;
  joker: number[] | null;
  system: number;
  savedAt: Date;
};

export async function listSavedRows(db: Db, playerId: number): Promise<Saved[]> {
  const { rows } = await sql<Row>`
    SELECT saved_id AS id, name, game AS "gameId", rows, joker, system, saved_at AS "savedAt"
    FROM saved_rows WHERE player_id = ${playerId} ORDER BY saved_at, saved_id`.execute(db);
  return rows.map(({ id, joker, system, savedAt, rows: content, ...named }) => {
    const head = { ...named, id: encodeId(id), savedAt: savedAt.toISOString() };
    if ('panels' in content) return { ...head, ...content };
    return { ...head, rows: content, ...(joker && { joker }), ...(system > 0 && { system }) };
  });
}

export type NewSavedRows = Pick<Saved, 'name' | 'gameId'> & {
  rows: Content;
  joker?: readonly number[] | undefined;
  system?: number | undefined;
  /** An earlier time puts them back in their place. */
  savedAt?: string | undefined;
};

/** Throws EC_ROW_LIMIT when the account keeps no more, and EC_ACCOUNT_CLOSED. @returns the id */
export async function saveRows(tx: Tx, playerId: number, wanted: NewSavedRows): Promise<string> {
  await lockWallet(tx, playerId);
  await requireActive(tx, playerId);
  const { rows } = await sql<{ kept: number }>`
    SELECT count(*) AS kept FROM saved_rows WHERE player_id = ${playerId}`.execute(tx);
  if ((rows[0]?.kept ?? 0) >= savedRowsMax) refuse('EC_ROW_LIMIT');
  const id = newId();
  await sql`
    INSERT INTO saved_rows (player_id, saved_id, game, name, rows, joker, system, saved_at)
    VALUES (${playerId}, ${id}, ${wanted.gameId}, ${wanted.name}, ${JSON.stringify(wanted.rows)}::jsonb,
      ${wanted.joker ? [...wanted.joker] : null}::smallint[], ${wanted.system ?? 0},
      least(domain_now(), ${wanted.savedAt ?? null}::timestamptz))`.execute(tx);
  return encodeId(id);
}

/** Throws EC_NO_DATA_FOUND for what the player has not saved. */
export async function renameSavedRows(
  db: Db,
  playerId: number,
  id: string,
  name: string,
): Promise<undefined> {
  const savedId = decodeId(id) ?? refuse('EC_NO_DATA_FOUND');
  const { rows } = await sql`
    UPDATE saved_rows SET name = ${name} WHERE player_id = ${playerId} AND saved_id = ${savedId}
    RETURNING saved_id`.execute(db);
  if (rows.length === 0) refuse('EC_NO_DATA_FOUND');
  return undefined;
}

/** Throws EC_NO_DATA_FOUND for what the player has not saved. */
export async function removeSavedRows(db: Db, playerId: number, id: string): Promise<undefined> {
  const savedId = decodeId(id) ?? refuse('EC_NO_DATA_FOUND');
  const { rows } = await sql`
    DELETE FROM saved_rows WHERE player_id = ${playerId} AND saved_id = ${savedId}
    RETURNING saved_id`.execute(db);
  if (rows.length === 0) refuse('EC_NO_DATA_FOUND');
  return undefined;
}
