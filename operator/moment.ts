import { isDate } from '#rules/values/weeks.ts';
import { refuse } from '#server/platform/refusal.ts';
import { UsageError } from './command.ts';

const shape =
  /^(\d{4}-\d\d-\d\d)(?:T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * A moment as somebody typed it: `2026-12-24T18:00:00Z`, or a day alone for its beginning. Refuses a day that
 * its month does not have, which `Date` takes for one of the next month.
 */
export function momentOf(typed: string | undefined, what: string): Date {
  const [text, day] = shape.exec(typed ?? '') ?? [];
  if (text === undefined || day === undefined) {
    throw new UsageError(`${what} must be a moment such as 2026-12-24T18:00:00Z.`);
  }
  if (!isDate(day)) refuse('EC_INVALID_INPUT', { details: { message: `There is no ${day}.` } });
  return new Date(text);
}
