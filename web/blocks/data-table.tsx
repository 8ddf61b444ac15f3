/** A table that an editor wrote. */
import type { Table as Content } from '#contract/content.ts';
import { Table } from '#web/ui/table.tsx';

/** `name` is what the table is called when it has no caption of its own: the heading above it. */
export function DataTable({ table, name = '' }: { table: Content; name?: string | undefined }) {
  const { caption, columns, rows, note } = table;
  return (
    <Table
      caption={caption ?? name}
      isCaptionHidden={caption === null}
      columns={columns.map((column, place) => ({ ...column, key: String(place) }))}
      rows={rows.map((cells, place) => ({ key: String(place), cells }))}
      note={note ?? undefined}
    />
  );
}
