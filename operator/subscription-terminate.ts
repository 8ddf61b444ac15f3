import { transaction } from '#server/platform/database.ts';
import { encodeId } from '#server/platform/ids.ts';
import { endSubscription } from '#server/subscriptions/charge.ts';
import { type Command, reasonOf } from './command.ts';
import { subscriptionArgument } from './subscription-id.ts';

export const command = {
  words: 'subscription terminate',
  usage: 'ID --reason WHY',
  summary: 'Ends a subscription at once; what is left of its payments returns to the balance',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'players',
  logged: true,
  async run(context, { args }) {
    reasonOf(context);
    const { db } = context.database;
    const found = await subscriptionArgument(context, args[0]);
    const ended = await transaction(db, (tx) => endSubscription(tx, found, 'operator', context.actor));
    const subscriptionId = encodeId(found.subscriptionId);
    return {
      json: { subscriptionId, ended },
      text: ended ? `${subscriptionId} has ended.` : `${subscriptionId} had ended before.`,
    };
  },
} satisfies Command;
