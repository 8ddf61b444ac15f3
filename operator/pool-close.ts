import { retrying, transaction } from '#server/platform/database.ts';
import { closeSyndicate } from '#server/syndicates/syndicates.ts';
import type { Command } from './command.ts';
import { poolAnswer, poolArgument } from './pool-arguments.ts';

export const command = {
  words: 'pool close',
  usage: 'POOL',
  summary:
    'Returns what a pool has not staked; it places no more tickets. At the program’s close it does so itself',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    const syndicate = await poolArgument(context, input);
    const work = () => transaction(context.database.db, (tx) => closeSyndicate(tx, syndicate, context.actor));
    await retrying(work);
    return poolAnswer(await poolArgument(context, input));
  },
} satisfies Command;
