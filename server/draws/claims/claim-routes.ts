/** Contract entry → function; no conditions. */
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { listClaims } from './list-claims.ts';
import { type ClaimParts, claimOwnPrize } from './winner-claim.ts';

/** @param pages of `Database` */
export function claimRoutes(parts: ClaimParts & { pages: Db; reviewWorkdays: number }) {
  const { pages, reviewWorkdays } = parts;
  return {
    'claims.list': (_, { caller }) => listClaims(pages, caller, reviewWorkdays),
    'claims.claim': (input, context) => claimOwnPrize(parts, input, context),
  } satisfies Partial<Handlers>;
}
