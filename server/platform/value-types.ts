import pg from 'pg';

/** bigint is whole krónur, ids and counts: a number when it is exact, never a rounded one. */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a safe integer`);
  return value;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;
const parseTextArray = pg.types.getTypeParser(TEXT_ARRAY as never) as unknown as (
  text: string,
) => (string | null)[];

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: safeInteger,
  [INT8_ARRAY]: (text) => parseTextArray(text).map((value) => (value === null ? null : safeInteger(value))),
  // A calendar day has no time zone: it stays the text YYYY-MM-DD.
  [DATE]: (text) => text,
  [DATE_ARRAY]: (text) => parseTextArray(text),
};

/** For this program's own connections; the library's global table is left alone. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};
