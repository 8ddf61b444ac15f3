import { randomBytes } from 'node:crypto';
import type { Handlers } from '#server/platform/handler.ts';
import { positionOf } from '#server/players/passwords/password-hasher.ts';
import { login } from '#server/players/sign-in/sign-in.ts';
import { signUp } from '#server/players/sign-up/sign-up.ts';
import { type ELoginParts, startELogin } from './e-login.ts';
import { eLoginStatus, renewCertificate } from './e-login-uses.ts';

export function identityRoutes(parts: ELoginParts) {
  return {
    'auth.place': async ({ params }) => ({ place: positionOf(params.waitingId) }),
    'auth.login': ({ body }, { ip, device }) => login(parts, { ...body, ip, device: device() }),
    // One secret a browser, so that two of its windows can both have a request open.
    'auth.eLogin': ({ body }, { ip, locale, browser, bindBrowser, device }) => {
      const secret = browser() ?? randomBytes(32).toString('base64url');
      bindBrowser(secret);
      return startELogin(parts, body, { ip, locale, browser: secret, device: device() });
    },
    'auth.eLoginStatus': ({ params }, { browser }) => eLoginStatus(parts, { ...params, browser: browser() }),
    'auth.eLoginRenewal': ({ params }, { browser, ip }) =>
      renewCertificate(parts, { ...params, browser: browser(), ip }),
    'auth.signUp': ({ params, body }, { browser, ip, locale }) =>
      signUp(parts, { ...params, ...body, browser: browser(), ip, locale }),
  } satisfies Partial<Handlers>;
}
