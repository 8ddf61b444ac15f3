/**
 * Opens sign-in for a player whose name was closed by wrong passwords. A break or a closing is the player's
 * own, and nobody takes it back (must-hold 37).
 */
import { transaction } from '#server/platform/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { FoundPlayer } from '#server/players/account/find.ts';
import { forgetNameFailures, nameClosedUntil } from './password-guesses.ts';
import type { SignInParts } from './sign-in.ts';

/**
 * Throws EC_ACCOUNT_CLOSED, and EC_ACTION_NOT_ALLOWED where a break is all that holds the player back.
 *
 * @returns until when the name was closed; null when it was not
 */
export function unlockSignIn(
  { db, secret }: SignInParts,
  player: Pick<FoundPlayer, 'username' | 'lockedUntil' | 'closedAt'>,
): Promise<Date | null> {
  const { username, lockedUntil, closedAt } = player;
  if (closedAt)
    refuseFor('EC_ACCOUNT_CLOSED', 'The account was closed by its player and is not opened again.');
  return transaction(db, async (tx) => {
    const closedUntil = await nameClosedUntil(tx, secret, username);
    if (!closedUntil && lockedUntil) {
      const end = lockedUntil.toISOString();
      refuseFor('EC_ACTION_NOT_ALLOWED', `The player took a break until ${end}; nobody ends or shortens it.`);
    }
    await forgetNameFailures(tx, secret, username);
    return closedUntil;
  });
}

function refuseFor(code: 'EC_ACCOUNT_CLOSED' | 'EC_ACTION_NOT_ALLOWED', message: string): never {
  return refuse(code, { details: { message } });
}
