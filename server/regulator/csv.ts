/** Tables as RFC 4180 says, ended by line feeds: a header, instants as ISO 8601 in UTC, nothing for null. */
import { csvField } from '#server/platform/csv.ts';
import type { Cell, Row } from './table.ts';

export function csv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => cellOf(row, column)))];
  return lines.map((cells) => `${cells.map((cell) => csvField(cell)).join(',')}\n`).join('');
}

function cellOf(row: Row, column: string): string {
  const cell: Cell | undefined = row[column];
  if (cell === undefined) throw new Error(`there is no column ${column}`);
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
