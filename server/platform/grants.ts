import type pg from 'pg';
import { newClient } from './database-bounds.ts';

/**
 * The rights of the application role, set anew after every migration: ordinary tables may be changed, tables
 * that carry the `append_only` trigger only read and added to, the platform's own only read. Repeatable.
 */
export async function grant(adminUrl: string, appRole: string): Promise<void> {
  const client = newClient(adminUrl, 'setup');
  await client.connect();
  try {
    const role = client.escapeIdentifier(appRole);
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('grants'))");
    await client.query(ownRights(role));
    for (const { name, appendOnly } of await tables(client)) {
      const rights = readOnly.has(name)
        ? 'select'
        : appendOnly
          ? 'select, insert'
          : 'select, insert, update, delete';
      await client.query(`grant ${rights} on ${client.escapeIdentifier(name)} to ${role}`);
    }
    await client.query(queueRights(role));
    for (const { name } of await queueTables(client)) {
      const table = `graphile_worker.${client.escapeIdentifier(name)}`;
      await client.query(`drop policy if exists app on ${table}`);
      await client.query(`create policy app on ${table} to ${role} using (true) with check (true)`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Written by the owner, or by a function with the owner's rights. */
const readOnly = new Set(['installation', 'ticket_secret', 'clock', 'migrations']);

const ownRights = (role: string) => `
  revoke all on all tables in schema public from ${role};
  grant usage on schema public to ${role};
  grant usage, select on all sequences in schema public to ${role};
  grant execute on all functions in schema public to ${role}`;

const queueRights = (role: string) => `
  grant usage on schema graphile_worker to ${role};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
  grant usage, select on all sequences in schema graphile_worker to ${role};
  grant execute on all functions in schema graphile_worker to ${role}`;

type Table = { name: string; appendOnly: boolean };

async function tables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname = 'append_only') as "appendOnly"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`);
  return rows;
}

/** The queue's tables have row security switched on and no policies: nobody but the owner would see a row. */
async function queueTables(client: pg.Client): Promise<{ name: string }[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity`);
  return rows;
}
