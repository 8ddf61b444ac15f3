/** Statements written by hand (docs/decisions/038). What is inserted travels beside the text, never in it. */
import pg from 'pg';
import type { Db } from './database.ts';

/** A statement that answers such rows, or a part that another takes in; made by `sql` alone. */
export class Sql<Row = unknown> {
  /** The text around the values, one more than these. */
  readonly parts: readonly string[];
  readonly values: readonly unknown[];

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts;
    this.values = values;
  }

  /** `rowCount`: how many it answered or wrote. */
  async execute(db: Db): Promise<{ rows: Row[]; rowCount: number | null }> {
    const values: unknown[] = [];
    const text = this.write(values);
    const name = db.keepsPlans ? nameOf(text) : undefined;
    const asked = { text, values, ...(name !== undefined && { name }) };
    return db.lend((client) => client.query<Row & pg.QueryResultRow>(asked));
  }

  /** @returns the text as it is sent; adds its values to `values` */
  write(values: unknown[]): string {
    const written = this.parts.map((part, index) => {
      if (index === 0) return part;
      const value = this.values[index - 1];
      return (value instanceof Sql ? value.write(values) : `$${values.push(value)}`) + part;
    });
    return written.join('');
  }
}

/** More than there are statements of fixed text; one whose text differs each time is not worth keeping. */
const namesMax = 500;
const names = new Map<string, string>();

/** By its name a connection knows a statement again: it was read and planned there. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `kept_${names.size}`;
  names.set(text, name);
  return name;
}

export function sql<Row = unknown>(parts: TemplateStringsArray, ...values: unknown[]): Sql<Row> {
  return new Sql(parts, values);
}

/** Text as it stands: never what came from outside. */
sql.raw = (text: string): Sql => new Sql([text], []);

/** A value within the text, where PostgreSQL takes no parameter or plans better without one. */
sql.lit = (value: string | number): Sql =>
  sql.raw(typeof value === 'number' ? `${value}` : pg.escapeLiteral(value));

/** A name: `table`, `column` or `row.column`. */
sql.ref = (name: string): Sql => sql.raw(name.split('.').map(pg.escapeIdentifier).join('.'));

sql.join = (items: readonly unknown[], between = ', '): Sql =>
  new Sql(['', ...items.slice(1).map(() => between), ''], items);

/** A row as PostgreSQL writes it as JSON, or as it is: moments are text there. */
export type AsJson<Row> = { [K in keyof Row]: Row[K] extends Date ? Date | string : Row[K] };

/** ISO 8601 UTC, of a moment as either. */
export const instant = (at: Date | string): string => new Date(at).toISOString();
