/** The operator opens a pool, places its tickets, closes and cancels it: each again without harm. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typedJson } from '#test/harness/operating.ts';
import { addPlayers, walletOf } from '#test/harness/sale.ts';
import { openProgram } from '#test/pools/programs.ts';
import { price, right, syndicateFixture } from './syndicate-fixture.ts';

let own: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'hending-pool-'));
beforeAll(async () => {
  own = await testDatabase();
  await own.adminPool.query(`INSERT INTO clubs VALUES (112, 'Fjölnir'), (7, 'Annað')`);
  await openProgram(own, { number: 1 });
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
  rmSync(folder, { recursive: true });
});

const pool = async (...words: string[]) => {
  const { status, answer } = await typedJson(own, ['pool', ...words]);
  return { exit: status, ...answer } as Record<string, unknown> & { exit: number; error?: { code: string } };
};
const codeOf = async (...words: string[]) => (await pool(...words)).error?.code;
const as = ['--as', 'gunna'];

test('from the first command to the last', async () => {
  const open = ['open', '112', 'totoeng', '1', 'Laugardagskerfi', ...as];
  const first = await pool(...open);
  expect(first).toMatchObject({ exit: 0, opened: true, minutesBeforeClose: 30 });
  expect(await pool(...open)).toMatchObject({ poolId: first['poolId'], opened: false });
  expect(await codeOf(...open, '--stop', '45')).toBe('EC_DUPLICATE_VALUE');
  expect((await pool(...open, '--stop', '14')).exit).toBe(2);
  expect(await codeOf('open', '9', 'totoeng', '1', 'X', ...as)).toBe('EC_NO_DATA_FOUND');
  expect(await codeOf('open', '7', 'totoeng', '1', ' ', ...as)).toBe('EC_INVALID_INPUT');

  const id = String(first['poolId']);
  const [buyer] = await addPlayers(own, 1, 5_000);
  const { app } = testApp(own);
  await post(app, `/toto/clubsale/pools/${id}/shares`, { stake: 1_000 }, { cookie: buyer?.cookie ?? '' });
  const ticket = ['ticket', id, '--panels', `${right}|${right}`, '--rows', '2', '--stake', '26', ...as];
  expect(await codeOf(...ticket)).toBe('EC_ACTION_NOT_ALLOWED');
  expect(await codeOf('close', id, ...as)).toBe('EC_ACTION_NOT_ALLOWED');

  const at = syndicateFixture(own);
  await at.stop({ syndicateId: id });
  const placed = await pool(...ticket);
  expect(placed).toMatchObject({ exit: 0, status: 'placing', collected: 1_000, placed: 26 });
  expect((await pool(...ticket))['ticketId']).toBe(placed['ticketId']);
  expect((await pool(...ticket, '--nth', '2'))['placed']).toBe(52);
  const wrongRows = ['--panels', '1X2', '--rows', '1', '--stake', '13', ...as];
  expect(await codeOf('ticket', id, ...wrongRows)).toBe('EC_TICKET_INVALID_SELECTIONS');
  const wrongStake = ['--panels', right, '--rows', '1', '--stake', '14', ...as];
  expect(await codeOf('ticket', id, ...wrongStake)).toBe('EC_INVALID_AMOUNT');
  const file = join(folder, 'rows.txt');
  writeFileSync(file, Array.from({ length: 80 }, () => right).join('\n'));
  const many = ['ticket', id, '--file', file, '--rows', '80', '--stake', `${80 * price}`, ...as];
  expect(await codeOf(...many)).toBe('EC_BALANCE_TOO_LOW');
  writeFileSync(file, Array.from({ length: 20_001 }, () => right).join('\n'));
  const tooMany = ['--rows', '20001', '--stake', `${20_001 * price}`, ...as];
  expect(await codeOf('ticket', id, '--file', file, ...tooMany)).toBe('EC_ROW_LIMIT');
  expect(await codeOf('cancel', id, '--reason', 'test', ...as)).toBe('EC_CANCEL_NOT_ALLOWED');

  for (const _ of [1, 2]) expect((await pool('close', id, ...as)).exit).toBe(0);
  expect((await walletOf(own, buyer?.playerId ?? 0))?.balance).toBe(5_000 - 52);
  expect(await codeOf(...ticket, '--nth', '3')).toBe('EC_SALE_CLOSED');
  const shown = await pool('show', id);
  expect(shown['tickets']).toMatchObject([{ rows: 2, stake: 26 }, { rows: 2 }]);
  expect(JSON.stringify(shown)).not.toContain('prufa');
});
