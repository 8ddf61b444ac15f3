/** How an address sorts contributions (`rod`): by a column; a minus turns the usual direction. */
import type { ApiAnswer } from '#contract/api.ts';

export type Contribution = ApiAnswer<'system.contributions'>['contributions'][number];

export const orderColumns = {
  nr: 'club',
  felag: 'clubName',
  sala: 'sale',
  framlag: 'amount',
  'sala-alls': 'saleTotal',
  hlutfall: 'percent',
  fjoldi: 'saleCount',
} as const satisfies Record<string, keyof Contribution>;

export type OrderColumn = keyof typeof orderColumns;
export type Order = { by: OrderColumn; direction: 'ascending' | 'descending' };

const largest: Order = { by: 'sala', direction: 'descending' };
const isColumn = (text: string): text is OrderColumn => Object.hasOwn(orderColumns, text);
/** Names and numbers begin at their first, figures at their largest. */
const usual = (by: OrderColumn): Order['direction'] =>
  by === 'nr' || by === 'felag' ? 'ascending' : 'descending';
const other = { ascending: 'descending', descending: 'ascending' } as const;

export function readOrder(rod: string | null): Order {
  const by = rod?.replace(/^-/, '') ?? '';
  if (!isColumn(by)) return largest;
  return { by, direction: rod?.startsWith('-') ? other[usual(by)] : usual(by) };
}

/** What `rod` says after a press on the head of a column; nothing for the order without it. */
export function orderAfter(current: Order, by: OrderColumn): string | undefined {
  const isTurned = current.by === by && current.direction === usual(by);
  if (isTurned) return `-${by}`;
  return by === largest.by ? undefined : by;
}

/** @param names all clubs in the order of their names; clubs that are not among them come last */
export function inOrder(
  contributions: readonly Contribution[],
  { by, direction }: Order,
  names: readonly string[],
): Contribution[] {
  const place = (name: string): number => (names.indexOf(name) + names.length + 1) % (names.length + 1);
  const column = orderColumns[by];
  const figure = (one: Contribution): number => (column === 'clubName' ? place(one.clubName) : one[column]);
  const sign = direction === 'ascending' ? 1 : -1;
  return contributions.toSorted((a, b) => sign * (figure(a) - figure(b)));
}
