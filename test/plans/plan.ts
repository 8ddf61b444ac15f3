/** Statements, and their plans as PostgreSQL gives them in JSON. */
import type pg from 'pg';

/** As it was sent. `options`: the settings of its connection. */
export type Statement = { text: string; values: unknown[]; client: pg.Client; options: string };

export type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  'Join Filter'?: string;
  Filter?: string;
  'Plan Rows': number;
  'Total Cost': number;
  Plans?: Plan[];
};

/** The text of a statement and its plan. */
export type Planned = { text: string; plan: Plan };

/** One line for each node, indented as in `EXPLAIN`. */
export function showPlan(plan: Plan, indent = ''): string {
  const { 'Index Name': index, 'Relation Name': relation, 'Index Cond': cond, Filter: filter } = plan;
  const node = [
    plan['Node Type'],
    ...(index ? [`using ${index}`] : []),
    ...(relation ? [`on ${relation}`] : []),
    `(rows ${plan['Plan Rows']}, cost ${plan['Total Cost']})`,
    ...(cond ? [`by ${cond}`] : []),
    ...(filter ? [`where ${filter}`] : []),
  ].join(' ');
  return [indent + node, ...(plan.Plans ?? []).map((child) => showPlan(child, `${indent}  `))].join('\n');
}
