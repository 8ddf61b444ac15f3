import { databaseNow } from '#server/platform/deadlines.ts';
import { refuse } from '#server/platform/refusal.ts';
import { advanceTo, clockOptions } from './clock.ts';
import type { Command } from './command.ts';
import { momentOf } from './moment.ts';

export const command = {
  words: 'clock set',
  usage: 'ISO [--expire-sessions]',
  summary: 'Walks the sandbox clock on to a moment such as 2026-12-24T18:00:00Z, never back; sandbox only',
  args: [1, 1],
  options: clockOptions,
  role: 'draws',
  logged: true,
  sandboxOnly: true,
  async run(context, input) {
    const to = momentOf(input.args[0], 'ISO');
    if (to < (await databaseNow(context.database.db))) {
      // What is closed and drawn has its time on it: time that ran backwards would make the books lie.
      refuse('EC_VALUE_TOO_LOW', { details: { message: 'Domain time does not run backwards.' } });
    }
    return advanceTo(context, to, input.options['expire-sessions'] === true);
  },
} satisfies Command;
