import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { drawFixture } from './draws.ts';

/** A database with a lotto draw on sale while the tests of the file run; each leaves the ledger whole. */
export function ownDraws(): { own: TestDatabase; at: ReturnType<typeof drawFixture> } {
  const own = {} as TestDatabase;
  const at = {} as ReturnType<typeof drawFixture>;
  beforeAll(async () => {
    Object.assign(own, await testDatabase());
    Object.assign(at, drawFixture(own));
    await at.open();
  });
  afterAll(async () => own.close?.());
  afterEach(async () => expect(await checkLedger(own.db)).toEqual({ ok: true }));
  return { own, at };
}
