/** Verifies every record of a command against the register, and the register against the records. */
import { isDeepStrictEqual } from 'node:util';
import { type Db, transaction } from '#server/platform/database.ts';
import { isSigned, type SigningSecrets } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import { isSamePerson } from '#server/platform/two-persons.ts';
import { validMinutes } from './accept.ts';
import { firstUnprovenAct } from './acts.ts';
import { installation } from './install.ts';
import { type CommandRecord, readAtOnce, recordsAfter } from './records.ts';
import { isProduction, type Operator, readRegister } from './register.ts';
import { registerBreak } from './register-check.ts';
import { isSignedBy, parseText } from './signed-command.ts';

export type CommandCheck =
  | {
      ok: true;
      proven: number;
      /** Of a sandbox, or from before there were operators. */
      unproven: number;
      /** Commands that a key signed after it was lost and before it was revoked, oldest first. */
      doubtful: string[];
    }
  | { ok: false; broken: string };

type Checking = { register: Operator[]; secrets: SigningSecrets; mustBeProven: boolean };

/** In one snapshot; the first break is told. */
export async function checkCommands(db: Db, secrets: SigningSecrets): Promise<CommandCheck> {
  return transaction(db, async (tx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx);
    const register = await readRegister(tx);
    const checking = { register, secrets, mustBeProven: await isProduction(tx) };
    const counted = { ok: true as const, proven: 0, unproven: 0, doubtful: [] as string[] };
    const begun = new Map<number, CommandRecord>();
    for (let after: number | null = null; ; ) {
      const records = await recordsAfter(tx, after);
      for (const record of records) {
        const broken = recordBreak(record, begun, checking);
        if (broken) return { ok: false, broken: `record ${record.recordId}: ${broken}` };
        if (record.begunId !== null) continue;
        if (record.proven) counted.proven += 1;
        else counted.unproven += 1;
        begun.set(record.recordId, record);
        if (isDoubtful(record, register))
          counted.doubtful.push(`${record.recordId} ${record.command} by ${record.actor}`);
      }
      after = records.at(-1)?.recordId ?? after;
      if (records.length < readAtOnce) break;
    }
    const broken = registerBreak(register, begun, checking.mustBeProven) ?? (await actBreak(tx, checking));
    return broken === null ? counted : { ok: false, broken };
  });
}

function recordBreak(
  record: CommandRecord,
  begun: ReadonlyMap<number, CommandRecord>,
  checking: Checking,
): string | null {
  if (record.begunId !== null) return endBreak(record, begun.get(record.begunId));
  if (record.text !== null) return signatureBreak(record, checking);
  if (record.proven) return 'it is called proven and has no signature';
  const [first] = checking.register;
  const isBefore = first === undefined || record.recordId < first.enteredBy;
  return checking.mustBeProven && !isBefore ? 'nobody signed it' : null;
}

/** The end of a command tells of the command that its operator signed. */
function endBreak(record: CommandRecord, first: CommandRecord | undefined): string | null {
  if (!first) return 'it ends a command that never began';
  const same = (each: CommandRecord) => [each.actor, each.command, each.arguments, each.reason, each.proven];
  return isDeepStrictEqual(same(record), same(first)) ? null : 'it differs from the command that it ends';
}

function signatureBreak(record: CommandRecord, { register, secrets }: Checking): string | null {
  const { text, signature, realAt, actor, command, reason, nonce } = record;
  if (text === null || signature === null) return 'its signature is missing';
  const read = parseText(text);
  if (!read) return 'what was signed is no command';
  const signedParts = [read.words, { args: read.args, options: read.options }, read.reason, read.nonce];
  if (
    !isDeepStrictEqual(signedParts, [command, record.arguments, reason, nonce]) ||
    !isSamePerson(read.actor, actor)
  )
    return 'it is not what was signed';
  // A minute more than when it was accepted, since it was recorded a little later.
  if (!(Math.abs(realAt.getTime() - read.at.getTime()) <= (validMinutes + 1) * 60_000))
    return 'it was signed at another time';
  if (command === installation.words)
    return isSigned(text, signature, secrets) ? null : 'the product’s key did not sign it';
  const key = keyOf(record, register);
  if (!key) return `no key of ${actor} signed it`;
  if (!key.roles.includes(read.role)) return `${actor} has not the role ${read.role}`;
  return isValidAt(key, record) ? null : `the key of ${actor} was not valid`;
}

function keyOf({ text, signature, actor }: CommandRecord, register: readonly Operator[]) {
  if (text === null || signature === null) return undefined;
  return register.find(
    ({ name, publicKey }) => isSamePerson(name, actor) && isSignedBy(text, signature, publicKey),
  );
}

/** Numbers of records tell what came first where a moment was made up. */
function isValidAt(
  { since, enteredBy, confirmedBy, end }: Operator,
  { recordId, realAt }: CommandRecord,
): boolean {
  if (realAt < since || recordId < (confirmedBy ?? enteredBy)) return false;
  if (end === null) return true;
  return (end.kind === 'revoked' || realAt < end.at) && (end.doneBy === null || recordId < end.doneBy);
}

function isDoubtful(record: CommandRecord, register: readonly Operator[]): boolean {
  const key = keyOf(record, register);
  return key?.end?.kind === 'revoked' && record.realAt >= key.end.at;
}

async function actBreak(db: Db, { mustBeProven, register }: Checking): Promise<string | null> {
  if (!mustBeProven || register.length === 0) return null;
  const act = await firstUnprovenAct(db);
  if (!act) return null;
  const { table, actor, at, about } = act;
  return `a row of ${table} by ${actor} at ${at.toISOString()}, ${about}: no signed command wrote it`;
}
