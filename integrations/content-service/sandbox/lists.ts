/** `filter`, `orderBy`, `first` and `skip` over records. */
import { GraphQLError } from 'graphql';
import { inLocale, type Scope } from './locale.ts';
import type { Version } from './record.ts';

import { defaultPageSize, type Model, maxPageSize } from './schema.ts';

type Operators = { eq?: unknown; neq?: unknown; in?: unknown[]; notIn?: unknown[] };
type Filter = { OR?: Filter[]; AND?: Filter[] } & Record<string, Operators | Filter[] | undefined>;

/** Whether a record passes; one operator of each is enough to fail. */
export function recordFilter(model: Model, filter: unknown, scope: Scope): (version: Version) => boolean {
  const { OR: any, AND: every, ...fields } = (filter ?? {}) as Filter;
  const tests = Object.entries(fields).map(
    ([field, operators]) =>
      (version: Version) =>
        passes(comparable(version, field, scope), (operators ?? {}) as Operators),
  );
  const anyOf = any?.map((inner) => recordFilter(model, inner, scope));
  const everyOf = every?.map((inner) => recordFilter(model, inner, scope));
  return (version) =>
    tests.every((test) => test(version)) &&
    (anyOf === undefined || anyOf.some((test) => test(version))) &&
    (everyOf === undefined || everyOf.every((test) => test(version)));
}

function passes(value: unknown, { eq, neq, in: among, notIn }: Operators): boolean {
  return (
    (eq === undefined || value === eq) &&
    (neq === undefined || value !== neq) &&
    (!among || among.includes(value)) &&
    !notIn?.includes(value)
  );
}

const ownOrder: Record<string, (version: Version) => string | null> = {
  id: ({ id }) => id,
  _status: ({ publishedAt }) => (publishedAt === null ? 'draft' : 'published'),
  _createdAt: ({ createdAt }) => createdAt,
  _updatedAt: ({ updatedAt }) => updatedAt,
  _publishedAt: ({ publishedAt }) => publishedAt,
  _firstPublishedAt: ({ publishedAt }) => publishedAt,
};

function comparable(version: Version, field: string, scope: Scope): unknown {
  const own = ownOrder[field];
  if (own) return own(version);
  const value = inLocale(version.fields[field], scope);
  if (value?.kind === 'reference') return value.id;
  return value?.kind === 'plain' ? value.value : null;
}

export type ListArguments = { filter?: unknown; orderBy?: unknown; first?: unknown; skip?: unknown };

/** Throws `GraphQLError` for a page that is too large or no number. */
export function listRecords(
  model: Model,
  records: readonly Version[],
  { filter, orderBy, first = defaultPageSize, skip = 0 }: ListArguments,
  scope: Scope,
): Version[] {
  const size = whole('first', first);
  if (size > maxPageSize) throw new GraphQLError(`"first" is ${size}; the most is ${maxPageSize}`);
  const from = whole('skip', skip);
  const found = records.filter(recordFilter(model, filter, scope));
  const orders = (Array.isArray(orderBy) ? orderBy : []).map(String);
  return orders.length === 0
    ? found.slice(from, from + size)
    : found.toSorted(inOrder(orders, scope)).slice(from, from + size);
}

function whole(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GraphQLError(`"${name}" must be a whole number from 0`);
}

const collator = new Intl.Collator('is');

function inOrder(orders: readonly string[], scope: Scope) {
  return (one: Version, other: Version): number => {
    for (const order of orders) {
      const [, field = '', direction] = /^(.*)_(ASC|DESC)$/.exec(order) ?? [];
      const sign = direction === 'DESC' ? -1 : 1;
      const difference = compare(comparable(one, field, scope), comparable(other, field, scope));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

/** What is not said comes last. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return collator.compare(String(one), String(other));
}
