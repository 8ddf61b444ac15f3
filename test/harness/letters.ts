/** For tests of letters: who reads in which language, and what waits to be sent, in words. */
import { composeLetter } from '#server/messages/compose.ts';
import { type MailingPayload, mailingJob } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { askDues, type Deadline } from '#server/platform/deadlines.ts';
import { meetDevice } from '#server/players/sign-in/devices.ts';
import type { TestDatabase } from './database.ts';
import { waitingJobs } from './jobs.ts';

export const siteUrl = 'https://hending.example';

/** As at a sign-in on a page of that language. */
export async function readsIn(data: TestDatabase, playerId: number, locale: 'is' | 'en'): Promise<void> {
  const device = { token: undefined, ip: '203.0.113.1', locale };
  await transaction(data.db, (tx) => meetDevice(tx, playerId, device));
}

export type WaitingLetter = { playerId: number; kind: string; subject: string; text: string };

/** Letters of mailings that wait to be sent, oldest first. */
export async function waitingLetters({ adminPool }: TestDatabase): Promise<WaitingLetter[]> {
  const mailings = await waitingJobs<MailingPayload>(adminPool, mailingJob);
  return mailings.flatMap(({ payload }) =>
    payload.letters.map(({ playerId, kind, values, locale }) => {
      return { playerId, kind, ...composeLetter(kind, values, { locale, siteUrl }) };
    }),
  );
}

/** Runs a deadline as the worker does, until it has nothing due and `isDone`. */
export async function runUntil(
  { db }: TestDatabase,
  deadline: Deadline,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (const end = performance.now() + 30_000; ; ) {
    const { now, dues } = await askDues(db, [deadline]);
    if (dues[0] && dues[0] <= now) await deadline.run(db);
    else if (await isDone()) return;
    if (performance.now() > end) throw new Error(`${deadline.name}: in vain`);
  }
}
