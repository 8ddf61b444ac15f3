/** Contract entry → function; no conditions. */
import { readLimits } from '#server/limits/limits.ts';
import type { Db } from '#server/platform/database.ts';
import type { Handlers } from '#server/platform/handler.ts';
import { readSpending, setReminder } from '#server/players/account/spending.ts';
import { changeLimits } from './change-limits.ts';
import { closeAccount, lockOut } from './exclusion.ts';
import { systemLimits } from './system-limits.ts';

export function limitRoutes(db: Db) {
  return {
    'limits.read': (_, { caller }) => readLimits(db, caller.playerId),
    'limits.update': (input, context) => changeLimits(db, context, input),
    'limits.lockOut': (input, context) => lockOut(db, context, input),
    'limits.closeAccount': (_, context) => closeAccount(db, context),
    'limits.spending': (_, { caller }) => readSpending(db, caller),
    'system.limits': async () => systemLimits,
    'limits.remind': (input, { caller }) => setReminder(db, caller, input),
  } satisfies Partial<Handlers>;
}
