/** Two histories side by side. */
import { rounded } from '#bench/load.ts';
import { table } from '#operator/table.ts';
import type { Cost } from './cost.ts';
import type { Piece } from './pieces.ts';

/** Per ticket, coupon or call, of the smaller history and of the larger one. */
export type Figure = { small: number; large: number; ratio: number; mark?: number; holds?: boolean };

export type Row = { name: string; per: string; figures: Record<keyof Cost, Figure> };

/** Pages, bytes, microseconds. */
const scale: Cost = { buffers: 1, read: 1, walBytes: 1, postgresMs: 1000, programMs: 1000 };
/** Of all tickets or calls together: less says nothing, and is compared as if it were so much. */
const least: Cost = { buffers: 200, read: 50, walBytes: 100_000, postgresMs: 100, programMs: 100 };
const names = Object.keys(scale) as (keyof Cost)[];

/** Pieces by name; what only one history has is left out. */
export function compare(small: readonly Piece[], large: readonly Piece[]): Row[] {
  return small.flatMap((piece) => {
    const other = large.find(({ name }) => name === piece.name);
    if (!other) return [];
    const remarks = [piece.remark, other.remark].filter(Boolean).join(' → ');
    const name = remarks === '' ? piece.name : `${piece.name} (${remarks})`;
    const figures = Object.fromEntries(names.map((what) => [what, figure(piece, other, what)]));
    return [{ name, per: piece.per, figures: figures as Row['figures'] }];
  });
}

function figure(small: Piece, large: Piece, what: keyof Cost): Figure {
  const each = ({ cost, count }: Piece) => (cost[what] * scale[what]) / count;
  const floor = (least[what] * scale[what]) / Math.min(small.count, large.count);
  const ratio = rounded(Math.max(each(large), floor) / Math.max(each(small), floor), 2);
  const mark = small.marks[what];
  const values = { small: digits(each(small)), large: digits(each(large)), ratio };
  return mark === undefined ? values : { ...values, mark, holds: ratio <= mark };
}

const digits = (value: number) => rounded(value, value < 100 ? 1 : 0);

export function printed(rows: readonly Row[]): string {
  const heads = ['buffers', 'not in memory', 'WAL bytes', 'PostgreSQL µs', 'program µs'];
  const order = ['buffers', 'read', 'walBytes', 'postgresMs', 'programMs'] as const;
  const lines = rows.map((row) => [row.name, row.per, ...order.map((what) => told(row.figures[what]))]);
  return table(['piece of work', 'per', ...heads], lines);
}

/** `12 → 36, 3 ×`; a tick or a cross where there is a mark. */
function told({ small, large, ratio, holds }: Figure): string {
  const judged = holds === undefined ? '' : holds ? ' ✓' : ' ✗';
  return `${small} → ${large}, ${ratio} ×${judged}`;
}
