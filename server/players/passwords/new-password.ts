/** What a new password must be, beside its length, which the contract checks (must-hold 8). */
import { refuse } from '#server/platform/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';
import { verifyPassword } from './password.ts';

type Wearer = {
  username: string;
  /** Hashes of the last five passwords, the present one among them; none before the first. */
  lastHashes?: readonly string[];
};

/**
 * Throws EC_PASSWORD_USED for one of the last five, also where it is a common one; EC_PASSWORD_VALIDATION for
 * one that others guess first or that is the user name.
 */
export async function checkNewPassword(
  password: string,
  { username, lastHashes = [] }: Wearer,
): Promise<void> {
  for (const hash of lastHashes) {
    if (await verifyPassword(password, hash)) refuse('EC_PASSWORD_USED');
  }
  const isName = password.trim().toLowerCase() === username.trim().toLowerCase();
  if (isName || isCommonPassword(password)) refuse('EC_PASSWORD_VALIDATION');
}
