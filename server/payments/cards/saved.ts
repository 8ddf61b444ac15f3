/** Cards that are kept: the gateway's name for each, and what people know one by. */
import type { CardBrand } from '#rules/values/card-number.ts';
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type CardPurpose = 'deposit' | 'subscription';

export type ChargeableCard = { virtualCard: string; brand: CardBrand; last4: string };

/** The card that can be charged now, or null: none, stopped, or past its end. */
export async function chargeableCard(
  db: Db,
  playerId: number,
  purpose: CardPurpose,
): Promise<ChargeableCard | null> {
  const { rows } = await sql<ChargeableCard>`
    SELECT virtual_card AS "virtualCard", brand, last4 FROM saved_cards
    WHERE player_id = ${playerId} AND purpose = ${purpose} AND virtual_card IS NOT NULL AND stopped_at IS NULL
      AND substr(expires, 3) || substr(expires, 1, 2) >= to_char(domain_now() AT TIME ZONE 'UTC', 'YYMM')
  `.execute(db);
  return rows[0] ?? null;
}

/** The number becomes this player's, unless it is another's: says whether it is. */
export async function claimFingerprint(
  tx: Tx,
  playerId: number,
  [current, ...retired]: readonly [Buffer, ...Buffer[]],
): Promise<boolean> {
  const { rows: known } = await sql<{ playerId: number }>`
    SELECT player_id AS "playerId" FROM card_fingerprints
    WHERE fingerprint = ANY (${retired}::bytea[])`.execute(tx);
  if (known.some((each) => each.playerId !== playerId)) return false;
  await sql`
    INSERT INTO card_fingerprints (fingerprint, player_id) VALUES (${current}, ${playerId})
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ playerId: number }>`
    SELECT player_id AS "playerId" FROM card_fingerprints WHERE fingerprint = ${current}
    FOR SHARE`.execute(tx);
  return rows[0]?.playerId === playerId;
}

/** Numbers of the player that no card of theirs has any more belong to nobody. */
export async function releaseFingerprints(tx: Tx, playerId: number): Promise<void> {
  await sql`
    DELETE FROM card_fingerprints f WHERE player_id = ${playerId} AND NOT EXISTS (
      SELECT FROM saved_cards c WHERE c.player_id = f.player_id AND c.fingerprint = f.fingerprint)
      AND NOT EXISTS (SELECT FROM card_verifications v
        WHERE v.player_id = f.player_id AND v.status = 'storing')
  `.execute(tx);
}

export type NewCard = {
  playerId: number;
  purpose: CardPurpose;
  virtualCard: string;
  brand: CardBrand;
  last4: string;
  /** MMYY. */
  expires: string;
  fingerprint: Buffer;
};

/** @returns the gateway's name of the card that it replaces, if any */
export async function saveCard(tx: Tx, card: NewCard): Promise<string | null> {
  const former = await deleteCard(tx, card.playerId, card.purpose);
  await sql`
    INSERT INTO saved_cards (player_id, purpose, brand, last4, expires, virtual_card, fingerprint)
    VALUES (${card.playerId}, ${card.purpose}, ${card.brand}, ${card.last4}, ${card.expires},
      ${card.virtualCard}, ${card.fingerprint})`.execute(tx);
  await releaseFingerprints(tx, card.playerId);
  return former?.virtualCard ?? null;
}

/** @returns the card that was there, if any */
export async function deleteCard(
  tx: Tx,
  playerId: number,
  purpose: CardPurpose,
): Promise<{ virtualCard: string | null; last4: string } | null> {
  const { rows } = await sql<{ virtualCard: string | null; last4: string }>`
    DELETE FROM saved_cards WHERE player_id = ${playerId} AND purpose = ${purpose}
    RETURNING virtual_card AS "virtualCard", last4`.execute(tx);
  return rows[0] ?? null;
}

/** The gateway's names of a player's cards. */
export async function storedCards(db: Db, playerId: number): Promise<string[]> {
  const { rows } = await sql<{ virtualCard: string }>`
    SELECT virtual_card AS "virtualCard" FROM saved_cards
    WHERE player_id = ${playerId} AND virtual_card IS NOT NULL`.execute(db);
  return rows.map(({ virtualCard }) => virtualCard);
}
