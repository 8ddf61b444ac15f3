import type { Handlers } from '#server/platform/handler.ts';
import { changePassword } from './change-password.ts';
import { makeChallenge } from './proof-of-work.ts';
import { forgotUsername, initiateResetPassword, resetPassword } from './recovery.ts';
import type { SignInParts } from './sign-in.ts';

export function recoveryRoutes(parts: SignInParts) {
  return {
    'auth.challenge': () => makeChallenge(parts),
    'auth.initiateResetPassword': ({ body }, from) => initiateResetPassword(parts, body, from),
    'auth.resetPassword': ({ body }, from) => resetPassword(parts, body, from),
    'auth.forgotUsername': ({ body }, from) => forgotUsername(parts, body, from),
    'account.changePassword': ({ body }, context) => changePassword(parts, context.caller, body, context),
  } satisfies Partial<Handlers>;
}
