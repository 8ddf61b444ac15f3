/** A plain table for people: columns as wide as their widest cell, numbers to the right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? amount(cell) : (cell ?? ''))),
  );
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const toRight = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]) =>
    widths
      .map((width, column) =>
        toRight[column] ? (row[column] ?? '').padStart(width) : (row[column] ?? '').padEnd(width),
      )
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

/** `1.234.567`, as money and counts are written in Iceland. */
export function amount(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, '.');
}
