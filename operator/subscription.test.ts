import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { createLog } from '#server/platform/log.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typedJson } from '#test/harness/operating.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';
import type { Context } from './command.ts';
import { command as show } from './subscription-show.ts';
import { command as terminate } from './subscription-terminate.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;
let who: TestPlayer;
let id: string;
beforeAll(async () => {
  own = await testDatabase();
  const { dataDir } = own.config;
  at = await subscriptionFixture(own, '2027-02-17T12:00:00Z');
  copyFileSync(join(dataDir, 'secrets.json'), join(own.config.dataDir, 'secrets.json'));
  who = await at.player(5_000);
  ({ id } = (await at.subscribe(who)).body);
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const run = (...words: string[]) => typedJson(own, ['subscription', ...words]);

const here = (): Context => ({
  ...{ config: own.config, database: own, kinds: own.config.kinds, running: false },
  ...{
    log: createLog('test', 2, 'silent'),
    actor: 'gunna',
    recordId: null,
    reason: 'asked by letter',
    progress: () => {},
  },
});

test('terminating needs a name and a reason, gives back what is left, and happens once', async () => {
  expect((await run('terminate', id, '--reason', 'asked by letter')).status).toBe(2);
  expect((await run('terminate', id, '--as', 'gunna')).status).toBe(2);
  expect(await run('show', 'enginn')).toMatchObject({
    status: 1,
    answer: { error: { code: 'EC_NO_DATA_FOUND' } },
  });
  expect((await show.run(here(), { args: [id], options: {} })).json).toMatchObject({
    status: 'active',
    prepaid: 300,
    history: [{ kind: 'started' }, { kind: 'charged', amount: 300 }],
  });
  const { json } = await terminate.run(here(), { args: [id], options: {} });
  expect(json).toEqual({ subscriptionId: id, ended: true });
  expect(await at.money(who)).toBe(5_000);
  const again = await run('terminate', id, '--as', 'gunna', '--reason', 'asked by letter');
  expect(again).toMatchObject({ status: 0, answer: { ended: false } });
  const shown = await show.run(here(), { args: [id], options: {} });
  expect(shown.text).toMatch(/terminated .*300 .*operator .*gunna/);
  expect(await at.detail(who, id)).toMatchObject({ status: 'terminated', terminated: 'operator' });
});
