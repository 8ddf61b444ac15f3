/** Fields of files that people bring, checked while they are read. Both throw a RangeError in words. */

/** @param name of the field, as the person who brings the file knows it */
export function recordOf(input: unknown, name: string): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new RangeError(`${name} is not an object.`);
  return input as Record<string, unknown>;
}

/** A safe integer, 0 or more. */
export function countOf(input: unknown, name: string): number {
  if (typeof input !== 'number' || !Number.isSafeInteger(input) || input < 0)
    throw new RangeError(`${name} is not a count.`);
  return input;
}
