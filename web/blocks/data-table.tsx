/**
 * A table that an editor wrote. With more than three columns each line becomes a list of names and values on
 * a phone (ux.md §3): the roles are spelled out because that style takes them away.
 */
import type { Table } from '#contract/content.ts';

const columnsOnPhone = 3;

export function DataTable({ table }: { table: Table }) {
  const { caption, columns, rows, note } = table;
  const turns = columns.length > columnsOnPhone;
  return (
    <div className="data-table">
      {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role of a table away */}
      <table className={turns ? 'turns' : undefined} role="table">
        {caption !== null && <caption>{caption}</caption>}
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
          <tr role="row">
            {columns.map(({ name, align }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a column
              <th key={place} role="columnheader" scope="col" className={align === 'end' ? 'r' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: as above */}
        <tbody role="rowgroup">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown as written, never reordered
            <Row key={place} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      {note !== null && <p className="meta">{note}</p>}
    </div>
  );
}

function Row({ row, columns }: { row: readonly string[]; columns: Table['columns'] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <tr role="row">
      {columns.map(({ name, align }, place) => {
        const className = align === 'end' ? 'r num' : undefined;
        return place === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a column
          <th key={place} role="rowheader" scope="row" className={className}>
            {row[place] ?? ''}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a column
          <td key={place} role="cell" className={className} data-name={name}>
            {row[place] ?? ''}
          </td>
        );
      })}
    </tr>
  );
}
