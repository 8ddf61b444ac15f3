import { decodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { findSubscription } from '#server/subscriptions/find.ts';
import type { Context } from './command.ts';

/** The subscription that is named by its id as players see it. */
export async function subscriptionArgument({ database: { db } }: Context, shownId = '') {
  const id = decodeId(shownId);
  const found = id === null ? null : await findSubscription(db, id);
  return (
    found ?? refuse('EC_NO_DATA_FOUND', { details: { message: `There is no subscription ${shownId}.` } })
  );
}
