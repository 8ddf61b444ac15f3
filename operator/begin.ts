/** Who acts: the operator whose key signed the command; in a sandbox also a name that nobody proved. */
import { acceptSigned, refuseCommand } from '#server/operators/accept.ts';
import { beginInstallation } from '#server/operators/install.ts';
import { type OperatorKey, readKeyFile } from '#server/operators/key-file.ts';
import { beginRecord } from '#server/operators/records.ts';
import { isProduction } from '#server/operators/register.ts';
import { type CommandText, type SignedCommand, signCommand } from '#server/operators/signed-command.ts';
import { transaction } from '#server/platform/database.ts';
import { machineNow } from '#server/platform/real-clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isSamePerson } from '#server/platform/two-persons.ts';
import { type Command, type Input, textOption } from './command.ts';
import type { Connection } from './connection.ts';
import { actorOf, reasonIn } from './persons.ts';

/** What was typed, and its signature where a key was given. */
export type Typed = { command: Command; input: Input; signed: SignedCommand | null };

/** Signs with the file of `--key`; null without it. */
export function signedByKey(command: Command, input: Input): SignedCommand | null {
  const file = textOption(input, 'key');
  if (file === undefined) return null;
  const { operator, privateKey }: OperatorKey = readKeyFile(file);
  if (input.options['as'] !== undefined && !isSamePerson(actorOf(input), operator)) {
    const message = `${file} is the key of ${operator}, who does not act for others.`;
    refuse('EC_ACTION_NOT_ALLOWED', { details: { message } });
  }
  return signCommand(textOf(command, input, operator), privateKey, machineNow());
}

/**
 * Refuses, and tells the security log, or begins the record.
 * @returns the record's number is null where none is kept
 */
export async function begin(
  { config, database: { db } }: Connection,
  { command, input, signed }: Typed,
): Promise<{ recordId: number | null; actor: string }> {
  const { words, role, logged, installs, sandboxOnly } = command;
  const mustBeProven = config.mode === 'production' || (await isProduction(db));
  if (mustBeProven && sandboxOnly) {
    const message = `"${words}" is for a sandbox alone.`;
    return refuseCommand(db, words, { code: 'EC_ACTION_NOT_ALLOWED', reason: 'sandboxOnly', message });
  }
  if (signed) return acceptSigned(db, signed, role);
  const actor = actorOf(input);
  const text = textOf(command, input, actor);
  if (installs) return beginInstallation(db, text, config.secrets.signingKey);
  if (mustBeProven) {
    const message = 'Production takes signed commands alone: --key FILE names your key.';
    return refuseCommand(db, words, { code: 'EC_AUTH_FAIL', reason: 'unsigned', message });
  }
  const recordId = logged ? await transaction(db, (tx) => beginRecord(tx, text, null)) : null;
  return { recordId, actor };
}

function textOf(command: Command, input: Input, actor: string): CommandText {
  const { as, reason, json, key, sign, ...given } = input.options;
  const options: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) options[name] = command.options[name]?.secret ? '[removed]' : value;
  return {
    words: command.words,
    role: command.role,
    args: input.args,
    options,
    reason: reasonIn(input),
    actor,
  };
}
