/** Contract entry → function; no conditions. */
import type { Handlers } from '#server/platform/handler.ts';
import { refuse } from '#server/platform/refusal.ts';

export function subscriptionRoutes() {
  return {
    'subscriptions.list': async () => ({ subscriptions: [] }),
    'subscriptions.detail': async () => refuse('EC_NO_DATA_FOUND'),
    'subscriptions.cancel': async () => refuse('EC_NO_DATA_FOUND'),
  } satisfies Partial<Handlers>;
}
