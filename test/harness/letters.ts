/** For tests of letters: who reads in which language, and what waits to be sent, in words. */
import { compose, type MessagePayload } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import type { Deadline } from '#server/platform/deadlines.ts';
import { meetDevice } from '#server/players/devices.ts';
import type { TestDatabase } from './database.ts';

export const siteUrl = 'https://hending.example';

/** As at a sign-in on a page of that language. */
export async function readsIn(data: TestDatabase, playerId: number, locale: 'is' | 'en'): Promise<void> {
  const device = { token: undefined, ip: '203.0.113.1', locale };
  await transaction(data.db, (tx) => meetDevice(tx, playerId, device));
}

export type WaitingLetter = { playerId: number; kind: string; subject: string; text: string };

/** Letters that wait to be sent, oldest first. */
export async function waitingLetters({ adminPool }: TestDatabase): Promise<WaitingLetter[]> {
  const { rows } = await adminPool.query<{ payload: MessagePayload; playerId: number }>(
    `SELECT payload, player_id AS "playerId" FROM graphile_worker._private_jobs
       JOIN messages m ON m.message_id = (payload->>'messageId')::uuid ORDER BY id`,
  );
  return rows.map(({ payload, playerId }) => {
    const { kind, values, locale, name } = payload;
    return { playerId, kind, ...compose(payload, values, { locale, name, siteUrl }) };
  });
}

/** Runs a deadline as the worker does, until it has nothing due and `isDone`. */
export async function runUntil(
  { db }: TestDatabase,
  deadline: Deadline,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (const end = performance.now() + 30_000; ; ) {
    const due = await deadline.due(db);
    if (due) await deadline.run(db);
    else if (await isDone()) return;
    if (performance.now() > end) throw new Error(`${deadline.name}: in vain`);
  }
}
