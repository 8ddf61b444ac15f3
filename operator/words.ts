import { parseArgs } from 'node:util';
import { type Command, type Input, type Option, UsageError } from './command.ts';

const common: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', help: 'one JSON document on standard output' },
  as: { type: 'string', help: 'who does this' },
  reason: { type: 'string', help: 'why' },
  key: { type: 'string', help: 'the file with the key of who does this' },
  sign: { type: 'boolean', help: 'only print the signed command, which --signed FILE runs' },
};

/** The command whose words begin the line; the longest when several do. */
export function findCommand(commands: readonly Command[], argv: readonly string[]): Command | undefined {
  const line = `${argv.filter((word) => !word.startsWith('--')).join(' ')} `;
  return commands
    .filter(({ words }) => line.startsWith(`${words} `))
    .toSorted((a, b) => b.words.length - a.words.length)[0];
}

/** Throws `UsageError` for anything that the command does not know. */
export function parseInput(command: Command, argv: readonly string[]): Input {
  const known = { ...common, ...command.options };
  const { values, positionals } = parse(argv, known);
  const input = { args: positionals.slice(command.words.split(' ').length), options: values };
  checkInput(command, input);
  return input;
}

/** Throws `UsageError` where something is missing or too much. */
export function checkInput(command: Command, { args, options }: Input): void {
  const [least, most] = command.args;
  if (args.length < least || args.length > most) throw new UsageError('Wrong number of arguments.');
  if (command.actor === 'required' && !options['as'] && !options['key'])
    throw new UsageError('--key FILE or, in a sandbox, --as NAME says who does this.');
  for (const [name, option] of Object.entries(command.options)) {
    if (option.required && options[name] === undefined) throw new UsageError(`--${name} is missing.`);
  }
}

function parse(argv: readonly string[], known: Readonly<Record<string, Option>>) {
  const options = Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }]));
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function usageOf(command: Command): string {
  const as = command.actor === 'required' ? ' --as NAME' : '';
  const line = `  ${`${command.words} ${command.usage}`.trimEnd()}${as}`;
  const options = Object.entries(command.options).map(([name, { help }]) => `--${name}: ${help}`);
  return [line, command.summary, ...options].join('\n      ');
}
