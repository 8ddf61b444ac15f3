import type { Handlers } from '#server/platform/handler.ts';
import { changePassword } from './change-password.ts';
import { makeChallenge } from './proof-of-work.ts';
import { forgotUsername, initiateResetPassword, resetPassword } from './recovery.ts';
import type { SignInParts } from './sign-in.ts';

export function recoveryRoutes(parts: SignInParts) {
  return {
    'auth.challenge': () => makeChallenge(parts),
    'auth.initiateResetPassword': ({ body }, { ip }) => initiateResetPassword(parts, body, ip),
    'auth.resetPassword': ({ body }, { ip }) => resetPassword(parts, body, ip),
    'auth.forgotUsername': ({ body }, { ip }) => forgotUsername(parts, body, ip),
    'account.changePassword': ({ body }, { caller, ip }) => changePassword(parts, caller, body, ip),
  } satisfies Partial<Handlers>;
}
