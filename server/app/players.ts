/** People: signing in and up, accounts, limits, and letters that they decline. */
import { claimRoutes } from '#server/draws/claims/claim-routes.ts';
import { type AuthParts, createAuthRouter } from '#server/http/auth/auth-router.ts';
import { eLoginWay, passwordWay } from '#server/http/auth/sign-in-ways.ts';
import { createUnsubscribeRouter, type UnsubscribeParts } from '#server/http/unsubscribe-pages.ts';
import { accountRoutes } from '#server/players/account/account-routes.ts';
import { declineLetters } from '#server/players/account/decline-letters.ts';
import type { NameOfGame, ReadAgreements } from '#server/players/account/export.ts';
import { teamRoutes } from '#server/players/clubs/team-routes.ts';
import { identityRoutes } from '#server/players/e-id/identity-routes.ts';
import { limitRoutes } from '#server/players/limits/limit-routes.ts';
import { recoveryRoutes } from '#server/players/recovery/recovery-routes.ts';
import { agreementsOf } from '#server/subscriptions/read.ts';
import { type AppParts, monotonicMs } from './parts.ts';

export function wirePlayers(parts: AppParts, texts: AuthParts['texts']) {
  const { config, database, kinds, log, outside } = parts;
  const { db, pages } = database;
  const signIn = { db, secret: config.secrets.session };
  const signInWays = { credentials: passwordWay(signIn), elogin: eLoginWay(signIn) };
  const readAgreements: ReadAgreements = (on, playerId) => agreementsOf(on, kinds, playerId);
  const nameOf: NameOfGame = (gameId) =>
    kinds.has(gameId) ? (kinds.of(gameId).showing.names(gameId)?.name ?? null) : null;
  const decline: UnsubscribeParts['decline'] = (wanted) => declineLetters(db, wanted);
  return {
    routes: {
      ...identityRoutes({ ...signIn, ...outside, log }),
      ...recoveryRoutes(signIn),
      ...accountRoutes({ ...signIn, pages, readAgreements, nameOf }, config.messages.siteUrl),
      ...limitRoutes(db),
      ...teamRoutes(db),
      ...claimRoutes({ ...signIn, pages, bank: outside.bank, reviewWorkdays: config.claimReviewWorkdays }),
    },
    authRouter: createAuthRouter({ ...signIn, log, texts, signInWays }),
    unsubscribeRouter: createUnsubscribeRouter({ secret: config.secrets.seal, decline, monotonicMs }),
  };
}
