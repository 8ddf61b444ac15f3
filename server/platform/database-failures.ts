/**
 * Classifies errors of the database or the machine: nothing was done, or the outcome is unknown.
 * This is the only list of such states.
 */

/** SQLSTATEs, or their first two characters, with which PostgreSQL undid the statement. */
const rolledBackStates: Readonly<Record<string, string>> = {
  '25006': 'read-only transaction',
  '40001': 'serialization failure',
  '40P01': 'deadlock',
  '53': 'disk full, out of memory, too many connections, configuration limit',
  '54': 'statement too complex, too many columns or arguments',
  '55P03': 'lock not available in time',
  '55006': 'object in use',
  '57014': 'statement timeout or cancel',
  '57P03': 'starting up or shutting down',
  '58': 'system error, I/O error, file missing or duplicate',
  '72000': 'snapshot too old',
  F0: 'configuration file error, lock file exists',
  XX001: 'data corrupted',
  XX002: 'index corrupted',
};

/** With these the connection is gone: whether a commit under way took effect is not known. */
const connectionLostStates: Readonly<Record<string, string>> = {
  '08': 'connection exception',
  '25P03': 'idle in transaction too long',
  '25P04': 'transaction timeout',
  '40003': 'completion unknown',
  '57P01': 'admin shutdown',
  '57P02': 'crash shutdown',
  '57P04': 'database dropped',
  '57P05': 'idle session timeout',
};

/** Errors of the operating system under which our own process cannot work. */
const machineErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'];
const unreachableErrors = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
const lostSockets = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

const isIn = (states: Readonly<Record<string, string>>, code: string): boolean =>
  code in states || (/^[\dA-Z]{5}$/.test(code) && code.slice(0, 2) in states);

const unsentErrors = new WeakSet<object>();

/** Marks the error of a connection that was never made: no statement was sent. */
export function markUnsent(error: unknown): void {
  if (typeof error === 'object' && error !== null) unsentErrors.add(error);
}

type Failure = { code?: unknown; message?: unknown; severity?: unknown };

/** Nothing was done and nothing will be: the product is closed for now. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof NothingDone || unsentErrors.has(error)) return true;
  const { code, message } = error as Failure;
  if (endsConnection(error as Failure)) return false;
  return (
    isIn(rolledBackStates, String(code)) ||
    [...machineErrors, ...unreachableErrors].includes(String(code)) ||
    /^(timeout e|Connection terminated due to connection timeout|Cannot use a pool after)/.test(
      String(message),
    )
  );
}

class NothingDone extends Error {}

/** For reads and uncommitted work: turns a lost connection into an error that says nothing was done. */
export function nothingDone(error: unknown): unknown {
  return isConnectionLost(error) ? new NothingDone('the connection was lost', { cause: error }) : error;
}

/** The connection was lost in flight: the statement may have been committed. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Failure;
  return (
    isIn(connectionLostStates, String(code)) ||
    lostSockets.includes(String(code)) ||
    endsConnection((error ?? {}) as Failure) ||
    /^(Connection terminated|Client (has encountered a connection error|was closed))/.test(String(message))
  );
}

/** PostgreSQL ends the connection with such an error, even where its state is one of `rolledBackStates`. */
const endsConnection = ({ severity }: Failure): boolean => severity === 'FATAL' || severity === 'PANIC';

/**
 * The machine or the database cannot work now: full, out of memory, stopping, a file that cannot be written.
 * The same work may succeed later, unchanged.
 */
export function isTransient(error: unknown): boolean {
  const { errno } = (error ?? {}) as { errno?: unknown };
  const isOfMachine = typeof errno === 'number' && errno < 0;
  return (isUnavailable(error) && !isCorruption(error)) || isConnectionLost(error) || isOfMachine;
}

/** Serialization failure and deadlock: nothing was written, the same work may be tried again. */
export function isRetryable(error: unknown): boolean {
  const code = (error as Failure | null)?.code;
  return code === '40001' || code === '40P01';
}

/** Stored data cannot be read any more: a person has to look, however the request is answered. */
export function isCorruption(error: unknown): boolean {
  const code = (error as Failure | null)?.code;
  return code === 'XX001' || code === 'XX002';
}

/** PostgreSQL refused a statement or could not be reached; the values computed before are not at fault. */
export function isDatabaseFault(error: unknown): boolean {
  return isTransient(error) || /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null)?.code));
}
