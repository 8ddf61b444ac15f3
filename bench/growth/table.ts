/** Two histories side by side. */
import { rounded } from '#bench/load.ts';
import { table } from '#operator/table.ts';
import type { Cost } from './cost.ts';
import type { Marks, Piece } from './pieces.ts';

/** `values` per ticket, coupon or call: of the smaller history, of the larger one, and how they compare. */
export type Figure = { small: number; large: number; ratio: number; mark?: number; holds?: boolean };

export type Row = { name: string; per: string; figures: Record<keyof Cost, Figure> };

const shown = { buffers: 1, read: 1, walBytes: 1, postgresMs: 1000, programMs: 1000 } as const;
/** Smaller values are not compared: they say nothing. In pages, bytes and microseconds. */
const least: Cost = { buffers: 1, read: 1, walBytes: 100, postgresMs: 5, programMs: 5 };

/** Pieces by name; what only one history has is left out. */
export function compare(small: readonly Piece[], large: readonly Piece[]): Row[] {
  return small.flatMap(({ name, per, cost, marks, remark }) => {
    const other = large.find((piece) => piece.name === name);
    if (!other) return [];
    const remarks = [remark, other.remark].filter(Boolean).join(' → ');
    const full = remarks === '' ? name : `${name} (${remarks})`;
    return [{ name: full, per, figures: figures(cost, other.cost, marks) }];
  });
}

function figures(small: Cost, large: Cost, marks: Marks): Record<keyof Cost, Figure> {
  const names = Object.keys(shown) as (keyof Cost)[];
  const of = (name: keyof Cost) =>
    figure(small[name] * shown[name], large[name] * shown[name], least[name], marks[name]);
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<keyof Cost, Figure>;
}

export function figure(small: number, large: number, floor: number, mark?: number): Figure {
  const ratio = rounded(Math.max(large, floor) / Math.max(small, floor), 2);
  const values = { small: rounded(small, 1), large: rounded(large, 1), ratio };
  return mark === undefined ? values : { ...values, mark, holds: ratio <= mark };
}

export function printed(rows: readonly Row[]): string {
  const columns = ['buffers', 'read', 'walBytes', 'postgresMs', 'programMs'] as const;
  const heads = ['buffers', 'not in memory', 'WAL bytes', 'PostgreSQL µs', 'program µs'];
  const lines = rows.map((row) => [row.name, row.per, ...columns.map((name) => told(row.figures[name]))]);
  return table(['piece of work', 'per', ...heads], lines);
}

/** `12 → 36 (3.00 ×, at most 1.3)`; an exclamation mark where the mark is missed. */
function told({ small, large, ratio, mark, holds }: Figure): string {
  const judged = mark === undefined ? '' : `, at most ${mark}${holds ? '' : ' !'}`;
  return `${small} → ${large} (${ratio} ×${judged})`;
}
