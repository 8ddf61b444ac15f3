/** PostgreSQL states that mean "rolled back, closed for now", and those that mean a lost connection. */
import { expect, test } from 'vitest';
import { isConnectionLost, isUnavailable } from './database-failures.ts';

const state = (code: string, severity = 'ERROR') => Object.assign(new Error('as told'), { code, severity });

test.each([
  ['disk full', '53100'],
  ['out of memory', '53200'],
  ['too many connections', '53300'],
  ['a configuration limit', '53400'],
  ['insufficient resources', '53000'],
  ['a statement that is too complex', '54001'],
  ['a lock not had in time', '55P03'],
  ['a statement timeout', '57014'],
  ['starting or shutting down', '57P03'],
  ['a system error', '58000'],
  ['an I/O error', '58030'],
  ['a file that is missing', '58P01'],
  ['a file that is there twice', '58P02'],
  ['a read-only transaction', '25006'],
  ['a serialization failure', '40001'],
  ['a deadlock', '40P01'],
  ['a snapshot that is too old', '72000'],
  ['a broken configuration file', 'F0000'],
  ['corrupted data', 'XX001'],
  ['a corrupted index', 'XX002'],
])('%s undid the statement: closed for now', (_, code) => {
  expect([isUnavailable(state(code)), isConnectionLost(state(code))]).toEqual([true, false]);
});

test.each([
  ['a connection exception', '08006'],
  ['an unknown resolution of the transaction', '08007'],
  ['a protocol violation', '08P01'],
  ['idle in a transaction for too long', '25P03'],
  ['a transaction timeout', '25P04'],
  ['an unknown completion of the statement', '40003'],
  ['an administrator', '57P01'],
  ['a crash', '57P02'],
  ['a dropped database', '57P04'],
  ['an idle session timeout', '57P05'],
])('%s ended the connection: the outcome is not known', (_, code) => {
  expect([isUnavailable(state(code)), isConnectionLost(state(code))]).toEqual([false, true]);
});

test.each(['53100', '58030', 'XX001'])(
  '%s leaves the outcome unknown where it ends the connection or the server',
  (code) => {
    for (const severity of ['FATAL', 'PANIC']) {
      const error = state(code, severity);
      expect([isUnavailable(error), isConnectionLost(error)]).toEqual([false, true]);
    }
  },
);

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ECONNREFUSED', 'ENOTFOUND'])(
  'a machine that says %s is closed for now',
  (code) => {
    expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(true);
  },
);

test.each([
  ['a broken constraint', state('23505')],
  ['text that PostgreSQL cannot hold', state('22021')],
  ['an undefined table', state('42P01')],
  ['an internal error', state('XX000')],
  ['an error without a state', new Error('oops')],
  ['no error at all', null],
])('%s is a fault', (_, error) => {
  expect([isUnavailable(error), isConnectionLost(error)]).toEqual([false, false]);
});
