/** The last good answer of every question, shared by all nodes: what is shown when the service is away. */

import type pg from 'pg';
import type { ContentLocale } from '#contract/content.ts';
import type { ContentKey } from '#contract/content-calls.ts';
import type { Db } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

export type Question = {
  key: ContentKey;
  locale: ContentLocale;
  /** A slug, or `category/page` of the news; empty where there is one record only. */
  postfix: string;
};

/** `body` is JSON as the content service sent it; null: the record is gone. */
export async function writeCopy(pool: pg.Pool, question: Question, body: string | null): Promise<void> {
  const { key, locale, postfix } = question;
  await pool.query(body === null ? deleteSql : upsertSql, [
    key,
    locale,
    postfix,
    ...(body === null ? [] : [body]),
  ]);
}

const deleteSql = 'DELETE FROM content_last_good WHERE content_key = $1 AND locale = $2 AND postfix = $3';
const upsertSql = `
  INSERT INTO content_last_good (content_key, locale, postfix, body) VALUES ($1, $2, $3, $4)
  ON CONFLICT (content_key, locale, postfix) DO UPDATE SET body = excluded.body, written_at = domain_now()
  WHERE content_last_good.body <> excluded.body`;

export async function readCopy(db: Db, { key, locale, postfix }: Question): Promise<string | null> {
  const { rows } = await sql<{ body: string }>`
    SELECT body FROM content_last_good
    WHERE content_key = ${key} AND locale = ${locale} AND postfix = ${postfix}
  `.execute(db);
  return rows[0]?.body ?? null;
}
