import { encodeId } from '#server/platform/ids.ts';
import { storyOf } from '#server/subscriptions/find.ts';
import type { Command } from './command.ts';
import { subscriptionArgument } from './subscription-id.ts';
import { amount, table } from './table.ts';

export const command = {
  words: 'subscription show',
  usage: 'ID',
  summary: 'One subscription: how it stands, what is paid, and everything that happened to it',
  args: [1, 1],
  options: {},
  role: 'players',
  logged: true,
  async run(context, { args }) {
    const found = await subscriptionArgument(context, args[0]);
    const history = await storyOf(context.database.db, found);
    const { playerId, game, status, price, prepaid, drawDates, chargeAt, endsOn, startDate } = found;
    const subscriptionId = encodeId(found.subscriptionId);
    const rows = history.map(({ at, kind, amount: sum, code, actor }) => [
      at.toISOString(),
      kind,
      sum || null,
      code,
      actor,
    ]);
    return {
      json: {
        ...{ subscriptionId, playerId: String(playerId), game, status, startDate, endsOn, price, prepaid },
        ...{ drawDates, chargeAt, history },
      },
      text: [
        `${subscriptionId} of player ${playerId}: ${game}, ${status}, ${amount(price)} kr. a draw`,
        `prepaid ${amount(prepaid)} kr. for ${drawDates.join(', ') || 'no draw'}`,
        `next charge ${chargeAt?.toISOString() ?? '-'}, ends ${endsOn ?? '-'}`,
        `\n${table(['at', 'what', 'kr.', 'code', 'by'], rows)}`,
      ].join('\n'),
    };
  },
} satisfies Command;
