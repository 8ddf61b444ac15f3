import type { Handlers } from '#server/platform/handler.ts';
import { changePassword } from '#server/players/passwords/change-password.ts';
import { makeChallenge } from '#server/players/sign-in/proof-of-work.ts';
import type { SignInParts } from '#server/players/sign-in/sign-in.ts';
import { forgotUsername, initiateResetPassword, resetPassword } from './recovery.ts';

export function recoveryRoutes(parts: SignInParts) {
  return {
    'auth.challenge': () => makeChallenge(parts),
    'auth.initiateResetPassword': ({ body }, from) => initiateResetPassword(parts, body, from),
    'auth.resetPassword': ({ body }, from) => resetPassword(parts, body, from),
    'auth.forgotUsername': ({ body }, from) => forgotUsername(parts, body, from),
    'account.changePassword': ({ body }, context) => changePassword(parts, context.caller, body, context),
  } satisfies Partial<Handlers>;
}
