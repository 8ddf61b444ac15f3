/** Contract entry → function; no conditions. */
import { readLimits } from '#server/limits/limits.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { changeLimits } from './change-limits.ts';
import { closeAccount, lockOut } from './exclusion.ts';
import { readSpending, setReminder } from './spending.ts';

export function limitRoutes(db: Db) {
  return {
    'limits.read': (_, { caller }) => readLimits(db, caller.playerId),
    'limits.update': (input, { caller }) => changeLimits(db, caller, input),
    'limits.lockOut': (input, { caller }) => lockOut(db, caller, input),
    'limits.closeAccount': (_, { caller }) => closeAccount(db, caller),
    'limits.spending': (_, { caller }) => readSpending(db, caller),
    'limits.remind': (input, { caller }) => setReminder(db, caller, input),
  } satisfies Partial<Handlers>;
}
