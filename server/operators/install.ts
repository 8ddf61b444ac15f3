/** The record of an installation: signed by the product's own key, which is not in the database. */
import { type Db, transaction } from '#server/platform/database.ts';
import { databaseRealNow } from '#server/platform/real-clock.ts';
import { beginRecord } from './records.ts';
import { type CommandText, readText, signCommand } from './signed-command.ts';

export const installation = {
  words: 'operator install',
  role: 'operators',
  actor: 'installation',
} as const;

export async function beginInstallation(
  db: Db,
  given: Omit<CommandText, keyof typeof installation>,
  signingKey: string,
): Promise<{ recordId: number; actor: string }> {
  return transaction(db, async (tx) => {
    const command = { ...given, ...installation };
    const signed = signCommand(command, signingKey, await databaseRealNow(tx));
    const { nonce } = readText(signed.text);
    const recordId = await beginRecord(tx, command, { ...signed, nonce });
    if (recordId === null) throw new Error('a new nonce was taken before');
    return { recordId, actor: installation.actor };
  });
}
