/** A command as it is typed, with its signature; or as a file brings it that was signed elsewhere. */
import { readFileSync } from 'node:fs';
import { readText, type SignedCommand } from '#server/operators/signed-command.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signedByKey, type Typed } from './begin.ts';
import { type Command, UsageError } from './command.ts';
import { checkInput, parseInput } from './words.ts';

export function typedCommand(command: Command, argv: readonly string[]): Typed {
  const input = parseInput(command, argv);
  const signed = command.offline || command.installs ? null : signedByKey(command, input);
  if (input.options['sign'] === true && !signed) throw new UsageError('--sign needs --key FILE.');
  return { command, input, signed };
}

/** `--signed FILE`; undefined where something else was typed, or the command is not known. */
export function signedCommand(commands: readonly Command[], argv: readonly string[]): Typed | undefined {
  const [option, file, ...more] = argv;
  if (option !== '--signed' || file === undefined || more.some((word) => word !== '--json')) return undefined;
  const signed = readSigned(file);
  const { words, args, options, reason, actor } = readText(signed.text);
  const command = commands.find((each) => each.words === words && !each.installs);
  if (!command) return undefined;
  const input = { args, options: { ...options, as: actor, ...(reason !== null && { reason }) } };
  checkInput(command, input);
  return { command, input, signed };
}

function readSigned(file: string): SignedCommand {
  try {
    const { text, signature } = JSON.parse(readFileSync(file, 'utf8')) as SignedCommand;
    if (typeof text === 'string' && typeof signature === 'string') return { text, signature };
  } catch {
    // Answered below.
  }
  return refuse('EC_INVALID_INPUT', { details: { message: `${file} holds no signed command.` } });
}
