/** A draw in production, from its result to its prizes, by two operators with keys. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawByNumber } from '#server/draws/draw.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { typed } from '#test/harness/operating.ts';
import { operatorFixture } from '#test/harness/operators.ts';

let own: TestDatabase;
let at: ReturnType<typeof operatorFixture>;
let number: number;
let playerId: number;
let sale: ReturnType<typeof drawFixture>;
beforeAll(async () => {
  own = await testDatabase();
  const { dataDir } = own.config;
  sale = drawFixture(own);
  copyFileSync(join(dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
  ({ number } = await sale.open());
  playerId = await sale.player(10_000);
  await sale.buy({ playerId, rows: [[1, 2, 3, 40, 41]], joker: '01299' });
  const close = ['draw', 'close', 'lotto', String(number), '--as', 'gunna', '--reason', 'a test'];
  expect((await typed(own, close)).status).toBe(0);
  await untilHeld(own.db, (await drawByNumber(own.db, 'lotto', number)).drawId);
  at = operatorFixture(own);
  await at.goToProduction();
  await at.install('Anna', 'Björn');
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

test('one enters, the other confirms, and neither is the other; all of it is verified', async () => {
  const draw = ['lotto', String(number)];
  const result = [...draw, '--numbers', '1,2,3,4,5', '--bonus', '6', '--joker', '01234'];
  expect((await at.unsigned('draw', 'enter', ...result, '--as', 'Anna')).status).toBe(1);
  expect((await at.by('Anna', 'draw', 'enter', ...result)).status).toBe(0);
  for (const as of [[], ['--as', 'Björn'], ['--as', 'ANNA']])
    expect((await at.by('Anna', 'draw', 'confirm', ...result, ...as)).answer).toMatchObject({
      error: { code: 'EC_ACTION_NOT_ALLOWED' },
    });
  expect((await at.unsigned('draw', 'confirm', ...result, '--as', 'Björn')).status).toBe(1);
  expect((await at.by('Björn', 'draw', 'confirm', ...result)).answer).toMatchObject({ confirmed: true });
  expect((await at.by('Anna', 'draw', 'settle', ...draw)).status).toBe(0);
  expect((await at.by('Björn', 'draw', 'pay', ...draw)).answer).toMatchObject({ paid: 1 });
  expect(await sale.balance(playerId)).toBe(10_000 - 400 + 10 + 12_500);
  for (const check of ['ledger', 'security'])
    expect((await at.by('Anna', check, 'check')).answer).toMatchObject({ ok: true });
});
