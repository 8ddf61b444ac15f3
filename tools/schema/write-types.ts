import type { Catalogue, Column, Table } from './catalogue.ts';

/** `server/platform/schema.ts`: the types that Kysely checks statements against. */
export function schemaTypes({ tables }: Catalogue): string {
  const head = `/** Written by tools/schema.ts from the migrated database. Do not edit: add a migration. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a \`Date\`, written as one or as ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Read as parsed JSON, written as text: the driver would turn an array into an SQL one. */
export type Json = ColumnType<unknown, string, string>;
`;
  const index = tables.map(({ name }) => `  ${name}: ${typeName(name)};`).join('\n');
  return `${head}\n${tables.map(tableType).join('\n\n')}\n\nexport type DB = {\n${index}\n};\n`;
}

const typeName = (table: string) =>
  `${table.replace(/(^|_)([a-z])/g, (_all, _gap, letter: string) => letter.toUpperCase())}Table`;

function tableType(table: Table): string {
  const lines = table.columns.map((column) => `  ${column.name}: ${columnType(column, table.kind)};`);
  return `export type ${typeName(table.name)} = {\n${lines.join('\n')}\n};`;
}

function columnType(column: Column, kind: Table['kind']): string {
  const value = valueType(column);
  const type = column.notNull ? value : `${value} | null`;
  if (kind === 'view')
    return `ColumnType<${type === 'Timestamp' ? 'Date' : type.replace('Timestamp', 'Date')}, never, never>`;
  if (column.identity === 'a') return `GeneratedAlways<${type}>`;
  return column.default !== null || column.identity === 'd' ? `Generated<${type}>` : type;
}

/** How server/platform/database.ts reads each type; an unknown one stops the generator. */
const types: Record<string, string> = {
  ...{ int2: 'number', int4: 'number', int8: 'number', float8: 'number', numeric: 'string' },
  ...{ text: 'string', varchar: 'string', bpchar: 'string', uuid: 'string', inet: 'string', date: 'string' },
  ...{ bool: 'boolean', bytea: 'Buffer', timestamptz: 'Timestamp', json: 'Json', jsonb: 'Json' },
  interval: 'unknown',
};

function valueType({ name, base, isArray }: Column): string {
  const type = types[base];
  if (!type) throw new Error(`Column ${name} has type ${base}, which tools/schema.ts does not know.`);
  return isArray ? `${type}[]` : type;
}
