import { type Sql, sql } from '#server/platform/sql.ts';

export type SealedDay = {
  /** `2026-12-24`, in UTC. */
  day: string;
  kinds: readonly string[];
  kindBalances: readonly number[];
  /** SHA-256 of the accounts and what each moved, hexadecimal. */
  movedHash: string;
  /** The same of the carried balances, where the day has them. */
  carriedHash: string | null;
};

/** What a signature stands for. @param before the signature of the day before; null for the first */
export function dayText(sealed: SealedDay, before: Buffer | null): string {
  const { day, kinds, kindBalances, movedHash, carriedHash } = sealed;
  return [
    'ledger day 1',
    day,
    `before ${before?.toString('base64') ?? '-'}`,
    `moved ${movedHash}`,
    `carried ${carriedHash ?? '-'}`,
    ...kinds.map((kind, nth) => `${kind} ${kindBalances[nth]}`),
    '',
  ].join('\n');
}

/** SQL: the hash of accounts and their amounts; null where there are none. */
export const hashOf = (accounts: Sql, amounts: Sql): Sql<string | null> => sql`
  encode(sha256(convert_to(array_to_string(${accounts}, ',') || ';' || array_to_string(${amounts}, ','),
    'UTF8')), 'hex')`;
