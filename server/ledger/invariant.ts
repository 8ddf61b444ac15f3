import type { Sql } from '#server/platform/sql.ts';

/** What must always hold of the books, as a query for rows that break it. */
export type Invariant = { name: string; means: string; breaks: Sql<unknown> };
