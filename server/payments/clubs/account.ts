/** Where a club is paid: one person enters it, and it holds once another enters the same. */
import type { Db, Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson, personKey } from '#server/platform/two-persons.ts';
import { lockClub } from '#server/players/clubs/clubs.ts';

export type ClubAccount = { bankAccount: string; ownerNationalId: string };

/** Null until two persons entered one. */
export async function clubAccount(db: Db, clubId: number): Promise<ClubAccount | null> {
  const { rows } = await sql<ClubAccount>`
    SELECT bank_account AS "bankAccount", owner_national_id AS "ownerNationalId" FROM club_accounts
    WHERE club_id = ${clubId} AND proposer_key IS NOT NULL ORDER BY entry DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export type AccountEntry = ClubAccount & { clubId: number; actor: string };

/** @returns whether the account is in force now */
export async function enterClubAccount(tx: Tx, entry: AccountEntry): Promise<boolean> {
  const { clubId, bankAccount, ownerNationalId, actor } = entry;
  await lockClub(tx, clubId);
  const current = await clubAccount(tx, clubId);
  const isEqual = (other: ClubAccount) =>
    other.bankAccount === bankAccount && other.ownerNationalId === ownerNationalId;
  const { rows } = await sql<ClubAccount & { actor: string; isConfirmed: boolean }>`
    SELECT bank_account AS "bankAccount", owner_national_id AS "ownerNationalId", entered_by AS actor,
      proposer_key IS NOT NULL AS "isConfirmed"
    FROM club_accounts WHERE club_id = ${clubId} ORDER BY entry DESC LIMIT 1`.execute(tx);
  const [last] = rows;
  if (last?.isConfirmed && current && isEqual(current)) return true;
  const isProposed = last && !last.isConfirmed && isEqual(last);
  if (isProposed && isSamePerson(last.actor, actor)) return false;
  await sql`
    INSERT INTO club_accounts (club_id, bank_account, owner_national_id, entered_by, entered_by_key,
      proposer_key)
    VALUES (${clubId}, ${bankAccount}, ${ownerNationalId}, ${actor}, ${personKey(actor)},
      ${isProposed ? personKey(last.actor) : null})`.execute(tx);
  return isProposed === true;
}
