/** Clubs as operators keep them: added, renamed, closed while they are supported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { typedJson } from '#test/harness/operating.ts';
import { addPlayers, type TestPlayer } from '#test/harness/sale.ts';
import { openProgram } from '#test/pools/programs.ts';

let own: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let fan: TestPlayer;

beforeAll(async () => {
  own = await testDatabase();
  await openProgram(own, { number: 1 });
  [fan] = (await addPlayers(own, 1, 1_000)) as [TestPlayer];
  ({ app } = testApp(own));
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const club = (...words: string[]) => typedJson(own, ['club', ...words, '--as', 'gunna']);
/** As a process that starts now lists them: others keep their answer for a minute. */
const names = async () => {
  const { body } = await get<ApiAnswer<'club.list'>>(testApp(own).app, '/club');
  return body.clubs.map(({ number, name }) => [number, name]);
};
const update = (supportId: number) =>
  post<ApiAnswer<'account.details'>>(app, '/user/account/update', { supportId }, { cookie: fan.cookie });
const details = async () =>
  (await get<ApiAnswer<'account.details'>>(app, '/user/account/details', fan.cookie)).body;
const wager = (supportId?: number) => {
  const panels = '1X21X21X21X21';
  const body = { programId: 'totoeng-1', groupId: 'sat', stake: 13, rows: 1, panels, supportId };
  return post<{ id: string }>(app, '/toto/buy', body, { cookie: fan.cookie });
};

test('a club is added once, and renamed', async () => {
  expect(await club('add', '300', ' Ungmennafélagið  Ás ')).toMatchObject({
    status: 0,
    answer: { club: 300, name: 'Ungmennafélagið Ás', changed: true },
  });
  expect((await club('add', '300', 'Ungmennafélagið Ás')).answer).toMatchObject({ changed: false });
  expect(await names()).toEqual([[300, 'Ungmennafélagið Ás']]);
  expect((await club('add', '300', 'Annað')).answer).toMatchObject({ error: { code: 'EC_DUPLICATE_VALUE' } });
  expect((await club('add', '301', 'UNGMENNAFELAGID AS')).answer).toMatchObject({
    error: { code: 'EC_DUPLICATE_FIELD' },
  });
  for (const name of ['', '=1+1', 'a\nb'])
    expect((await club('add', '301', name)).answer).toMatchObject({ error: { code: 'EC_INVALID_INPUT' } });
  for (const number of ['0', '100000', '1.5', '-1']) expect((await club('add', number, 'X')).status).toBe(2);
  expect((await club('rename', '300', 'Ás')).answer).toMatchObject({ name: 'Ás', changed: true });
  expect((await club('rename', '301', 'Ós')).answer).toMatchObject({ error: { code: 'EC_NO_DATA_FOUND' } });
  expect((await club('add', '301', 'Ós')).status).toBe(0);
  expect((await club('rename', '301', 'as')).answer).toMatchObject({ error: { code: 'EC_DUPLICATE_FIELD' } });
});

test('a club is chosen and taken back', async () => {
  expect((await update(300)).body.supportId).toBe(300);
  expect((await update(0)).body).not.toHaveProperty('supportId');
  expect((await update(300)).body.supportId).toBe(300);
});

test('a club that is closed falls off accounts, with a notice, and cannot be chosen', async () => {
  const before = await wager();
  expect((await club('close', '300')).status).toBe(2);
  expect((await club('close', '300', '--reason', 'hætt')).answer).toMatchObject({
    ...{ club: 300, changed: true, supporters: 1 },
  });
  expect((await club('close', '300', '--reason', 'hætt')).answer).toMatchObject({ changed: false });
  expect(await names()).toEqual([[301, 'Ós']]);
  expect(await details()).not.toHaveProperty('supportId');
  const notices = await get<ApiAnswer<'account.notices'>>(app, '/user/notices/1', fan.cookie);
  expect(notices.body.notices.map(({ kind, title }) => [kind, title])).toEqual([
    ['clubClosed', 'Ás tekur ekki lengur við áheitum'],
  ]);
  expect((await update(300)).body).toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  expect((await wager(300)).body).toMatchObject({ code: 'EC_INVALID_FIELD' });
  const after = await wager();
  const support = async (id: string) =>
    (await get<ApiAnswer<'toto.ticket'>>(app, `/toto/ticket/${id}`, fan.cookie)).body.supportId;
  expect([await support(before.body.id), await support(after.body.id)]).toEqual([300, undefined]);
  // Its number is never another club's, and its name is free.
  expect((await club('add', '300', 'Ás')).answer).toMatchObject({ error: { code: 'EC_DUPLICATE_VALUE' } });
  expect((await club('add', '302', 'Ás')).status).toBe(0);
});

test('a club is chosen before its close, or not at all', async () => {
  const [closed, chosen] = await Promise.all([
    club('close', '302', '--reason', 'hætt'),
    ...[1, 2, 3, 4].map(() => update(302)),
  ]);
  expect(closed.status).toBe(0);
  expect([200, 400]).toContain(chosen?.status);
  expect(await details()).not.toHaveProperty('supportId');
});
