/** Whether a command may run: who signed it, when, with which role, and that it was not run before. */
import type { ErrorCode } from '#contract/errors.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { databaseRealNow } from '#server/platform/real-clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isSamePerson } from '#server/platform/two-persons.ts';
import { type SecurityDetails, securityEvent } from '#server/security/events.ts';
import { beginRecord, type Proof } from './records.ts';
import { type Operator, readRegister, shareRegister } from './register.ts';
import type { Role } from './roles.ts';
import { type CommandText, isSignedBy, readText, type SignedCommand } from './signed-command.ts';

/** How far the clocks of two machines and the way between them may be apart. */
export const validMinutes = 5;

type Refused = { code: ErrorCode; reason: string; operator?: string; message: string };

/**
 * Begins the record of a signed command.
 * @returns its number, and the operator's name as it is registered
 */
export async function acceptSigned(
  db: Db,
  { text, signature }: SignedCommand,
  role: Role,
): Promise<{ recordId: number; actor: string }> {
  const read = readText(text);
  const accepted = await transaction(db, async (tx) => {
    await shareRegister(tx);
    const operator = await signerOf(tx, read.actor, { text, signature });
    if ('code' in operator) return operator;
    const { name, roles } = operator;
    const refused = refusalOf(operator, await databaseRealNow(tx), read.at);
    if (refused) return refused;
    if (!roles.includes(role) || read.role !== role)
      return refusedAs('wrongRole', name, `This command is for the role ${role}, which ${name} has not.`);
    const command: CommandText = { ...read, actor: name };
    const recordId = await beginRecord(tx, command, { text, signature, nonce: read.nonce } satisfies Proof);
    return recordId === null
      ? refusedAs('replayed', name, 'This signed command was run before.')
      : { recordId, actor: name };
  });
  if ('recordId' in accepted) return accepted;
  return refuseCommand(db, read.words, accepted);
}

/** The operator whose key signed it, though the key may have ended. */
async function signerOf(tx: Tx, actor: string, { text, signature }: SignedCommand) {
  const keys = (await readRegister(tx)).filter(({ name }) => isSamePerson(name, actor));
  const [known] = keys;
  if (!known) return refusedAs('unknownOperator', undefined, `${actor} is no operator.`);
  const bytes = Buffer.from(signature, 'base64');
  return (
    keys.find(({ publicKey }) => isSignedBy(text, bytes, publicKey)) ??
    refusedAs('wrongSignature', known.name, `This is not signed as it stands by the key of ${known.name}.`)
  );
}

function refusalOf(operator: Operator, now: Date, signedAt: Date): Refused | null {
  const { name, end } = operator;
  if (end !== null && now >= end.at)
    return refusedAs(end.kind, name, `This key of ${name} is not valid since ${end.at.toISOString()}.`);
  // Also for a moment that cannot be read.
  if (!(Math.abs(now.getTime() - signedAt.getTime()) <= validMinutes * 60_000))
    return refusedAs(
      'expired',
      name,
      `A signature holds for ${validMinutes} minutes; this one is not of now.`,
    );
  return null;
}

const refusedAs = (reason: string, operator: string | undefined, message: string): Refused => ({
  code:
    reason === 'wrongRole'
      ? 'EC_ACTION_NOT_ALLOWED'
      : reason === 'replayed'
        ? 'EC_DUPLICATE_VALUE'
        : 'EC_AUTH_FAIL',
  ...{ reason, message },
  ...(operator !== undefined && { operator }),
});

/** Nothing was done. It is told in the security log before it is thrown. */
export async function refuseCommand(db: Db, words: string, refused: Refused): Promise<never> {
  const { code, reason, operator, message } = refused;
  const details: SecurityDetails = { call: words, reason, ...(operator !== undefined && { operator }) };
  await transaction(db, (tx) => securityEvent(tx, { kind: 'operatorRefused', details }));
  return refuse(code, { details: { message } });
}
