import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { readCatalogue } from '#tools/schema/catalogue.ts';
import { schemaSql } from '#tools/schema/write-sql.ts';
import { schemaTypes } from '#tools/schema/write-types.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('db/schema.sql and the types say what the migrations make (else: node tools/run.mjs tools/schema.ts)', async () => {
  const catalogue = await readCatalogue(own.adminPool);
  expect(schemaSql(catalogue)).toBe(read('db/schema.sql'));
  expect(schemaTypes(catalogue)).toBe(read('server/platform/schema.ts'));
});
