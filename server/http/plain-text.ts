/** Text without control characters and halves of surrogate pairs: no field holds any, PostgreSQL not all. */
const forbidden = /[\p{Cc}\p{Cs}]/u;

export const isPlainText = (text: string): boolean => !forbidden.test(text);

type Path = (string | number)[];

/**
 * Paths in `value` of text that is not plain, field names included. No recursion: clients choose
 * the depth.
 */
export function unplainPlaces(value: unknown): Path[] {
  const places: Path[] = [];
  const stack: { value: unknown; path: Path }[] = [{ value, path: [] }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value: inner, path } = next;
    if (typeof inner === 'string' && !isPlainText(inner)) places.push(path);
    if (typeof inner !== 'object' || inner === null) continue;
    for (const [name, each] of Object.entries(inner)) {
      if (!isPlainText(name)) places.push(path);
      else stack.push({ value: each, path: [...path, Array.isArray(inner) ? Number(name) : name] });
    }
  }
  return places;
}
