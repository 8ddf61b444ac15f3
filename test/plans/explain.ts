/** Plans recorded statements without running them. */
import pg from 'pg';
import type { Plan, Planned, Statement } from './plan.ts';

/**
 * Explains each statement with the settings of its connection and transaction. Statements of pools with
 * generic plans are planned without their values.
 *
 * @param url database and role that sent them
 */
export async function explain(url: string, statements: readonly Statement[]): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const client of new Set(statements.map((statement) => statement.client))) {
    const own = statements.filter((statement) => statement.client === client);
    planned.push(...(await explainInOrder(url, own)));
  }
  return planned;
}

async function explainInOrder(url: string, statements: readonly Statement[]): Promise<Planned[]> {
  const options = statements[0]?.options ?? '';
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  const planned: Planned[] = [];
  try {
    for (const { text, values } of statements) {
      const [verb = ''] = text.trim().toLowerCase().split(/\s+/);
      const isTableAs = verb === 'create' && /\bas\s*\(?\s*(select|with)\b/i.test(text);
      if (explained.includes(verb) || isTableAs) {
        const isGeneric = options.includes('force_generic_plan');
        planned.push({ text, plan: await planOf(client, text, isGeneric ? null : values) });
      }
      // Later statements need the temporary table, empty or not.
      if (isTableAs) await client.query(`${text} WITH NO DATA`, values);
      else if (applied.includes(verb)) await client.query(text);
      else if (['commit', 'rollback'].includes(verb)) await client.query('rollback');
    }
  } finally {
    await client.end();
  }
  return planned;
}

const explained = ['select', 'with', 'insert', 'update', 'delete', 'declare'];
const applied = ['begin', 'begin;', 'set', 'create'];

/** @param values null for a generic plan */
async function planOf(client: pg.Client, text: string, values: unknown[] | null): Promise<Plan> {
  const how = values === null ? 'GENERIC_PLAN, ' : '';
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (${how}FORMAT JSON) ${text}`,
    values ?? [],
  );
  return (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan;
}
