import type pg from 'pg';

/** What the database holds, read from its catalogue: nothing here calls another PostgreSQL program. */
export type Column = {
  name: string;
  /** As in SQL, with length: `character(5)`. */
  type: string;
  notNull: boolean;
  default: string | null;
  identity: '' | 'a' | 'd';
};

export type Table = {
  name: string;
  kind: 'table' | 'view' | 'type';
  options: string | null;
  columns: Column[];
  /** Constraints, indexes and triggers as SQL. */
  constraints: string[];
  indexes: string[];
  triggers: string[];
  /** The query of a view. */
  query: string | null;
};

export type Catalogue = { tables: Table[]; functions: string[] };

export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const client = await pool.connect();
  try {
    const { rows: tables } = await client.query<Table>(tablesQuery);
    const { rows: functions } = await client.query<{ definition: string }>(functionsQuery);
    return { tables, functions: functions.map(({ definition }) => definition.trimEnd()) };
  } finally {
    client.release();
  }
}

/**
 * A view does not know which of its columns can be null: the column of the same name that it reads decides.
 */
const tablesQuery = `
  select c.relname as name, case c.relkind when 'v' then 'view' when 'c' then 'type' else 'table' end as kind,
    array_to_string(c.reloptions, ', ') as options,
    (select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'notNull', case when c.relkind <> 'v' then a.attnotnull else not exists (
            select from pg_rewrite r
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
            join pg_attribute s on s.attrelid = d.refobjid and s.attnum = d.refobjsubid
            where r.ev_class = c.oid and s.attrelid <> c.oid and s.attname = a.attname
              and not s.attnotnull) end,
        'default', pg_get_expr(f.adbin, f.adrelid), 'identity', a.attidentity) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(format('constraint %I %s', conname, pg_get_constraintdef(oid))
        order by contype desc, conname)
      from pg_constraint where conrelid = c.oid and contype <> 'n'), '[]') as constraints,
    coalesce((select json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text)
      from pg_index i
      where i.indrelid = c.oid
        and not exists (select from pg_constraint where conindid = i.indexrelid)), '[]') as indexes,
    coalesce((select json_agg(pg_get_triggerdef(oid) order by tgname)
      from pg_trigger where tgrelid = c.oid and not tgisinternal), '[]') as triggers,
    case c.relkind when 'v' then pg_get_viewdef(c.oid) end as query
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'c')
    and c.relname <> 'migrations'
  order by c.relname`;

const functionsQuery = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;
