/** Contract entry → function; no conditions. */
import type { Kinds } from '#server/draws/kind.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { cancelSubscription } from './cancel.ts';
import { checkActivity, listSubscriptions, showSubscription } from './read.ts';
import { boughtByKey } from './stored-purchase.ts';

/** @param pages of `Database` */
export function subscriptionRoutes(db: Db, pages: Db, kinds: Kinds) {
  return {
    'subscriptions.list': (_, { caller }) => listSubscriptions(pages, kinds, caller.playerId),
    'subscriptions.detail': ({ params }, { caller }) =>
      showSubscription(pages, kinds, caller.playerId, params.id),
    'subscriptions.cancel': (input, { caller }) => cancelSubscription(db, kinds, caller.playerId, input),
    'tickets.purchase': ({ query }, { caller }) => boughtByKey(db, caller.playerId, query.key),
    'limits.activity': (_, { caller }) => checkActivity(pages, caller.playerId),
  } satisfies Partial<Handlers>;
}
