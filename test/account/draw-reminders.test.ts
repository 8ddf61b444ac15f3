/** A letter on the day of a draw to those who asked for it and have no ticket. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockPlayer } from '#server/limits/exclusion.ts';
import { transaction } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';
import { declineLetters } from '#server/players/account/decline-letters.ts';
import { endReminders } from '#server/players/reminder/draw-reminders.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { waitingLetters } from '#test/harness/letters.ts';
import type { TestPlayer } from '#test/harness/sale.ts';
import { subscriptionFixture } from '#test/harness/subscriptions.ts';

let own: TestDatabase;
let at: Awaited<ReturnType<typeof subscriptionFixture>>;

// Wednesday; lotto is drawn on Saturdays and sold until 18:40.
beforeAll(async () => {
  own = await testDatabase();
  at = await subscriptionFixture(own, '2027-02-24T12:00:00Z');
});
afterAll(() => own.close());

const remind = (who: TestPlayer, isWanted: boolean, gameId = 'lotto') =>
  post(at.app, '/user/draw-reminders', { gameId, isWanted }, { cookie: who.cookie });

const remindersOf = async (who: TestPlayer) =>
  (await get<{ drawReminders: string[] }>(at.app, '/user/account/details', who.cookie)).body.drawReminders;

async function lettersTo(): Promise<number[]> {
  const { rows } = await sql<{ playerId: number }>`
    SELECT player_id AS "playerId" FROM messages WHERE kind = 'drawReminder' ORDER BY player_id`.execute(
    own.db,
  );
  return rows.map(({ playerId }) => playerId);
}

test('asked for once and ended by one press; bad input changes nothing', async () => {
  const who = await at.player(1_000);
  expect(await remindersOf(who)).toEqual([]);
  expect((await remind(who, true)).status).toBe(204);
  expect((await remind(who, true)).status).toBe(204);
  await remind(who, true, 'eurojackpot');
  expect(await remindersOf(who)).toEqual(['eurojackpot', 'lotto']);
  expect((await remind(who, true, 'chess')).status).toBe(400);
  expect((await remind(who, false)).status).toBe(204);
  expect(await remindersOf(who)).toEqual(['eurojackpot']);
  await declineLetters(own.db, { playerId: who.playerId, choice: 'drawReminders', locale: 'is' });
  expect(await remindersOf(who)).toEqual([]);
});

test('told once, six hours before the sale ends, to those who could buy and have no ticket', async () => {
  const made = [];
  for (let n = 0; n < 7; n += 1) made.push(await at.player(5_000));
  const [told, buyer, subscriber, locked, expired, ended, givenBack] = made as [
    ...[TestPlayer, TestPlayer, TestPlayer, TestPlayer],
    ...[TestPlayer, TestPlayer, TestPlayer],
  ];
  for (const who of made) await remind(who, true);
  await at.buy({ playerId: buyer.playerId, rows: [[1, 2, 3, 4, 5]] });
  await at.subscribe(subscriber);
  await transaction(own.db, (tx) => lockPlayer(tx, { playerId: locked.playerId, days: 30, origin: 'test' }));
  await own.pool.query("UPDATE wallets SET certificate_expires = '2027-02-26' WHERE player_id = $1", [
    expired.playerId,
  ]);
  await transaction(own.db, (tx) => endReminders(tx, ended.playerId));
  const { body } = await post<{ id: string }>(
    at.app,
    '/lotto/buy',
    { gameId: 'lotto', rows: [{ numbers: [1, 2, 3, 4, 5] }], stake: 150 },
    { cookie: givenBack.cookie },
  );
  const back = await post(at.app, '/lotto/cancel', { ticketId: body.id }, { cookie: givenBack.cookie });
  expect(back.status).toBe(200);

  await at.passTo('2027-02-27T12:39:00Z');
  expect(await lettersTo()).toEqual([]);
  await at.passTo('2027-02-27T12:41:00Z');
  expect(await lettersTo()).toEqual([told.playerId, givenBack.playerId]);
  await at.passTo('2027-02-27T18:00:00Z');
  expect(await lettersTo()).toHaveLength(2);
  const [letter] = (await waitingLetters(own)).filter(({ playerId }) => playerId === told.playerId);
  expect(letter?.subject).toBe('Enginn miði í Lottó 27. febrúar 2027');
  expect(letter?.text).toMatch(/Sölu lýkur kl\. 18:40\.[\s\S]*Hætta að fá áminningar: /);
});
