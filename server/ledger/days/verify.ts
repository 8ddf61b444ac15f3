import type { Db } from '#server/platform/database.ts';
import { isSigned, type SigningSecrets } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { dayText, hashOf, type SealedDay } from './day-text.ts';

type SignedDay = SealedDay & { signature: Buffer; before: Buffer | null; isNext: boolean };

/**
 * The first day that is not as our key signed it, or that follows a missing one: of all, or of those that the
 * balances at the end of `since` rest on and those after it. Null when there is none.
 */
export async function firstUnsignedDay(
  db: Db,
  secrets: SigningSecrets,
  since: string | null,
): Promise<string | null> {
  const { rows } = await sql<SignedDay>`
    SELECT day, kinds, kind_balances AS "kindBalances", signature, before,
      coalesce(day - day_before = 1, true) AS "isNext",
      ${hashOf(sql`accounts`, sql`moved`)} AS "movedHash",
      ${hashOf(sql`carried_accounts`, sql`carried`)} AS "carriedHash"
    FROM (
      SELECT *, lag(signature) OVER (ORDER BY day) AS before, lag(day) OVER (ORDER BY day) AS day_before
      FROM ledger_days
    ) days
    WHERE day >= coalesce((
      SELECT max(day) FROM ledger_days WHERE carried IS NOT NULL AND day <= ${since}::date), '-infinity')
    ORDER BY day`.execute(db);
  const broken = rows.find(
    (each) => !each.isNext || !isSigned(dayText(each, each.before), each.signature, secrets),
  );
  return broken?.day ?? null;
}
