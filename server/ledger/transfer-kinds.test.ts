import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { transferKinds } from './transfer-kinds.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

test('the database accepts transfers of these kinds and no others', async () => {
  const { rows } = await own.adminPool.query<{ rule: string }>(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint
     WHERE conname = 'ledger_transfers_kind_check'`,
  );
  const kinds = /\{(.*)\}/.exec(rows[0]?.rule ?? '')?.[1]?.split(',');
  expect(kinds?.toSorted()).toEqual(transferKinds.toSorted());
});
