/** Records what the product sends to PostgreSQL, so that tests hold no copy of a statement. */
import pg from 'pg';
import { explain } from './explain.ts';
import type { Plan, Planned, Statement } from './plan.ts';

const statementTimeout = '57014';

/** The statements that `work` sends, in order. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await withListener((statement) => statements.push(statement), work);
  return statements;
}

/**
 * Runs `work` and returns the plans of all its statements, also of those inside functions: `auto_explain`
 * sends them as notices. When a statement times out, because it scans pages of zeros, the statements that
 * were sent are explained instead.
 *
 * @param url database and role that `work` uses
 */
export async function recordPlans(url: string, work: () => Promise<unknown>): Promise<Planned[]> {
  const planned: Planned[] = [];
  const onNotice = ({ message = '' }: { message?: string | undefined }) => {
    const [, plan] = message.match(/^duration: .*?plan:\s(.*)$/s) ?? [];
    if (plan === undefined) return;
    const { 'Query Text': text, Plan: root } = JSON.parse(plan) as { 'Query Text': string; Plan: Plan };
    planned.push({ text, plan: root });
  };
  const statements: Statement[] = [];
  const listener = (statement: Statement) => {
    if (statements.every(({ client }) => client !== statement.client))
      statement.client.on('notice', onNotice);
    statements.push(statement);
  };
  try {
    await withListener(listener, work);
    return planned;
  } catch (error) {
    if ((error as { code?: string }).code !== statementTimeout) throw error;
    return explain(url, statements);
  } finally {
    for (const { client } of statements) client.off('notice', onNotice);
  }
}

async function withListener(
  listener: (statement: Statement) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked, values] = args as [string | pg.QueryConfig, unknown];
    const { connectionParameters } = this as unknown as { connectionParameters: { options?: string } };
    listener({
      text: typeof asked === 'string' ? asked : asked.text,
      values: (typeof asked === 'string' ? Array.isArray(values) && values : asked.values) || [],
      client: this,
      options: connectionParameters.options ?? '',
    });
    return (query as (...args: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
}
