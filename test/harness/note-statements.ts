/**
 * Notes which columns PostgreSQL describes for each statement that a test runs, for `tools/statements.ts` to
 * compare with the types of rows after the tests.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { Sql } from '#server/platform/sql.ts';
import { gap, type NotedStatement, statementsFile } from './statements.ts';

const noted = new Set<string>();

function note(text: string, answer: unknown): void {
  const { fields } = answer as Partial<pg.QueryResult>;
  if (!fields) return;
  const statement: NotedStatement = {
    text,
    columns: fields.map(({ name, dataTypeID }) => [name, dataTypeID]),
  };
  const line = `${JSON.stringify(statement)}\n`;
  if (noted.has(line)) return;
  noted.add(line);
  mkdirSync(dirname(statementsFile), { recursive: true });
  appendFileSync(statementsFile, line);
}

/** Files of tests share their modules, and each brings this one anew. */
const isNoting = Symbol.for('hending notes statements');
if (!(isNoting in Sql.prototype)) {
  Object.defineProperty(Sql.prototype, isNoting, { value: true });
  noteAll();
}

function noteAll(): void {
  const { execute } = Sql.prototype;
  Sql.prototype.execute = async function (this: Sql, db) {
    const answer = await execute.call(this, db);
    note(this.parts.join(gap), answer);
    return answer;
  } as typeof execute;

  /** Where the caller waits by a promise; with a callback it is the library that calls itself. */
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const query = prototype.query as (...args: unknown[]) => unknown;
    prototype.query = function (this: pg.Client | pg.Pool, ...args: unknown[]) {
      const answering = query.apply(this, args);
      const [asked] = args as [string | pg.QueryConfig];
      const text = typeof asked === 'string' ? asked : (asked.name ?? asked.text);
      if (answering instanceof Promise) answering.then((answer) => note(text, answer)).catch(() => {});
      return answering;
    } as typeof prototype.query;
  }
}
