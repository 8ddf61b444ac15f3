import { retrying, transaction } from '#server/platform/database.ts';
import { cancelSyndicate } from '#server/syndicates/syndicates.ts';
import { type Command, reasonOf } from './command.ts';
import { poolAnswer, poolArgument } from './pool-arguments.ts';

export const command = {
  words: 'pool cancel',
  usage: 'POOL --reason TEXT',
  summary: 'Takes back a pool that has no ticket: every share returns whole',
  args: [1, 1],
  options: {},
  actor: 'required',
  role: 'clubs',
  logged: true,
  async run(context, input) {
    reasonOf(context);
    const syndicate = await poolArgument(context, input);
    const work = () =>
      transaction(context.database.db, (tx) => cancelSyndicate(tx, syndicate, context.actor));
    await retrying(work);
    return poolAnswer(await poolArgument(context, input));
  },
} satisfies Command;
