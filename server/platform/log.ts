import { randomUUID } from 'node:crypto';
import { format } from 'node:util';
import { pino } from 'pino';
import { countFault } from './metrics.ts';

/** Structured log: one JSON line per event. */
export type Log = pino.Logger;

const secretFields = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'cookie',
  'authorization',
  'secret',
  'card',
  'cardNumber',
  'number3ds',
  'cvc',
  'cvv',
  'pan',
  'nationalId',
];

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** @param destination 1 standard output (servers), 2 standard error (commands, whose output is the answer) */
export function createLog(name: string, destination: 1 | 2, level: pino.LevelWithSilent): Log {
  const paths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      name,
      level,
      redact: { paths, censor: '[removed]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: errorFields },
    },
    pino.destination({ fd: destination, sync: true }),
  );
}

/** What a database error carries besides (the connection, values of rows) stays out of the log. */
function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, constraint, where } = error as { code?: unknown; constraint?: unknown; where?: unknown };
  return { type: name, message, stack, code, constraint, where };
}

/** Logs a fault of ours once and gives it the id that the caller's error body carries. */
export function logFault(log: Log, error: unknown, context: Record<string, unknown> = {}): string {
  const errorId = randomUUID();
  countFault('EC_EXCEPTION');
  log.error({ ...context, errorId, err: error instanceof Error ? error : new Error(String(error)) }, 'fault');
  return errorId;
}

/** What libraries say to the console becomes lines of the log. */
export function takeConsole(log: Log): void {
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    console[level] = (...said: unknown[]) => log[level]({ said: format(...said) }, 'console');
  }
  console.log = console.info;
}
