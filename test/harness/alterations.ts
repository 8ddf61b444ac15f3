/** Plausible forgeries of a published file: alterations of each value, list and object in it. */
import { isDeepStrictEqual } from 'node:util';

export type Alteration = { what: string; altered: unknown };

/** @param value as read from JSON; answers whole values in which one place is altered */
export function* alterations(value: unknown, place = ''): Generator<Alteration> {
  for (const [what, altered] of replacements(value)) {
    if (!isDeepStrictEqual(altered, value)) yield { what: `${place || 'all'}: ${what}`, altered };
  }
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const copy = (change: (target: Record<string, unknown>) => void) => {
      const target = structuredClone(value) as Record<string, unknown>;
      change(target);
      return target;
    };
    if (!Array.isArray(value)) {
      const altered = copy((target) => Reflect.deleteProperty(target, key));
      yield { what: `${place}.${key}: removed`, altered };
    }
    for (const inner of alterations((value as Record<string, unknown>)[key], `${place}.${key}`)) {
      const altered = copy((target) => {
        target[key] = inner.altered;
      });
      yield { what: inner.what, altered };
    }
  }
}

function* replacements(value: unknown): Generator<[what: string, altered: unknown]> {
  yield ['null', null];
  yield ['in a list', [value]];
  yield ['an empty text', ''];
  if (typeof value === 'number') yield* numbers(value);
  if (typeof value === 'string') yield* texts(value);
  if (typeof value === 'boolean') yield* Object.entries({ opposite: !value, text: `${value}`, one: 1 });
  if (Array.isArray(value)) yield* lists(value);
  else if (typeof value === 'object' && value !== null) {
    yield ['nothing in it', {}];
    yield ['an unknown field', { ...value, unknown: 1 }];
    yield ['a field of another object', { ...value, outcome: [] }];
  }
}

function* numbers(value: number): Generator<[string, unknown]> {
  for (const other of [value + 1, value - 1, value * 10, 0, -value]) yield [`${other}`, other];
  yield ['a text', `${value}`];
}

function* texts(value: string): Generator<[string, unknown]> {
  for (const other of [`${value}\n`, `0${value}`, `${value}=`, `${value}\ud800`])
    yield [JSON.stringify(other), other];
  yield ['shorter', value.slice(0, -1)];
  yield ['other case', value.toUpperCase()];
  const last = value.at(-1) === '1' ? '2' : '1';
  yield ['other last letter', value.slice(0, -1) + last];
  if (/^\d+$/.test(value)) {
    for (const change of [1n, -1n]) yield [`${change}`, `${BigInt(value) + change}`];
    yield ['ten times', `${value}0`];
    yield ['a number', Number(value)];
    yield ['zero', '0'];
  }
}

function* lists(value: readonly unknown[]): Generator<[string, unknown]> {
  yield ['nothing in it', []];
  yield ['reversed', value.toReversed()];
  yield ['one more', [...value, null]];
  for (const index of value.keys()) {
    yield [`without ${index}`, value.toSpliced(index, 1)];
    yield [`twice ${index}`, value.toSpliced(index, 0, value[index])];
    if (index > 0)
      yield [`swapped ${index}`, value.with(index, value[index - 1]).with(index - 1, value[index])];
  }
}
