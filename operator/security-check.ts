import { checkChain } from '#server/security/chain.ts';
import { type Command, textOption, UsageError } from './command.ts';
import { checkedCommands } from './command-check.ts';

export const command = {
  words: 'security check',
  usage: '[--known LINK:HASH]',
  summary:
    'The chain of the security log, every link computed anew, and the signatures of operators; ' +
    '--known also asks for a noted head',
  args: [0, 0],
  options: { known: { type: 'string', help: 'a head from the log or from an earlier check' } },
  role: 'reads',
  logged: false,
  async run(context, input) {
    const { database, progress } = context;
    const known = headOf(textOption(input, 'known'));
    const check = await checkChain(database.db, known, (link) => progress(`${link} links`));
    if (!check.ok) {
      const where = check.link === null ? '' : ` at link ${check.link}`;
      return { json: check, text: `BROKEN${where}: ${check.broken}.`, failed: true };
    }
    const { head, waiting } = check;
    const commands = await checkedCommands(context);
    const text = `The chain holds. Head ${head.link}:${head.hash}, ${waiting} events wait for their link.`;
    return {
      json: { ...check, ...(commands.failed && { ok: false }), commands: commands.json },
      text: `${text}\n${commands.text}`,
      ...(commands.failed && { failed: true }),
    };
  },
} satisfies Command;

function headOf(text: string | undefined) {
  if (text === undefined) return null;
  const [, link, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? [];
  if (link === undefined || hash === undefined) throw new UsageError('--known must be LINK:HASH.');
  return { link: Number(link), hash };
}
