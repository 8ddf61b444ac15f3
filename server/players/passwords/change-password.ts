/** `POST /user/password`, and what the account's update needs for the same (must-hold 11). */
import type { ApiInput } from '#contract/api.ts';
import { requireActive } from '#server/limits/eligibility.ts';
import { transaction } from '#server/platform/database.ts';
import type { CallContext, Caller } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';
import { markFresh } from '#server/players/sessions/fresh.ts';
import { type Attempt, guardPassword } from '#server/players/sign-in/password-guesses.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { securityEvent } from '#server/security/events.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { readPassword, type StoredPassword, storePassword } from './store-password.ts';

type Asked = { currentPassword: string; password: string };

/** What a change waits to write; made outside the transaction, since hashing takes its time. */
export type ApprovedPassword = { before: StoredPassword; newHash: string };

export async function changePassword(
  parts: SignInParts,
  { playerId, tokenHash }: Caller,
  body: ApiInput<'account.changePassword'>['body'],
  { ip, device, locale }: Pick<CallContext, 'ip' | 'device' | 'locale'>,
): Promise<undefined> {
  await requireActive(parts.db, playerId);
  const approved = await approvePassword(parts, playerId, body, { ip, device: device() });
  await transaction(parts.db, async (tx) => {
    const isStored = await storePassword(tx, { ...approved, keep: tokenHash, locale });
    if (!isStored) refuseWrong();
    await markFresh(tx, tokenHash);
    await securityEvent(tx, { kind: 'passwordChanged', playerId, details: { ip } });
  });
}

function refuseWrong(): never {
  refuse('EC_AUTH_FAIL', { status: 400, message: 'The current password is not correct.' });
}

/**
 * Throws EC_AUTH_FAIL (400) for a wrong current password, which counts as a guess; EC_ACTION_NOT_ALLOWED
 * (429) while that name is closed; EC_PASSWORD_VALIDATION and EC_PASSWORD_USED.
 */
export async function approvePassword(
  { db, secret }: SignInParts,
  playerId: number,
  { currentPassword, password }: Asked,
  { ip, device }: Omit<Attempt, 'typed'>,
): Promise<ApprovedPassword> {
  const before = await readPassword(db, playerId);
  const isRight = await guardPassword(db, secret, { typed: before.username, ip, device }, (turn) =>
    verifyPassword(currentPassword, before.passwordHash, turn),
  );
  if (!isRight) {
    await transaction(db, (tx) => securityEvent(tx, { kind: 'passwordFailed', playerId, details: { ip } }));
    refuseWrong();
  }
  await checkNewPassword(password, before);
  return { before, newHash: await hashPassword(password) };
}
