import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { inWords } from '#server/platform/startup-error.ts';
import { type Answer, type Command, type Context, type Input, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { connect } from './connection.ts';
import { writeLog } from './log-entry.ts';
import { clearProgress, showProgress } from './progress.ts';
import { findCommand, parseInput, usageOf } from './words.ts';

/**
 * `npm run operator -- <command>` (decisions §8): exit 0 done, 1 refused, 2 usage. With `--json` one document
 * on standard output and nothing else; logs go to standard error.
 */

const log = createLog('operator', 2, 'warn');

async function main(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const command = findCommand(commands, argv);
  if (!command) return usage(json, commands, 'There is no such command.');
  try {
    const input = parseInput(command, argv);
    const answer = await runCommand(command, input);
    clearProgress();
    print(json ? JSON.stringify(answer.json) : answer.text);
    return answer.failed ? 1 : 0;
  } catch (error) {
    clearProgress();
    if (error instanceof UsageError) return usage(json, [command], error.message);
    return refused(json, error);
  }
}

async function runCommand(command: Command, input: Input): Promise<Answer> {
  const connection = await connect(readConfig(process.env), process.env);
  try {
    const { config, database, running } = connection;
    const [as, reason] = [input.options['as'], input.options['reason']];
    const context: Context = {
      ...{ config, database, running, log, progress: showProgress },
      actor: typeof as === 'string' ? as : 'operator',
      reason: typeof reason === 'string' ? reason : null,
    };
    if (!command.logged) return await run(command, context, input);
    await writeLog(context, command, input, 'begun');
    try {
      const answer = await run(command, context, input);
      await writeLog(context, command, input, answer.failed ? 'failed' : 'done');
      return answer;
    } catch (error) {
      await writeLog(context, command, input, error instanceof Refusal ? error.code : 'fault').catch(
        () => {},
      );
      throw error;
    }
  } finally {
    await connection.close();
  }
}

function run(command: Command, context: Context, input: Input): Promise<Answer> {
  if (command.sandboxOnly && context.config.mode === 'production')
    throw new Refusal('EC_ACTION_NOT_ALLOWED', {});
  return command.run(context, input);
}

function refused(json: boolean, error: unknown): number {
  const code = error instanceof Refusal ? error.code : 'EC_EXCEPTION';
  const told = error instanceof Refusal ? error.options.details?.['message'] : inWords(error);
  const message = typeof told === 'string' ? told : `Refused: ${code}.`;
  if (json) print(JSON.stringify({ error: { code, message } }));
  else console.error(message);
  return 1;
}

function usage(json: boolean, shown: readonly Command[], message: string): number {
  if (json) print(JSON.stringify({ error: { code: 'EC_INVALID_INPUT', message } }));
  console.error(`${message}\n\n${shown.map(usageOf).join('\n')}`);
  return 2;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

process.exitCode = await main(process.argv.slice(2));
