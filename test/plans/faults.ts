/** Rules for plans whose cost must not grow with the number of tickets sold. */
import { players, sizes } from './book.ts';
import { type Plan, type Planned, showPlan } from './plan.ts';

/** @returns the fault of a node, or null. `isStopped`: a LIMIT above ends the node early */
type Rule = (node: Plan, isStopped: boolean) => string | null;

const tableOf = (node: Plan) => sizes[node['Relation Name'] ?? ''] ?? { rows: 0, bytes: 0 };

/** A table that grows with sales, not only with the number of players. */
const isHistory = (node: Plan): boolean => tableOf(node).rows > 2 * players;

const readsTable: Rule = (node) =>
  node['Node Type'] === 'Seq Scan' && tableOf(node).rows >= players ? 'reads a whole table' : null;

const readsHistoryTable: Rule = (node) => (isHistory(node) ? readsTable(node, false) : null);

const isWholeIndex = (node: Plan): boolean =>
  /^Index (Only )?Scan$/.test(node['Node Type']) && !node['Index Cond'] && node['Total Cost'] > 1000;

const readsIndex: Rule = (node, isStopped) =>
  isWholeIndex(node) && isHistory(node) && !isStopped ? 'reads a whole index' : null;

/** The index does not follow the physical order of the table, so that pages are read many times. */
const readsOutOfOrder: Rule = (node) => {
  const { rows, bytes } = tableOf(node);
  const inOrder = (rows * bytes) / 8192 + rows / 100;
  return isWholeIndex(node) && isHistory(node) && node['Total Cost'] > 3 * inOrder
    ? 'reads a whole table out of the order of its rows'
    : null;
};

/** Reads an entry for each ticket, coupon or transfer of a player. */
const readsPlayerHistory: Rule = (node, isStopped) =>
  isHistory(node) &&
  /^\(+(\w+\.)?player_id = [^()]+\)+$/.test(node['Index Cond'] ?? '') &&
  node['Total Cost'] > 100 &&
  !isStopped
    ? 'reads the whole history of a player'
    : null;

const sortsMoreThan =
  (rows: number): Rule =>
  (node) =>
    /Sort$/.test(node['Node Type']) && node['Plan Rows'] > rows ? `sorts more than ${rows} rows` : null;

type Bounds = {
  rules: readonly Rule[];
  /** The most that a statement may cost, in PostgreSQL's unit: about one page read. */
  cost: number;
};

/** Sales and pages. */
export const forOnePlayer: Bounds = {
  rules: [readsTable, readsIndex, readsPlayerHistory, sortsMoreThan(1_000)],
  cost: 2_000,
};

/** Steps of a draw, which has 30,000 coupons in this book. */
export const forOneDraw: Bounds = {
  rules: [readsTable, readsIndex, sortsMoreThan(60_000)],
  cost: 300_000,
};

/** Reports of a day, which has 100,000 tickets in this book. */
export const forOneDay: Bounds = {
  rules: [readsHistoryTable, readsIndex, sortsMoreThan(300_000)],
  cost: 1_000_000,
};

/** Checks of the whole book: linear, in physical order. */
export const forWholeBook: Bounds = {
  rules: [readsOutOfOrder, sortsMoreThan(10_000_000)],
  cost: Number.POSITIVE_INFINITY,
};

/** @returns the faults, statement and plan of each plan with faults; an empty string when there are none */
export function faultsOf(planned: readonly Planned[], { rules, cost }: Bounds): string {
  if (planned.length === 0) throw new Error('no statement was planned');
  const faulty = planned.flatMap(({ text, plan }) => {
    const faults = nodes(plan).flatMap(({ node, isStopped }) =>
      rules
        .map((rule) => rule(node, isStopped))
        .filter((fault) => fault !== null)
        .map((fault) => `${fault}: ${showPlan({ ...node, Plans: [] })}`),
    );
    if (plan['Total Cost'] > cost) faults.push(`costs ${plan['Total Cost']}, more than ${cost}`);
    return faults.length === 0 ? [] : [[...new Set(faults), text.trim(), showPlan(plan)].join('\n')];
  });
  return faulty.join('\n\n');
}

/** Of what one player did, at least a tenth passes the filter: a LIMIT is soon reached. */
const keepsMany = (node: Plan): boolean => node['Plan Rows'] > tableOf(node).rows / players / 10;

/** Nodes that fetch a row from their first child only when one is needed. */
const streaming =
  /^(Limit|WindowAgg|Incremental Sort|Nested Loop|Result|ProjectSet|Subquery Scan|(Merge )?Append|LockRows)$/;

function nodes(node: Plan, isStopped = false): { node: Plan; isStopped: boolean }[] {
  const stops = node['Node Type'] === 'Limit' || isStopped;
  // A node that discards rows may fetch all of them.
  const passesOn = streaming.test(node['Node Type']) && !node.Filter && !node['Join Filter'];
  // Index scans of a bitmap do not name their table.
  const table = /^Bitmap/.test(node['Node Type']) && { 'Relation Name': node['Relation Name'] };
  return [
    { node, isStopped: isStopped && (!node.Filter || keepsMany(node)) },
    ...(node.Plans ?? []).flatMap((child) =>
      nodes({ ...table, ...child }, stops && passesOn && child['Parent Relationship'] !== 'Inner'),
    ),
  ];
}
