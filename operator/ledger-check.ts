import { isDate } from '#rules/values/weeks.ts';
import { checkLedger, checkLedgerSince } from '#server/ledger/check.ts';
import { sealDaysUntil } from '#server/ledger/days/seal-days.ts';
import { type Command, type Context, textOption, UsageError } from './command.ts';
import { checkedCommands } from './command-check.ts';

export const command = {
  words: 'ledger check',
  usage: '[--since DAY]',
  summary:
    'Every invariant of the books: sums, balances, entries, seals against stakes, and the signatures of ' +
    'operators; stops at the first break',
  args: [0, 0],
  options: {
    since: {
      type: 'string',
      help: 'only what came after DAY, from the signed balances at its end; seals DAY if nobody has',
    },
  },
  role: 'reads',
  logged: false,
  async run(context, input) {
    const since = textOption(input, 'since');
    if (since !== undefined && !isDate(since)) throw new UsageError('DAY must be a day such as 2026-12-24.');
    const check = await checked(context, since);
    if (check.ok) {
      const after = since === undefined ? '' : ` after ${since}`;
      const commands = await checkedCommands(context);
      return {
        json: { ...check, ...(commands.failed && { ok: false }), commands: commands.json },
        text: `The books hold: every invariant is kept${after}.\n${commands.text}`,
        ...(commands.failed && { failed: true }),
      };
    }
    const { invariant, means, found } = check.broken;
    return {
      json: check,
      text: `BROKEN: ${invariant}: ${means}.\nFirst row that breaks it: ${JSON.stringify(found)}`,
      failed: true,
    };
  },
} satisfies Command;

async function checked({ database: { db }, config: { secrets }, progress }: Context, since?: string) {
  const onStep = (names: string, index: number, of: number) => progress(`${index + 1}/${of} ${names}`);
  if (since === undefined) return checkLedger(db, { secrets, onStep });
  progress('Sealing days …');
  await sealDaysUntil(db, since, secrets.signingKey);
  return checkLedgerSince(db, since, { secrets, onStep });
}
