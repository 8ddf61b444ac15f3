/** Subscriptions as the server describes them: in the list, and on the page of one. */
import type { ApiAnswer } from '#contract/api.ts';

export type Subscription = ApiAnswer<'subscriptions.list'>['subscriptions'][number];
export type SubscriptionDetail = ApiAnswer<'subscriptions.detail'>;
