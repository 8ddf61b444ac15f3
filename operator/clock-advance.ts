import { databaseNow } from '#server/platform/deadlines.ts';
import { advanceTo, clockOptions, distanceSeconds } from './clock.ts';
import type { Command } from './command.ts';

export const command = {
  words: 'clock advance',
  usage: 'DISTANCE [--expire-sessions]',
  summary: 'Walks the sandbox clock on, e.g. 7d or 1d12h30m, doing what falls due on the way; sandbox only',
  args: [1, 1],
  options: clockOptions,
  role: 'draws',
  logged: true,
  sandboxOnly: true,
  async run(context, input) {
    const seconds = distanceSeconds(input.args[0] ?? '');
    const now = await databaseNow(context.database.db);
    return advanceTo(
      context,
      new Date(now.getTime() + seconds * 1000),
      input.options['expire-sessions'] === true,
    );
  },
} satisfies Command;
