import type { ErrorCode } from '#contract/errors.ts';
import { kinds } from '#server/games/registry.ts';
import { endRecord } from '#server/operators/records.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog, logFault } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { begin, type Typed } from './begin.ts';
import { type Answer, type Command, type Context, UsageError } from './command.ts';
import { commandsOf } from './commands.ts';
import { connect } from './connection.ts';
import { reasonIn } from './persons.ts';
import { clearProgress, showProgress } from './progress.ts';
import { signedCommand, typedCommand } from './typed.ts';
import { findCommand, usageOf } from './words.ts';

const log = createLog('operator', 2, 'warn');
const commands = commandsOf(kinds);

/** The environment that a command reads its settings from, and where its words go. */
export type Terminal = {
  env: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
};

/**
 * One command as it is typed. With `--json` it says one document and nothing else.
 *
 * @returns the exit code: 0 done, 1 refused, 2 usage
 */
export async function operate(argv: readonly string[], terminal: Terminal): Promise<number> {
  const json = argv.includes('--json');
  if (argv[0] === 'help') {
    terminal.out(commands.map(usageOf).join('\n'));
    return 0;
  }
  const command = argv[0] === '--signed' ? undefined : findCommand(commands, argv);
  try {
    const typed = command ? typedCommand(command, argv) : signedCommand(commands, argv);
    if (!typed) return usage(terminal, json, commands, 'There is no such command.');
    if (typed.input.options['sign'] === true) {
      terminal.out(JSON.stringify(typed.signed));
      return 0;
    }
    const answer = await runCommand(typed, terminal.env);
    clearProgress();
    terminal.out(json ? JSON.stringify(answer.json) : answer.text);
    return answer.failed ? 1 : 0;
  } catch (error) {
    clearProgress();
    if (error instanceof UsageError) return usage(terminal, json, command ? [command] : [], error.message);
    return refused(terminal, json, error);
  }
}

async function runCommand(typed: Typed, env: NodeJS.ProcessEnv): Promise<Answer> {
  const { command, input } = typed;
  if (command.offline) return command.offline(input);
  const connection = await connect(readConfig(env), env);
  try {
    const { config, database, running } = connection;
    const begun = await begin(connection, typed);
    const context: Context = {
      ...{ config, database, kinds, running, log, progress: showProgress, reason: reasonIn(input) },
      ...begun,
    };
    if (context.recordId === null) return await command.run(context, input);
    return await recorded(context, context.recordId, () => command.run(context, input));
  } finally {
    await connection.close();
  }
}

async function recorded(
  { database: { db } }: Context,
  recordId: number,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await run();
    await endRecord(db, recordId, answer.failed ? 'failed' : 'done');
    return answer;
  } catch (error) {
    await endRecord(db, recordId, outcomeOf(error)).catch(() => {});
    throw error;
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return error instanceof UsageError ? 'usage' : 'fault';
}

function refused(terminal: Terminal, json: boolean, error: unknown): number {
  const { code, message } = told(error);
  if (json) terminal.out(JSON.stringify({ error: { code, message } }));
  else terminal.err(message);
  return 1;
}

/** Of a fault the answer says its first line, the log all of it. */
function told(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof Refusal) {
    const message = error.options.details?.['message'];
    return { code: error.code, message: typeof message === 'string' ? message : `Refused: ${error.code}.` };
  }
  if (!(error instanceof StartupError)) logFault(log, error);
  return { code: 'EC_EXCEPTION', message: error instanceof Error ? error.message : String(error) };
}

function usage(terminal: Terminal, json: boolean, shown: readonly Command[], message: string): number {
  if (json) terminal.out(JSON.stringify({ error: { code: 'EC_INVALID_INPUT', message } }));
  terminal.err(`${message}\n\n${shown.map(usageOf).join('\n')}`);
  return 2;
}
