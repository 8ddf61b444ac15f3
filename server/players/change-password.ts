/** `POST /user/password`, and what the account's update needs for the same. Decisions §3; checklist 11. */
import type { ApiInput } from '#contract/api.ts';
import { transaction } from '#server/platform/database.ts';
import type { Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { guardPassword } from './password-guesses.ts';
import type { SignInParts } from './sign-in.ts';
import { readPassword, type StoredPassword, storePassword } from './store-password.ts';

type Asked = { currentPassword: string; password: string };

/** What a change waits to write; made outside the transaction, since hashing takes its time. */
export type ApprovedPassword = { before: StoredPassword; newHash: string };

export async function changePassword(
  parts: SignInParts,
  caller: Caller,
  body: ApiInput<'account.changePassword'>['body'],
  ip: string,
): Promise<undefined> {
  const approved = await approvePassword(parts, caller.playerId, body, ip);
  const { locale } = body;
  const isStored = await transaction(parts.db, (tx) =>
    storePassword(tx, { ...approved, keep: caller.tokenHash, locale }),
  );
  if (!isStored) refuse('EC_AUTH_FAIL', { status: 400 });
}

/**
 * Throws EC_AUTH_FAIL (400) for a wrong current password, which counts as a guess; EC_ACTION_NOT_ALLOWED
 * (429) while that name is closed; EC_PASSWORD_VALIDATION and EC_PASSWORD_USED.
 */
export async function approvePassword(
  { db, secret }: SignInParts,
  playerId: number,
  { currentPassword, password }: Asked,
  ip: string,
): Promise<ApprovedPassword> {
  const before = await readPassword(db, playerId);
  const isRight = await guardPassword(db, secret, { typed: before.username, ip }, () =>
    verifyPassword(currentPassword, before.passwordHash),
  );
  if (!isRight) refuse('EC_AUTH_FAIL', { status: 400 });
  await checkNewPassword(password, before);
  return { before, newHash: await hashPassword(password) };
}
