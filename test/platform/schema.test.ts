import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { readCatalogue } from '#tools/schema/catalogue.ts';
import { schemaSql } from '#tools/schema/write-sql.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('db/schema.sql says what the migrations make', async () => {
  const catalogue = await readCatalogue(own.adminPool);
  const stale = 'stale: run "node tools/run.mjs tools/schema.ts"';
  expect(schemaSql(catalogue) === read('db/schema.sql'), stale).toBe(true);
});
